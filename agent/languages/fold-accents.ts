import { normalForm } from '#domain/normal-form.ts'

/** Converts to lower case without accents, because people often leave them out. */
export function foldAccents(text: string): string {
  return normalForm(text.toLowerCase().replaceAll('ß', 'ss').replaceAll('œ', 'oe'), 'NFD').replaceAll(/\p{M}/gu, '')
}
