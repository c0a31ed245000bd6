/** How long reading or speaking a sentence takes, at 180 words a minute. */
export function sentenceReadingMs(text: string): number {
  return Math.max(900, (text.split(/\s+/).length / 180) * 60_000)
}
