import { expect, test } from 'vitest'

import type { LeadMeeting, StoryEvent } from './lead-calls.ts'
import { foldStory, joinClicks, meetingLines, storyLines, type StoryNames } from './lead-story.ts'

let minute = 0

const unnamed: StoryNames = { demo: () => null, step: (id) => `step ${id}`, card: () => null }

function event(event_type: string, more: Partial<StoryEvent> = {}): StoryEvent {
  minute += 1
  const occurred_at = `2026-11-21T10:${String(minute).padStart(2, '0')}:00Z`
  const nothing = { demo_id: null, step_id: null, subject_id: null, time_spent: null }
  return { occurred_at, event_type, page_url: 'https://shop.example/prices?mail=ada', ...nothing, ...more }
}

test('describes a visit by pages, durations and actions', () => {
  const step = { step_id: 'one', page_url: 'https://demos.example/demo/1/play' }
  const lines = storyLines(
    [
      event('page_view'),
      event('engage_shown'),
      event('time_spent', { time_spent: 40 }),
      event('page_view', { page_url: step.page_url }),
      event('step_viewed', step),
      event('card_shown', { subject_id: 'card' }),
      event('click', step),
      event('click', step),
      event('time_spent', { ...step, time_spent: 5 }),
      event('time_spent', { ...step, time_spent: 7 }),
      event('card_shown', { subject_id: 'card' }),
      event('agent_opened', { subject_id: 'talk' }),
      event('lead_submitted', { subject_id: 'lead' }),
    ],
    unnamed,
  )
  expect(lines.map(({ text, seconds }) => (seconds === 0 ? text : `${text} · ${seconds}`))).toEqual([
    'Opened shop.example/prices · 40',
    'Was offered a chat',
    'Opened the demo',
    'Saw step one · 12',
    'Saw a card',
    'Clicked 2 times',
    'Talked to the agent',
    'Submitted the form',
  ])
  expect(lines.at(-2)).toMatchObject({ kind: 'agent', subjectId: 'talk' })
})

test('shows clicks on the line of their step', () => {
  const step = { step_id: 'one' }
  const events = [event('click'), event('step_viewed', step), event('click', step), event('click', step)]
  const lines = joinClicks(storyLines(events, unnamed))
  expect(lines.map(({ text, note }) => [text, note])).toEqual([
    ['Clicked', undefined],
    ['Saw step one', 'clicked 2 times'],
  ])
})

test('describes a meeting as booked, moved and cancelled', () => {
  const booked: LeadMeeting = {
    id: 'meeting',
    starts_at: '2026-11-24T09:00:00Z',
    ends_at: '2026-11-24T09:30:00Z',
    status: 'booked',
    cancelled_by: null,
    place: 'By phone',
    guests: [],
    organiser_email: 'rosa@example.com',
    demo_name: 'Tour',
    conversation_id: 'talk',
    created_at: '2026-11-21T10:00:00Z',
    changed_at: '2026-11-22T10:00:00Z',
  }
  const tell = (change: Partial<LeadMeeting>) =>
    meetingLines([{ ...booked, ...change }], (iso) => iso.slice(0, 10)).map(
      ({ at, text }) => `${at.slice(8, 10)} ${text}`,
    )
  expect(tell({})).toEqual(['21 Booked a meeting for 2026-11-24'])
  expect(tell({ status: 'moved' })).toEqual(['21 Booked a meeting', '22 Moved the meeting to 2026-11-24'])
  expect(tell({ status: 'cancelled', cancelled_by: 'visitor' })).toEqual([
    '21 Booked a meeting',
    '22 Cancelled the meeting (2026-11-24)',
  ])
  expect(tell({ status: 'cancelled', cancelled_by: 'author' })[1]).toBe(
    '22 Your team cancelled the meeting (2026-11-24)',
  )
})

test('lists a step before its cards and after the previous step’s', () => {
  const at = (occurred_at: string) => ({ occurred_at: `2026-11-21T10:00:${occurred_at}Z` })
  const lines = storyLines(
    [
      event('card_shown', { ...at('01.000'), subject_id: 'old' }),
      event('card_shown', { ...at('05.000'), subject_id: 'one' }),
      event('card_shown', { ...at('05.001'), subject_id: 'two' }),
      event('step_viewed', { ...at('05.002'), step_id: 'next' }),
    ],
    unnamed,
  )
  expect(lines.map(({ text, subjectId }) => subjectId ?? text)).toEqual(['old', 'Saw step next', 'one', 'two'])
})

test('names demos, steps and cards, and marks deleted ones', () => {
  const names: StoryNames = {
    demo: (id) => (id === 'tour' ? 'Tour' : null),
    step: (id) => (id === 'first' ? 'step 1, Open' : null),
    card: (id) => (id === 'quote' ? 'Get a quote' : null),
  }
  const player = 'https://demos.example/demo/1/play'
  const lines = storyLines(
    [
      event('page_view', { page_url: player, demo_id: 'tour' }),
      event('page_view', { page_url: player, demo_id: 'gone' }),
      event('step_viewed', { step_id: 'first' }),
      event('step_viewed', { step_id: 'gone' }),
      event('card_shown', { subject_id: 'quote' }),
      event('card_clicked', { subject_id: 'gone' }),
    ],
    names,
  )
  expect(lines.map(({ text }) => text)).toEqual([
    'Opened the demo “Tour”',
    'Opened the demo',
    'Saw step 1, Open',
    'Saw a deleted step',
    'Saw the card “Get a quote”',
    'Clicked a card',
  ])
})

test('collapses the middle of a long story', () => {
  const lines = storyLines(
    Array.from({ length: 300 }, (_, number) => event('page_view', { page_url: `https://shop.example/${number}` })),
    unnamed,
  )
  const { head, hidden, tail } = foldStory(lines)
  expect([head.length + hidden + tail.length, head[0], tail.at(-1)]).toEqual([300, lines[0], lines[299]])
  expect(foldStory(lines.slice(0, 110))).toEqual({ head: lines.slice(0, 110), hidden: 0, tail: [] })
})
