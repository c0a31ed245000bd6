import type { Database } from '#backend/database/database.ts'

/*
 * Visits recomputed from the raw events alone and in another language, to compare with roll_up_tracking and the
 * analytics queries. Simple rather than fast.
 */

export type Row = Readonly<Record<string, unknown>>

export interface OracleVisit {
  readonly workspaceId: string
  readonly sessionId: string
  readonly day: string
  readonly demoId: string | null
  readonly version: number
  readonly link: string
  readonly source: string
  readonly device: string
  readonly traffic: string
  /** Why it doesn't count as a person's visit. */
  readonly reason: string | null
  readonly visitor: string
  readonly startedAt: string
  readonly measures: Readonly<Record<(typeof measureNames)[number], number>>
  readonly steps: ReadonlyMap<string, { readonly views: number; readonly seconds: number }>
  /** The steps, in the order they were first shown. */
  readonly way: readonly string[]
  readonly exit: string | null
  /** The cards of the demo that the visit saw, and whether it followed them. */
  readonly cards: ReadonlyMap<string, boolean>
  /** Conversation ids in events. */
  readonly talks: readonly string[]
  /** Whether it is the visitor's first of the day: to the demo by this link, and to the workspace. */
  readonly isFirstOfDemo: boolean
  readonly isFirstOfWorkspace: boolean
}

export const measureNames = [
  'visits',
  'views',
  'engaged',
  'completed',
  'leads',
  'agent_talks',
  'engage_shown',
  'engage_accepted',
  'clicks',
  'seconds',
] as const

export interface OracleHistory {
  readonly events: readonly Row[]
  readonly visits: readonly OracleVisit[]
}

export async function visitsFromEvents(database: Database): Promise<OracleHistory> {
  const events = await rowsOf(database, 'select * from tracking.events where workspace_id is not null')
  const demoOfCard = await idsByText(database, 'select id, demo_id as of from public.step_cards')
  const cardOfLead = await idsByText(database, 'select id, card_id as of from public.leads')
  const groups = Map.groupBy(events, (event) =>
    [event['workspace_id'], event['session_id'], event['day'], event['demo_id']].join('|'),
  )
  const visits = [...groups.values()].map((group) => toVisit(group, demoOfCard, cardOfLead))
  const firstOfDemo = firstsOf(visits, ({ workspaceId, day, demoId, link, traffic, visitor }) =>
    [workspaceId, day, demoId, link, traffic, visitor].join('|'),
  )
  const firstOfWorkspace = firstsOf(visits, ({ workspaceId, day, traffic, visitor }) =>
    [workspaceId, day, traffic, visitor].join('|'),
  )
  return {
    events,
    visits: visits.map((visit) => ({
      ...visit,
      isFirstOfDemo: firstOfDemo.has(visit),
      isFirstOfWorkspace: firstOfWorkspace.has(visit),
    })),
  }
}

type Ids = ReadonlyMap<string, string>
type OneVisit = Omit<OracleVisit, 'isFirstOfDemo' | 'isFirstOfWorkspace'>

function toVisit(group: readonly Row[], demoOfCard: Ids, cardOfLead: Ids): OneVisit {
  const events = group.toSorted((a, b) => compare(a['occurred_at'], b['occurred_at']) || compare(a['id'], b['id']))
  const [entry] = events
  if (entry === undefined) throw new Error('A visit has an event')
  const of = (name: string) => String(entry[name])
  const demoId = entry['demo_id'] === null ? null : of('demo_id')
  const traffic = ranks.findLast((rank) => events.some((event) => event['traffic'] === rank)) ?? 'human'
  const steps = stepsOf(events)
  return {
    workspaceId: of('workspace_id'),
    sessionId: of('session_id'),
    day: of('day'),
    demoId,
    version: Number(entry['demo_version']),
    link: of('link'),
    source: of('source'),
    device: of('device'),
    traffic,
    reason: reasonOf(events.filter((event) => event['traffic'] === traffic)),
    visitor: of('visitor'),
    startedAt: of('occurred_at'),
    measures: measuresOf(events, steps, demoId !== null),
    steps,
    way: [...new Set(viewsOf(events).map((event) => String(event['step_id'])))],
    exit: lastStep(events),
    cards: cardsOf(events, demoOfCard, cardOfLead),
    talks: talksOf(events),
  }
}

function measuresOf(events: readonly Row[], steps: OracleVisit['steps'], hasDemo: boolean): OracleVisit['measures'] {
  const count = (type: string) => events.filter((event) => event['event_type'] === type).length
  const seen = [...steps.values()].filter(({ views }) => views > 0).length
  const isEngaged =
    count('demo_started') + count('lead_submitted') + count('agent_opened') + count('engage_accepted') > 0 ||
    seen >= 2 ||
    (!hasDemo && (count('page_view') >= 2 || count('click') >= 1 || secondsOf(events) >= 10))
  return {
    visits: 1,
    views: count('page_view'),
    engaged: isEngaged ? 1 : 0,
    completed: Math.min(1, count('demo_completed')),
    leads: Math.min(1, count('lead_submitted')),
    agent_talks: Math.min(1, count('agent_opened')),
    engage_shown: Math.min(1, count('engage_shown')),
    engage_accepted: Math.min(1, count('engage_accepted')),
    clicks: count('click'),
    seconds: secondsOf(events),
  }
}

function secondsOf(events: readonly Row[]): number {
  return events.reduce(
    (sum, event) => sum + (event['event_type'] === 'time_spent' ? Number(event['time_spent']) : 0),
    0,
  )
}

function stepsOf(events: readonly Row[]): OracleVisit['steps'] {
  const steps = new Map<string, { views: number; seconds: number }>()
  for (const [step, some] of Map.groupBy(events, (event) => event['step_id'])) {
    const told = some.filter(({ event_type: type }) => type === 'step_viewed' || type === 'time_spent')
    if (step === null || told.length === 0) continue
    const views = told.filter(({ event_type: type }) => type === 'step_viewed').length
    steps.set(String(step), { views, seconds: secondsOf(told) })
  }
  return steps
}

/** When steps were shown, with ties broken by id. */
function viewsOf(events: readonly Row[]): readonly Row[] {
  return events
    .filter((event) => event['event_type'] === 'step_viewed' && event['step_id'] !== null)
    .toSorted((a, b) => compare(a['occurred_at'], b['occurred_at']) || compare(a['step_id'], b['step_id']))
}

function lastStep(events: readonly Row[]): string | null {
  const last = viewsOf(events).at(-1)
  return last === undefined ? null : String(last['step_id'])
}

function cardsOf(events: readonly Row[], demoOfCard: Ids, cardOfLead: Ids): ReadonlyMap<string, boolean> {
  const cards = new Map<string, boolean>()
  for (const { event_type: type, subject_id: subject, demo_id: demo } of events) {
    if (type !== 'card_shown' && type !== 'card_clicked' && type !== 'lead_submitted') continue
    const card = type === 'lead_submitted' ? cardOfLead.get(String(subject)) : String(subject)
    if (card === undefined || demoOfCard.get(card) !== demo) continue
    cards.set(card, cards.get(card) === true || type !== 'card_shown')
  }
  return cards
}

function talksOf(events: readonly Row[]): readonly string[] {
  const told = events.filter((event) => event['event_type'] === 'agent_opened' && event['subject_id'] !== null)
  return [...new Set(told.map((event) => String(event['subject_id'])))].toSorted(compare).slice(0, 20)
}

const ranks = ['human', 'unknown', 'preview', 'scanner', 'bot', 'self']

/** The alphabetically first, so that arrival order doesn't matter. */
function reasonOf(events: readonly Row[]): string | null {
  const reasons = events.flatMap(({ traffic_reason: reason }) => (typeof reason === 'string' ? [reason] : []))
  return reasons.toSorted(compare)[0] ?? null
}

function firstsOf(visits: readonly OneVisit[], groupOf: (visit: OneVisit) => string): ReadonlySet<OneVisit> {
  return new Set(
    [...Map.groupBy(visits, groupOf).values()].flatMap((group) =>
      group
        .toSorted(
          (a, b) =>
            compare(a.startedAt, b.startedAt) ||
            compare(a.sessionId, b.sessionId) ||
            compare(a.demoId ?? '', b.demoId ?? ''),
        )
        .slice(0, 1),
    ),
  )
}

export function compare(a: unknown, b: unknown): number {
  const [left, right] = [String(a), String(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

async function idsByText(database: Database, text: string): Promise<Ids> {
  return new Map((await rowsOf(database, text)).map(({ id, of }) => [String(id), String(of)]))
}

export async function rowsOf(database: Database, text: string): Promise<readonly Row[]> {
  const [result] = await database.transaction('system', [{ text }])
  return result?.rows ?? []
}
