/** Lower case without accents: how people type in a hurry. */
export function foldAccents(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').replaceAll('œ', 'oe').normalize('NFD').replaceAll(/\p{M}/gu, '')
}
