import { readFileSync } from 'node:fs'

import { provideWordVectors } from '#agent/word-vectors.ts'

const path = new URL('../../agent/word-vectors.bin', import.meta.url)

/** Lets agents find paraphrases. The file is read at the first question. */
export function provideAgentVectors(): void {
  provideWordVectors(() => readFileSync(path))
}
