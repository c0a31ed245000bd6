import type { LeadMeeting, StoryEvent } from './lead-calls.ts'

export type StoryKind = 'page' | 'step' | 'demo' | 'card' | 'form' | 'agent' | 'click' | 'meeting'

/** A line of the story: an event, with how long it was viewed. */
export interface StoryLine {
  readonly kind: StoryKind
  readonly at: string
  readonly text: string
  readonly seconds: number
  /** The conversation or lead it refers to. */
  readonly subjectId: string | null
  /** The step that was seen. */
  readonly stepId?: string
  /** What the visitor did on it. */
  readonly note?: string
}

/** Names of the objects; null for deleted ones. */
export interface StoryNames {
  readonly demo: (id: string) => string | null
  /** Names the demo unless it is the lead's. */
  readonly step: (id: string) => string | null
  readonly card: (id: string) => string | null
}

/**
 * A visit as a readable list: time is attributed to what was viewed, consecutive clicks are one line, and each card
 * appears once.
 */
export function storyLines(events: readonly StoryEvent[], names: StoryNames): readonly StoryLine[] {
  const lines: (StoryLine & { seconds: number })[] = []
  const shownLines = new Set<StoryLine>()
  const lookedAt = new Map<string, { seconds: number }>()
  const shownCards = new Set<string | null>()
  let clicks = 0

  for (const event of events) {
    const { event_type: type, subject_id: subjectId } = event
    if (type === 'time_spent') {
      const line = lookedAt.get(placeOf(event))
      if (line !== undefined) line.seconds += event.time_spent ?? 0
      continue
    }
    if (type === 'card_shown') {
      if (shownCards.has(subjectId)) continue
      shownCards.add(subjectId)
    }
    clicks = type === 'click' ? clicks + 1 : 0
    if (clicks > 1) lines.pop()
    const line = {
      ...lineOf(event, clicks, names),
      at: event.occurred_at,
      seconds: 0,
      subjectId,
      ...(type === 'step_viewed' && event.step_id !== null && { stepId: event.step_id }),
    }
    if (type === 'page_view' || type === 'step_viewed') lookedAt.set(placeOf(event), line)
    if (type === 'card_shown') shownLines.add(line)
    lines.splice(type === 'step_viewed' ? placeOfStep(lines, shownLines, event) : lines.length, 0, line)
  }
  return lines
}

/** Adds clicks to the line of the step they belong to. */
export function joinClicks(lines: readonly StoryLine[]): readonly StoryLine[] {
  return lines.flatMap((line, index) => {
    if (line.kind === 'click') return lines[index - 1]?.kind === 'step' ? [] : [line]
    const next = lines[index + 1]
    return [line.kind === 'step' && next?.kind === 'click' ? { ...line, note: next.text.toLowerCase() } : line]
  })
}

/** Places the step before its cards: the player reports cards first, with the same timestamp. */
function placeOfStep(
  lines: readonly StoryLine[],
  shownLines: ReadonlySet<StoryLine>,
  { occurred_at: at }: StoryEvent,
): number {
  const before = lines.findLastIndex(
    (line) => !shownLines.has(line) || Date.parse(at) - Date.parse(line.at) > sameMomentMs,
  )
  return before + 1
}

const sameMomentMs = 250

/** The start and end of a long story; `hidden` lines are in between. */
export function foldStory(lines: readonly StoryLine[]): {
  readonly head: readonly StoryLine[]
  readonly hidden: number
  readonly tail: readonly StoryLine[]
} {
  const hidden = lines.length - headMax - tailMax
  if (hidden < hiddenLeast) return { head: lines, hidden: 0, tail: [] }
  return { head: lines.slice(0, headMax), hidden, tail: lines.slice(-tailMax) }
}

const headMax = 40
const tailMax = 60
/** Don't collapse fewer lines than this. */
const hiddenLeast = 20

/** A lead's meetings: when each was booked, and its last change. */
export function meetingLines(
  meetings: readonly LeadMeeting[],
  momentOf: (iso: string) => string,
): readonly StoryLine[] {
  return meetings.flatMap((meeting) => {
    const line = { kind: 'meeting', seconds: 0, subjectId: meeting.id } as const
    const when = momentOf(meeting.starts_at)
    const booked = {
      ...line,
      at: meeting.created_at,
      text: meeting.status === 'booked' ? `Booked a meeting for ${when}` : 'Booked a meeting',
    }
    if (meeting.status === 'booked') return [booked]
    const who = meeting.cancelled_by === 'author' ? 'Your team cancelled the meeting' : 'Cancelled the meeting'
    const text = meeting.status === 'moved' ? `Moved the meeting to ${when}` : `${who} (${when})`
    return [booked, { ...line, at: meeting.changed_at, text }]
  })
}

function placeOf({ step_id, page_url }: StoryEvent): string {
  return step_id ?? page_url
}

function lineOf(
  event: StoryEvent,
  clicks: number,
  names: StoryNames,
): { readonly kind: StoryKind; readonly text: string } {
  switch (event.event_type) {
    case 'page_view':
      return { kind: 'page', text: `Opened ${pageName(event, names)}` }
    case 'step_viewed':
      return { kind: 'step', text: `Saw ${event.step_id === null ? 'a step' : stepText(names.step(event.step_id))}` }
    case 'card_shown':
      return { kind: 'card', text: `Saw ${cardText(event, names)}` }
    case 'card_clicked':
      return { kind: 'card', text: `Clicked ${cardText(event, names)}` }
    case 'click':
      return { kind: 'click', text: clicks === 1 ? 'Clicked' : `Clicked ${clicks} times` }
    default:
      return wordings[event.event_type] ?? { kind: 'demo', text: event.event_type }
  }
}

const wordings: Readonly<Record<string, { readonly kind: StoryKind; readonly text: string }>> = {
  demo_started: { kind: 'demo', text: 'Started the demo' },
  demo_completed: { kind: 'demo', text: 'Reached the last step' },
  lead_submitted: { kind: 'form', text: 'Submitted the form' },
  agent_opened: { kind: 'agent', text: 'Talked to the agent' },
  engage_shown: { kind: 'agent', text: 'Was offered a chat' },
  engage_accepted: { kind: 'agent', text: 'Accepted the chat' },
}

function stepText(name: string | null): string {
  return name ?? 'a deleted step'
}

function cardText({ subject_id: id }: StoryEvent, names: StoryNames): string {
  const name = id === null ? null : names.card(id)
  return name === null ? 'a card' : `the card “${name}”`
}

/** Host and path only: the query may be private. */
function pageName({ page_url: address, demo_id: demoId }: StoryEvent, names: StoryNames): string {
  if (!URL.canParse(address)) return 'a page'
  const { host, pathname } = new URL(address)
  if (!/^\/demo\/[^/]+\/play$/.test(pathname)) return host + pathname
  const name = demoId === null ? null : names.demo(demoId)
  return name === null ? 'the demo' : `the demo “${name}”`
}
