/** Meaningless text of about the same width, in place of text that was off-screen or that an author hides. */
export function filler(text: string): string {
  return text
    .replace(/\p{M}/gu, '')
    .replace(/\p{Lu}|\p{Lt}/gu, 'X')
    .replace(/\p{Ll}|\p{Lo}|\p{Lm}/gu, 'x')
    .replace(/\p{N}/gu, '0')
}

/** Whether a text could be a filler; a single letter doesn't count. */
export function isFiller(text: string): boolean {
  return /[Xx0]{2}/.test(text) && !/[\p{L}\p{N}]/u.test(text.replace(/[Xx0]/g, ''))
}
