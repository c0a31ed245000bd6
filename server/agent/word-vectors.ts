import { readFileSync } from 'node:fs'

import { provideWordVectors } from '#agent/word-vectors.ts'
import { provideWrittenLinks } from '#agent/written-links.ts'

const vectors = new URL('../../agent/word-vectors.bin', import.meta.url)
const links = new URL('../../agent/written-links.txt', import.meta.url)

/** Gives agents the word vectors and the written links. The files are read at the first question. */
export function provideAgentVectors(): void {
  provideWordVectors(() => readFileSync(vectors))
  provideWrittenLinks(() => readFileSync(links, 'utf8'))
}
