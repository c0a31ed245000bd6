/** The source of a regular expression that matches the text to the letter; also with the flag `u`. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
