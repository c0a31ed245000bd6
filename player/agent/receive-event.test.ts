import { expect, test } from 'vitest'

import type { ServerEventBody } from '#protocol/agent-events.ts'

import { MeetingTalk } from './meeting-talk.ts'
import { receiveEvent } from './receive-event.ts'
import { firstView, type TalkView } from './talk-view.ts'
import { TalkVoice } from './talk-voice.ts'

const slot = { id: 'a', startUtc: '2026-11-26T13:30:00Z', label: 'Thursday 14:30' }

/** A conversation that has just started; returns the view after the events. */
function receive(...bodies: ServerEventBody[]): { readonly view: TalkView; readonly happened: readonly string[] } {
  let view: TalkView = { ...firstView, stage: 'talking', conversationId: 's1' }
  const happened: string[] = []
  const show = (change: Partial<TalkView>) => {
    view = { ...view, ...change }
  }
  const voice = new TalkVoice({
    view: () => view,
    show,
    send: () => undefined,
    onShowStep: () => undefined,
  })
  const meeting = new MeetingTalk({
    booking: () => view.booking,
    show: (booking) => show({ booking }),
    submit: () => undefined,
  })
  const note = (what: string) => () => void happened.push(what)
  for (const [index, body] of bodies.entries()) {
    receiveEvent(
      { v: 1, sid: 's1', seq: index + 1, ts: Date.parse('2026-11-26T13:02:00Z'), ...body },
      {
        view: () => view,
        show,
        voice,
        meeting,
        onReady: note('ready'),
        onTurnEnd: note('turn ended'),
        onQuestion: note('question'),
        onTooFast: note('too fast'),
        onBye: note('bye'),
      },
    )
  }
  voice.stop()
  return { view, happened }
}

test('offers yes and no for the question that the agent has just asked', () => {
  const asked = { ...turnEnd(1, 'answered'), expects: 'yes-no' } as const
  expect(receive(asked).view.isYesOrNo).toBe(true)
  expect(receive(asked, { t: 'user.final', turn: 2, text: 'Yes' }).view.isYesOrNo).toBe(false)
  expect(receive(asked, { t: 'turn.start', turn: 2 }).view.isYesOrNo).toBe(false)
  expect(receive(asked, turnEnd(2, 'answered')).view.isYesOrNo).toBe(false)
})

test('shows a continued question once', () => {
  const { view } = receive(
    { t: 'user.final', turn: 1, text: 'Can I export' },
    { t: 'user.final', turn: 2, text: 'Can I export to Excel', replaces: true },
  )
  expect(view.transcript).toMatchObject([{ kind: 'visitor', text: 'Can I export to Excel' }])
})

const segment = (turn: number, text: string): ServerEventBody => ({
  t: 'seg',
  turn,
  seg: 0,
  text,
  speak: 'client',
  cite: [],
})
const turnEnd = (turn: number, outcome: string): ServerEventBody => ({
  t: 'turn.end',
  turn,
  outcome,
  metrics: { thinkMs: 1 },
})

test('shows an unsure answer’s steps below its words', () => {
  const steps = [{ stepOrder: 3, stepId: 's3', title: 'Pick a carrier', lines: [] }]
  const { view } = receive(segment(1, 'These come closest:'), { t: 'offers', turn: 1, steps })
  expect(view.transcript).toMatchObject([
    { kind: 'agent', lines: [{ text: 'These come closest:' }], offers: steps, person: null },
  ])
})

test('shows a source outside the demo below its sentence', () => {
  const source = { kind: 'plan', title: 'Teams', place: '', url: null } as const
  const cite = [{ stepOrder: null, stepId: null, source }]
  const { view } = receive({ t: 'seg', turn: 1, seg: 0, text: '29 dollars.', speak: 'none', cite })
  expect(view.transcript).toMatchObject([{ lines: [{ text: '29 dollars.', steps: [], sources: [source] }] }])
})

test('replaces the previous suggestions', () => {
  const { view } = receive({ t: 'suggest', questions: ['A?', 'B?', 'A?'] }, { t: 'suggest', questions: ['C?', 'C?'] })
  expect(view.suggestions).toEqual(['C?'])
})

test('a person rings, joins, writes in their own name, and leaves', () => {
  const ringing: ServerEventBody = { t: 'person', state: 'ringing', name: null }
  expect(receive(ringing).view.person).toEqual({ state: 'ringing', name: null })
  const joined: ServerEventBody = { t: 'person', state: 'joined', name: 'Ada' }
  const { view } = receive(ringing, joined, { t: 'turn.start', turn: 2, person: 'Ada' }, segment(2, 'Hi.'))
  expect(view.person).toEqual({ state: 'joined', name: 'Ada' })
  expect(view.transcript).toMatchObject([
    { kind: 'event', text: expect.stringMatching(/^Ada joined, \d/) },
    { kind: 'agent', person: 'Ada', lines: [{ text: 'Hi.' }] },
  ])
  const left = receive(joined, { t: 'person', state: 'left', name: null }).view
  expect(left.person).toBeNull()
  expect(left.transcript).toMatchObject([{}, { text: expect.stringMatching(/^Ada left, \d/) }])
})

test('asks when to call back if nobody is available', () => {
  const { view } = receive({ t: 'person', state: 'nobody', name: null })
  expect(view).toMatchObject({ isCallbackAsked: true, person: { state: 'nobody' } })
  expect(receive({ t: 'form', field: 'callback', value: '', valid: true }).view.isCallbackAsked).toBe(true)
  expect(receive({ t: 'form', field: 'callback', value: 'Thursday at 14:00', valid: false }).view).toMatchObject({
    isCallbackAsked: true,
    callbackTime: 'Thursday at 14:00',
  })
  const over = receive({ t: 'person', state: 'nobody', name: null }, { t: 'person', state: 'left', name: null }).view
  expect(over).toMatchObject({ isCallbackAsked: false, person: null, transcript: [] })
})

test('shows a booked meeting before the sentence about it', () => {
  const { view } = receive(
    { t: 'slots', slots: [slot], zone: 'Europe/Berlin' },
    { t: 'form', field: 'confirm', value: 'ada@example.com', valid: true, slotId: 'a' },
    { t: 'slots', slots: [] },
    segment(2, 'Done.'),
    turnEnd(2, 'booked'),
  )
  expect(view.booking).toBeNull()
  expect(view.transcript).toMatchObject([
    { kind: 'booked', startUtc: slot.startUtc, zone: 'Europe/Berlin' },
    { kind: 'agent', lines: [{ text: 'Done.' }] },
  ])
})

test('adds no card for a turn without a booking', () => {
  const { view, happened } = receive(
    { t: 'slots', slots: [slot], zone: 'Europe/Berlin' },
    segment(2, 'Which one?'),
    turnEnd(2, 'booking'),
  )
  expect(view.transcript).toHaveLength(1)
  expect(happened).toEqual(['turn ended'])
})

test('shows how much of a talk is left', () => {
  expect(receive({ t: 'limit', kind: 'turns', left: 1 }).view.notice).toBe('One question is left.')
  expect(receive({ t: 'limit', kind: 'turns', left: 5 }).view.notice).toBe('5 questions are left.')
})
