/** Text of about the same width that says nothing: for what an author didn't see, or hides. */
export function filler(text: string): string {
  return text
    .replace(/\p{M}/gu, '')
    .replace(/\p{Lu}|\p{Lt}/gu, 'X')
    .replace(/\p{Ll}|\p{Lo}|\p{Lm}/gu, 'x')
    .replace(/\p{N}/gu, '0')
}

/** Whether a text may be a filler; single letters may be anything. */
export function isFiller(text: string): boolean {
  return /[Xx0]{2}/.test(text) && !/[\p{L}\p{N}]/u.test(text.replace(/[Xx0]/g, ''))
}
