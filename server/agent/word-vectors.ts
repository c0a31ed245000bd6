import { readFileSync } from 'node:fs'

import { provideWordVectors } from '#agent/word-vectors.ts'

const path = new URL('../../agent/word-vectors.bin', import.meta.url)

/** Lets agents find what is meant in other words. The file is read when the first question is asked. */
export function provideAgentVectors(): void {
  provideWordVectors(() => readFileSync(path))
}
