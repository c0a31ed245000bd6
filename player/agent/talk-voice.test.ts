import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { ClientEventBody } from '#protocol/agent-events.ts'

import type { Segment } from './segment-player.ts'
import { firstView, type TalkView } from './talk-view.ts'
import { TalkVoice } from './talk-voice.ts'

/* Without a voice of the browser: captions at reading pace. */

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function segment(turn: number, seg: number, text: string, steps: readonly number[] = []): Segment {
  return {
    v: 1,
    seq: seg,
    t: 'seg',
    turn,
    seg,
    text,
    cite: steps.map((stepOrder) => ({ stepOrder })),
    speak: 'none',
  } as unknown as Segment
}

function setUp() {
  let view: TalkView = firstView
  const sent: ClientEventBody[] = []
  const shownSteps: number[] = []
  let silences = 0
  const voice = new TalkVoice({
    view: () => view,
    show: (change) => {
      view = { ...view, ...change }
    },
    send: (event) => sent.push(event),
    onShowStep: (order) => shownSteps.push(order),
    onSound: () => undefined,
    onSilence: () => {
      silences += 1
    },
  })
  return { voice, sent, shownSteps, view: () => view, silences: () => silences }
}

test('captions segments in order and reports each to the server', async () => {
  const { voice, sent, view, silences } = setUp()
  voice.say(segment(1, 1, 'Hello.'))
  voice.say(segment(1, 2, 'Shall we begin?', [2]))
  expect(view()).toMatchObject({ caption: 'Hello.', isSpeaking: true })
  await vi.advanceTimersByTimeAsync(900)
  expect(view()).toMatchObject({ caption: 'Shall we begin?', captionSteps: [2] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.map(({ t }) => t)).toEqual(['play.start', 'play.end', 'play.start', 'play.end'])
  expect(view().transcript).toEqual([{ key: 'agent-1', speaker: 'agent', text: 'Hello. Shall we begin?', steps: [2] }])
  expect(view().isSpeaking).toBe(false)
  expect(silences()).toBe(1)
})

test('shows a step with the segment it belongs to', async () => {
  const { voice, shownSteps, sent } = setUp()
  voice.showStep({ t: 'step.show', n: 3, afterSeg: { turn: 1, seg: 2 } } as never)
  voice.say(segment(1, 1, 'First.'))
  expect(shownSteps).toEqual([])
  voice.say(segment(1, 2, 'Then this.'))
  await vi.advanceTimersByTimeAsync(900)
  expect(shownSteps).toEqual([3])
  expect(sent).toContainEqual({ t: 'step.changed', n: 3, by: 'agent' })
})

test('an interruption stops it and reports the position', () => {
  const { voice, sent, view } = setUp()
  expect(voice.interrupt('typed')).toBe(false)
  voice.say(segment(1, 1, 'Hello.'))
  expect(voice.interrupt('typed')).toBe(true)
  expect(sent.at(-1)).toMatchObject({ t: 'interrupt', turn: 1, seg: 1, cause: 'typed' })
  expect(view().isSpeaking).toBe(false)
})

test('cuts a turn to what was heard of it', () => {
  const { voice, view } = setUp()
  voice.say(segment(1, 1, 'A long sentence.'))
  voice.cut(1, 'A long')
  expect(view().transcript).toMatchObject([{ text: 'A long' }])
  voice.cut(1, '—')
  expect(view().transcript).toEqual([])
})
