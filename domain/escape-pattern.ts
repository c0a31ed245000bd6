/** The source of a regular expression that matches exactly this text, with or without the flag `u`. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
