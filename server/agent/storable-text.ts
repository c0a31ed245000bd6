/** PostgreSQL rejects NUL and lone surrogates; other control characters are useless too. */
export function toStorable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
