import type { Wording } from '../turn.ts'

/** Makes wordings from variants. Once all have been used, `again` adds a count to the first one. */
function variants(again: (times: number, text: string) => string) {
  return (...texts: readonly [string, ...string[]]): Wording => ({
    texts,
    counted: (times) => again(times, texts[0]),
  })
}

export const inGerman = variants((times, text) => `Zum ${times}. Mal: ${text}`)
export const inFrench = variants((times, text) => `Pour la ${times}e fois : ${text}`)
export const inSpanish = variants((times, text) => `Por ${times}.ª vez: ${text}`)

/** “A, B or C” with the language's “or”. */
export function listWith(or: string, parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${or} ${parts.at(-1) ?? ''}`
}
