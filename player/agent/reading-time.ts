/** How long a sentence takes to read or say, at 180 words a minute. */
export function readingMs(text: string): number {
  return Math.max(900, (text.split(/\s+/).length / 180) * 60_000)
}
