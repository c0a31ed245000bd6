import { readFileSync } from 'node:fs'

import type { MatrixKernel } from '#agent/matrix-kernel.ts'
import { provideSentenceEncoder } from '#agent/sentence-encoder.ts'

const weights = new URL('../../agent/sentence-encoder.bin', import.meta.url)
const kernel = new URL('../../agent/matrix-kernel.wasm', import.meta.url)

/** Gives agents the sentence encoder. The files are read at the first question. */
export function provideAgentEncoder(): void {
  provideSentenceEncoder(() => readFileSync(weights), openKernel)
}

const pageBytes = 65_536

function openKernel(bytes: number): MatrixKernel {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(kernel)))
  const memory = exports['memory'] as WebAssembly.Memory
  memory.grow(Math.ceil(bytes / pageBytes))
  return { memory: memory.buffer, multiply: exports['multiply'] as MatrixKernel['multiply'] }
}
