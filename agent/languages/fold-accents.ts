/** Converts to lower case without accents, because people often leave them out. */
export function foldAccents(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').replaceAll('œ', 'oe').normalize('NFD').replaceAll(/\p{M}/gu, '')
}
