import type { Database } from '#server/database/database.ts'

/*
 * The daily totals worked out a second time, from the raw events alone and in another language, to compare with what
 * roll_up_tracking keeps. Simple rather than fast.
 */

type Row = Readonly<Record<string, unknown>>

interface OracleVisit {
  readonly key: readonly unknown[]
  readonly place: readonly unknown[]
  readonly visitor: string
  /** Why it isn't a person's. */
  readonly reason: string | null
  readonly startedAt: string
  readonly sessionId: string
  readonly measures: Readonly<Record<string, number>>
  readonly steps: ReadonlyMap<string, { views: number; seconds: number }>
  readonly exit: string | null
  /** The cards of the demo that the visit saw, and whether it followed them. */
  readonly cards: ReadonlyMap<string, boolean>
}

/** Everything the totals hold, as sorted lines; equal lines mean equal totals. */
export async function totalsFromEvents(database: Database): Promise<readonly string[]> {
  const events = await rowsOf(database, 'select * from tracking.events where workspace_id is not null')
  const groups = Map.groupBy(events, (event) =>
    [event['workspace_id'], event['session_id'], event['day'], event['demo_id']].join('|'),
  )
  const demoOfCard = await idsByText(database, 'select id, demo_id as of from public.step_cards')
  const cardOfLead = await idsByText(database, 'select id, card_id as of from public.leads')
  const visits = [...groups.values()].map((group) => toVisit(group, demoOfCard, cardOfLead))
  const sums = new Map<string, number>()
  const add = (name: string, key: readonly unknown[], value: number) => {
    const line = `${name} ${key.map((part) => part ?? '-').join('|')}`
    sums.set(line, (sums.get(line) ?? 0) + value)
  }
  const addParts = (name: string, key: readonly unknown[], value: number) => {
    const [workspace, day, demo, version, link, source, device, traffic] = key
    for (const [part, of] of Object.entries({ all: '', source, device, link, demo: demo ?? '', version })) {
      // A demo has visitors of its own; any other part has the workspace's.
      const isOther = part === 'demo' ? name === 'workspace_uniques' : name === 'uniques'
      if (!isOther) add(`part ${name.replace('workspace_', '')}`, [workspace, day, part, of, traffic], value)
    }
  }
  /** Once with source and device, once without, and once for each part of the workspace's visits. */
  const addAll = (name: string, key: readonly unknown[], value: number) => {
    add(name, key, value)
    add(`total ${name}`, [...key.slice(0, 5), ...key.slice(7)], value)
    addParts(name, key, value)
  }

  for (const visit of visits) {
    const [workspace, day, demo, , , , , traffic] = visit.key
    for (const [name, value] of Object.entries(visit.measures)) addAll(name, visit.key, value)
    if (traffic !== 'human') add('reason', [workspace, day, demo, traffic, visit.reason], 1)
    if (demo === null) continue
    addParts('demo_visits', visit.key, 1)
    for (const [step, { views, seconds }] of visit.steps) {
      add('step reached', [...visit.place, step], views > 0 ? 1 : 0)
      add('step views', [...visit.place, step], views)
      add('step seconds', [...visit.place, step], seconds)
      add('step exits', [...visit.place, step], visit.exit === step ? 1 : 0)
    }
    for (const [card, isFollowed] of visit.cards) {
      add('card shown', [...visit.place, card], 1)
      add('card followed', [...visit.place, card], isFollowed ? 1 : 0)
    }
  }
  const countFirst = (name: string, groupOf: (visit: OracleVisit) => readonly unknown[]) => {
    for (const group of Map.groupBy(visits, (visit) => groupOf(visit).join('|')).values()) {
      const [first] = group.toSorted(
        (a, b) =>
          compare(a.startedAt, b.startedAt) ||
          compare(a.sessionId, b.sessionId) ||
          compare(a.key[2] ?? '', b.key[2] ?? ''),
      )
      if (first !== undefined) addAll(name, first.key, 1)
    }
  }
  countFirst('uniques', ({ key: [workspace, day, demo, , link, , , traffic], visitor }) => [
    workspace,
    day,
    demo,
    link,
    traffic,
    visitor,
  ])
  countFirst('workspace_uniques', ({ key: [workspace, day, , , , , , traffic], visitor }) => [
    workspace,
    day,
    traffic,
    visitor,
  ])
  for (const event of events) {
    const { step_id: step, image_x: x, image_y: y } = event
    if (event['event_type'] !== 'click' || step === null || x === null) continue
    const cell = [Math.min(49, Math.floor(Number(x) / 2)), Math.min(49, Math.floor(Number(y) / 2))]
    const place = ['workspace_id', 'demo_id', 'day', 'demo_version', 'link', 'traffic'].map((name) => event[name])
    add('cell', [...place, step, ...cell], 1)
  }
  return [...sums].flatMap(([line, value]) => (value === 0 ? [] : `${line} = ${value}`)).sort()
}

/** What the totals hold, in the same words. */
export async function totalsAsKept(database: Database): Promise<readonly string[]> {
  const lines: string[] = []
  const add = (rows: readonly Row[], keys: readonly string[], names: Readonly<Record<string, string>>) => {
    for (const row of rows) {
      for (const [name, column] of Object.entries(names)) {
        if (Number(row[column]) === 0) continue
        lines.push(`${name} ${keys.map((key) => row[key] ?? '-').join('|')} = ${Number(row[column])}`)
      }
    }
  }
  const place = ['workspace_id', 'demo_id', 'day', 'demo_version', 'link', 'traffic']
  add(
    await rowsOf(database, 'select * from tracking.daily_visits'),
    ['workspace_id', 'day', 'demo_id', 'demo_version', 'link', 'source', 'device', 'traffic'],
    Object.fromEntries([...measureNames, ...uniqueNames].map((name) => [name, name])),
  )
  add(
    await rowsOf(database, 'select * from tracking.daily_totals'),
    ['workspace_id', 'day', 'demo_id', 'demo_version', 'link', 'traffic'],
    Object.fromEntries([...measureNames, ...uniqueNames].map((name) => [`total ${name}`, name])),
  )
  add(
    await rowsOf(database, 'select * from tracking.daily_parts'),
    ['workspace_id', 'day', 'part', 'key', 'traffic'],
    Object.fromEntries([...measureNames, 'uniques', 'demo_visits'].map((name) => [`part ${name}`, name])),
  )
  add(
    await rowsOf(database, 'select * from tracking.daily_reasons'),
    ['workspace_id', 'day', 'demo_id', 'traffic', 'reason'],
    { reason: 'visits' },
  )
  add(await rowsOf(database, 'select * from tracking.daily_steps'), [...place, 'step_id'], {
    'step reached': 'reached',
    'step views': 'views',
    'step seconds': 'seconds',
    'step exits': 'exits',
  })
  add(await rowsOf(database, 'select * from tracking.daily_cards'), [...place, 'card_id'], {
    'card shown': 'shown',
    'card followed': 'followed',
  })
  add(await rowsOf(database, 'select * from tracking.daily_clicks'), [...place, 'step_id', 'cell_x', 'cell_y'], {
    cell: 'clicks',
  })
  return lines.sort()
}

const uniqueNames = ['uniques', 'workspace_uniques'] as const
const measureNames = ['visits', 'views', 'engaged', 'completed', 'leads', 'agent_talks', 'clicks', 'seconds'] as const

type Ids = ReadonlyMap<string, string>

function toVisit(group: readonly Row[], demoOfCard: Ids, cardOfLead: Ids): OracleVisit {
  const events = group.toSorted((a, b) => compare(a['occurred_at'], b['occurred_at']) || compare(a['id'], b['id']))
  const [entry] = events
  if (entry === undefined) throw new Error('A visit has an event')
  const count = (type: string) => events.filter((event) => event['event_type'] === type).length
  const spent = (some: readonly Row[]) =>
    some.reduce((sum, event) => sum + (event['event_type'] === 'time_spent' ? Number(event['time_spent']) : 0), 0)
  const traffic = ranks.findLast((rank) => events.some((event) => event['traffic'] === rank))
  const steps = new Map<string, { views: number; seconds: number }>()
  for (const [step, some] of Map.groupBy(events, (event) => event['step_id'])) {
    const told = some.filter(({ event_type: type }) => type === 'step_viewed' || type === 'time_spent')
    if (step === null || told.length === 0) continue
    const views = told.filter(({ event_type: type }) => type === 'step_viewed').length
    steps.set(String(step), { views, seconds: spent(told) })
  }
  const seen = [...steps.values()].filter(({ views }) => views > 0).length
  const hasDemo = entry['demo_id'] !== null
  const isEngaged =
    count('demo_started') + count('lead_submitted') + count('agent_opened') + count('engage_accepted') > 0 ||
    seen >= 2 ||
    (!hasDemo && (count('page_view') >= 2 || count('click') >= 1 || spent(events) >= 10))
  const of = (name: string) => entry[name]
  return {
    key: [
      of('workspace_id'),
      of('day'),
      of('demo_id'),
      of('demo_version'),
      of('link'),
      of('source'),
      of('device'),
      traffic,
    ],
    place: [of('workspace_id'), of('demo_id'), of('day'), of('demo_version'), of('link'), traffic],
    visitor: String(of('visitor')),
    reason: reasonOf(events.filter((event) => event['traffic'] === traffic)),
    startedAt: String(of('occurred_at')),
    sessionId: String(of('session_id')),
    steps,
    exit: lastStep(events),
    cards: cardsOf(events, demoOfCard, cardOfLead),
    measures: {
      visits: 1,
      views: count('page_view'),
      engaged: isEngaged ? 1 : 0,
      completed: Math.min(1, count('demo_completed')),
      leads: Math.min(1, count('lead_submitted')),
      agent_talks: Math.min(1, count('agent_opened')),
      clicks: count('click'),
      seconds: spent(events),
    },
  }
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

const ranks = ['human', 'unknown', 'preview', 'scanner', 'bot', 'self']

/** The first by the alphabet, so that it doesn't matter which came first. */
function reasonOf(events: readonly Row[]): string | null {
  const reasons = events.flatMap(({ traffic_reason: reason }) => (typeof reason === 'string' ? [reason] : []))
  return reasons.toSorted(compare)[0] ?? null
}

function lastStep(events: readonly Row[]): string | null {
  const views = events.filter((event) => event['event_type'] === 'step_viewed' && event['step_id'] !== null)
  const last = views
    .toSorted((a, b) => compare(a['occurred_at'], b['occurred_at']) || compare(a['step_id'], b['step_id']))
    .at(-1)
  return last === undefined ? null : String(last['step_id'])
}

function compare(a: unknown, b: unknown): number {
  const [left, right] = [String(a), String(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

async function idsByText(database: Database, text: string): Promise<Ids> {
  return new Map((await rowsOf(database, text)).map(({ id, of }) => [String(id), String(of)]))
}

async function rowsOf(database: Database, text: string): Promise<readonly Row[]> {
  const [result] = await database.transaction('system', [{ text }])
  return result?.rows ?? []
}
