import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A stretch of what a fake microphone hears. */
export type Stretch =
  | { readonly say: string; readonly voice?: string }
  | { readonly silence: number }
  /** Seconds of a sound, by its value at a time. */
  | { readonly seconds: number; readonly sound: (seconds: number) => number }

/** Writes a WAV file: speech by espeak-ng (a program, run in tests only), silence with a little noise, and sounds. */
export function writeSpokenWav(path: string, stretches: readonly Stretch[]): void {
  const parts = stretches.map(samplesOf)
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  for (const [index, sample] of samples.entries()) samples[index] = sample + (Math.imul(index, 7_919) % 17) - 8
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.byteLength, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(wavRate, 24)
  head.writeUInt32LE(wavRate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.byteLength, 40)
  writeFileSync(path, Buffer.concat([head, Buffer.from(samples.buffer)]))
}

/** espeak-ng's own rate. */
const wavRate = 22_050

function samplesOf(stretch: Stretch): Int16Array {
  if ('silence' in stretch) return new Int16Array(Math.round(stretch.silence * wavRate))
  if ('say' in stretch) return speak(stretch.say, stretch.voice ?? 'en-us')
  const { seconds, sound } = stretch
  return Int16Array.from({ length: Math.round(seconds * wavRate) }, (_, index) => sound(index / wavRate) * 0x7f_ff)
}

function speak(text: string, voice: string): Int16Array {
  const folder = mkdtempSync(join(tmpdir(), 'spoken-'))
  const path = join(folder, 'said.wav')
  try {
    execFileSync('espeak-ng', ['-v', voice, '-w', path, text])
    const bytes = readFileSync(path)
    const from = bytes.indexOf('data') + 8
    return Int16Array.from({ length: (bytes.length - from) >> 1 }, (_, index) => bytes.readInt16LE(from + 2 * index))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
