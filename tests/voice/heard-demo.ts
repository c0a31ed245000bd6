import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startFakeRecogniser, type FakeRecogniser } from '#support/fake-hearing/fake-recogniser.ts'

import { writeSpokenWav } from './spoken-wav.ts'
import { startTalkingDemo, type TalkingDemo } from './talking-demo.ts'

/** A talking demo whose server recognises speech with a loopback provider. */
export interface HeardDemo {
  readonly talking: TalkingDemo
  readonly recogniser: FakeRecogniser
  /** Writes what a microphone hears; returns the file's path. */
  readonly record: (name: string, stretches: Parameters<typeof writeSpokenWav>[1]) => string
  readonly close: () => Promise<void>
}

export async function startHeardDemo(): Promise<HeardDemo> {
  const folder = mkdtempSync(join(tmpdir(), 'heard-demo-'))
  const recogniser = await startFakeRecogniser('deepgram')
  const talking = await startTalkingDemo({
    // Doesn't store spoken sentences, so that no earlier one can be played.
    env: { STT_PROVIDER: 'deepgram', STT_URL: recogniser.url, STT_API_KEY: 'a-key', TTS_KEEP: 'off' },
  })
  return {
    talking,
    recogniser,
    record(name, stretches) {
      const path = join(folder, `${name}.wav`)
      writeSpokenWav(path, stretches)
      return path
    },
    async close() {
      await talking.close()
      await recogniser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
