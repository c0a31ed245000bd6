import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { ClientEventBody } from '#protocol/agent-events.ts'

import { firstView, type TalkView } from './talk-view.ts'
import { TalkVoice } from './talk-voice.ts'
import { captionVoice } from './voice/caption-voice.ts'
import { SegmentPlayer } from './voice/segment-player.ts'
import type { Segment } from './voice/sentence-voice.ts'

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

function setUp(first: Partial<TalkView> = {}) {
  let view: TalkView = { ...firstView, ...first }
  const sent: ClientEventBody[] = []
  const shownSteps: number[] = []
  const voice = new TalkVoice({
    view: () => view,
    show: (change) => {
      view = { ...view, ...change }
    },
    send: (event) => sent.push(event),
    onShowStep: (order) => shownSteps.push(order),
  })
  const player = new SegmentPlayer({
    ...voice.playerEvents,
    voiceFor: () => captionVoice,
    onCut: () => undefined,
  })
  if (view.hasSound) voice.playWith(player)
  return { voice, player, sent, shownSteps, view: () => view }
}

function textsOf(view: TalkView): readonly string[] {
  return view.transcript.flatMap((entry) =>
    entry.kind === 'agent' ? [entry.lines.map(({ text }) => text).join(' ')] : [],
  )
}

test('shows text at once, and reports it as read at reading speed', async () => {
  const { voice, sent, view } = setUp()
  voice.say(segment(1, 0, 'Hello.'))
  voice.say(segment(1, 1, 'Shall we begin?', [2]))
  expect(textsOf(view())).toEqual(['Hello. Shall we begin?'])
  expect(sent.map(({ t }) => t)).toEqual(['play.start', 'play.start'])
  await vi.advanceTimersByTimeAsync(900)
  expect(sent.at(-1)).toEqual({ t: 'play.end', turn: 1, seg: 0 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.filter(({ t }) => t === 'play.end')).toHaveLength(2)
})

test('counts displayed text as read when the visitor types, and keeps it', () => {
  const { voice, sent, view } = setUp()
  voice.say(segment(1, 0, 'A long sentence.'))
  expect(voice.interrupt('typed')).toBe(false)
  expect(sent.at(-1)).toEqual({ t: 'play.end', turn: 1, seg: 0 })
  voice.cut(1, 'A long')
  expect(textsOf(view())).toEqual(['A long sentence.'])
})

test('speaks segments in order, and reports each to the server', async () => {
  const { voice, sent, view } = setUp({ hasSound: true })
  voice.say(segment(1, 0, 'Hello.'))
  voice.say(segment(1, 1, 'Shall we begin?', [2]))
  expect(view()).toMatchObject({ caption: 'Hello.', captionMs: 900, isSpeaking: true })
  await vi.advanceTimersByTimeAsync(900)
  expect(view()).toMatchObject({ caption: 'Shall we begin?', captionSteps: [2] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.map(({ t }) => t)).toEqual(['play.start', 'play.end', 'play.start', 'play.end'])
  expect(view().isSpeaking).toBe(false)
})

test('shows a step with the segment it belongs to', () => {
  const { voice, shownSteps, sent } = setUp()
  voice.showStep({ t: 'step.show', n: 3, afterSeg: { turn: 1, seg: 1 } } as never)
  voice.say(segment(1, 0, 'First.'))
  expect(shownSteps).toEqual([])
  voice.say(segment(1, 1, 'Then this.'))
  expect(shownSteps).toEqual([3])
  expect(sent).toContainEqual({ t: 'step.changed', n: 3, by: 'agent' })
})

test('stops the voice on an interruption, reports the position, and cuts the turn to what was heard', () => {
  const { voice, sent, view } = setUp({ hasSound: true })
  expect(voice.interrupt('typed')).toBe(false)
  voice.say(segment(1, 0, 'A long sentence.'))
  expect(voice.interrupt('typed')).toBe(true)
  expect(sent.at(-1)).toMatchObject({ t: 'interrupt', turn: 1, seg: 0, cause: 'typed' })
  expect(view().isSpeaking).toBe(false)
  voice.cut(1, 'A long')
  expect(textsOf(view())).toEqual(['A long'])
  voice.cut(1, '—')
  expect(textsOf(view())).toEqual([])
})

test('shows the rest at once when muted', () => {
  const { voice, view } = setUp({ hasSound: true })
  voice.say(segment(1, 0, 'First.'))
  voice.say(segment(1, 1, 'Second.'))
  expect(textsOf(view())).toEqual(['First.'])
  voice.mute()
  expect(view()).toMatchObject({ hasSound: false, isSpeaking: false })
  expect(textsOf(view())).toEqual(['First. Second.'])
})

test('names the person who writes a turn', () => {
  const { voice, view } = setUp()
  voice.startTurn({ t: 'turn.start', turn: 2, person: 'Ada' } as never)
  voice.say(segment(2, 0, 'Hi, Ada here.'))
  expect(view().transcript).toMatchObject([{ kind: 'agent', person: 'Ada' }])
})

test('repeats a sentence from its start after a false alarm, and reports it once', async () => {
  const { voice, player, sent, view } = setUp({ hasSound: true })
  voice.say(segment(1, 0, 'A long sentence.'))
  await vi.advanceTimersByTimeAsync(300)
  player.hold()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.map(({ t }) => t)).toEqual(['play.start'])
  player.release()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent.map(({ t }) => t)).toEqual(['play.start', 'play.end'])
  expect(textsOf(view())).toEqual(['A long sentence.'])
})

test('reports how much of a held sentence was heard when it is interrupted', async () => {
  const { voice, player, sent } = setUp({ hasSound: true })
  voice.say(segment(1, 0, 'A long sentence.'))
  await vi.advanceTimersByTimeAsync(300)
  player.hold()
  await vi.advanceTimersByTimeAsync(500)
  voice.interrupt('voice')
  expect(sent.at(-1)).toMatchObject({ t: 'interrupt', turn: 1, seg: 0, playedMs: 300, segMs: 1_000 })
})

test('never speaks late segments of an interrupted turn', async () => {
  const { voice, sent, view } = setUp({ hasSound: true })
  voice.say(segment(1, 0, 'First.'))
  voice.interrupt('voice')
  voice.say(segment(1, 1, 'Second.'))
  voice.say(segment(2, 0, 'The answer.'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent.filter(({ t }) => t === 'play.start')).toEqual([
    { t: 'play.start', turn: 1, seg: 0 },
    { t: 'play.start', turn: 2, seg: 0 },
  ])
  expect(textsOf(view())).toEqual(['First.', 'The answer.'])
})
