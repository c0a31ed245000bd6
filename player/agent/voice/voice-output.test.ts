import { afterEach, expect, test, vi } from 'vitest'

import { TurnMetrics } from './turn-metrics.ts'
import type { Segment } from './sentence-voice.ts'
import type { VoiceHost } from './voice-host.ts'
import { VoiceOutput } from './voice-output.ts'

class FakeUtterance extends EventTarget {
  rate = 1
}

afterEach(() => vi.unstubAllGlobals())

test('the browser’s voice speaks at the author’s speed', () => {
  const spoken: FakeUtterance[] = []
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance)
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [{ name: 'Samantha', lang: 'en-US', localService: true }],
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    speak: (utterance: FakeUtterance) => spoken.push(utterance),
    cancel: () => undefined,
  })
  const host = {
    view: () => ({ soundProblem: '' }),
    show: () => undefined,
    ticket: () => null,
    output: { playerEvents: { onStart: () => undefined }, playWith: () => undefined },
  } as unknown as VoiceHost
  const output = new VoiceOutput({
    host,
    metrics: new TurnMetrics(() => undefined),
    onSentence: () => undefined,
    onSilence: () => undefined,
  })
  // The server includes the speed in the rate.
  output.prepare({ value: '', label: '', gender: 'female', pitch: 1, rate: 1.1, speed: 1.1, lang: 'en' })
  output.player.enqueue({ turn: 1, seg: 0, text: 'Hello.', speak: 'client' } as Segment)
  expect(spoken.at(-1)?.rate).toBe(1.1)
  output.player.stop()
  output.close()
})
