import { rateOf } from '#domain/rates.ts'
import type { Database, Statement } from '#backend/database/database.ts'

import { cellOf } from './tracking-oracle.ts'
import {
  compare,
  rowsOf,
  visitsFromEvents,
  type OracleHistory,
  type OracleVisit,
  type Row,
} from './visits-from-events.ts'

/*
 * Computes what every function of docs/tracking.md's "Queries" should answer, from the raw events, turns and the
 * current demo, without any totals.
 */

export interface FigureFilter {
  readonly workspaceId: string
  readonly from: string
  readonly to: string
  readonly demoId: string | null
  /** A link's id, empty for the plain URL, null for any. */
  readonly link: string | null
  readonly traffic: string
  readonly version: number | null
}

/** Answers that differ from the events, each with the query and the expected value. */
export async function findAnswerDifferences(
  database: Database,
  filters: readonly FigureFilter[],
): Promise<readonly unknown[]> {
  const history = await visitsFromEvents(database)
  const content = await contentOf(database)
  const asked = filters.flatMap((filter) =>
    questionsOf(filter, history, content).map((question) => ({ filter, ...question })),
  )
  const answers = await database.transaction(
    'system',
    asked.map(({ text, values }): Statement => ({ text: `select to_jsonb(t) as row from ${text} t`, values })),
  )
  return asked.flatMap(({ text, filter, expected, isOrdered }, index) => {
    const lines = (rows: readonly unknown[]) => {
      const written = rows.map((row) => JSON.stringify(row, inOrder))
      return isOrdered ? written : written.toSorted(compare)
    }
    const [told, wanted] = [lines((answers[index]?.rows ?? []).map(({ row }) => row)), lines(expected)]
    if (told.length === wanted.length && told.every((line, at) => isSame(line, wanted[at] ?? ''))) return []
    return [{ text, filter, told: without(told, wanted), wanted: without(wanted, told) }]
  })
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  return lines.filter((line, at) => !isSame(line, others[at] ?? ''))
}

/** Rounding may move nearly equal numbers apart by one in the last digit. */
function isSame(line: string, other: string): boolean {
  const [numbers, others] = [line, other].map((text) => (text.match(decimals) ?? []).map(Number))
  return (
    line === other ||
    (line.replaceAll(decimals, '') === other.replaceAll(decimals, '') &&
      (numbers ?? []).every((number, at) => Math.abs(number - (others?.[at] ?? Number.NaN)) < 1.5e-6))
  )
}

const decimals = /\d+\.\d+/g

/** Sorted keys, and numbers to the precision both know of the interval quantiles. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(6))
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compare(a, b)))
}

interface Content {
  readonly steps: readonly Row[]
  readonly cards: readonly Row[]
  /** How often each outcome occurred, by conversation. */
  readonly talks: ReadonlyMap<string, { readonly demoId: string; readonly outcomes: ReadonlyMap<string, number> }>
}

async function contentOf(database: Database): Promise<Content> {
  const talks = await rowsOf(database, 'select id, demo_id from public.conversations')
  const turns = await rowsOf(database, `select * from public.conversation_turns where speaker = 'agent'`)
  const turnsOf = Map.groupBy(turns, (turn) => turn['conversation_id'])
  return {
    steps: await rowsOf(database, 'select * from public.demo_steps order by "order", id'),
    cards: await rowsOf(
      database,
      `select c.*, s."order" as step_order from public.step_cards c join public.demo_steps s on s.id = c.step_id
       order by s."order", c.position, c.id`,
    ),
    talks: new Map(
      talks.map(({ id, demo_id: demoId }) => {
        const outcomes = Map.groupBy(turnsOf.get(id) ?? [], ({ outcome }) => String(outcome))
        const counts = [...outcomes].map(([outcome, some]) => [outcome, some.length] as const)
        return [String(id), { demoId: String(demoId), outcomes: new Map(counts) }]
      }),
    ),
  }
}

interface Question {
  readonly text: string
  readonly values: readonly unknown[]
  readonly expected: readonly unknown[]
  /** Where the order is part of the answer, and the same in every collation. */
  readonly isOrdered: boolean
}

function questionsOf(filter: FigureFilter, history: OracleHistory, content: Content): readonly Question[] {
  const { workspaceId, from, to, demoId, link, traffic, version } = filter
  const ofPeriod = history.visits.filter(
    (visit) =>
      visit.workspaceId === workspaceId &&
      visit.day >= from &&
      visit.day <= to &&
      (demoId === null || visit.demoId === demoId),
  )
  const ofAll = ofPeriod.filter(
    (visit) => (link === null || visit.link === link) && (version === null || visit.version === version),
  )
  const visits = ofAll.filter((visit) => traffic === 'all' || visit.traffic === traffic)
  const isFirst = (visit: OracleVisit) => (demoId === null ? visit.isFirstOfWorkspace : visit.isFirstOfDemo)

  const ofWorkspace = [workspaceId, from, to, demoId, link, traffic, version]
  const seven = '($1, $2, $3, $4, $5, $6, $7)'
  const questions: Question[] = [
    {
      text: `public.get_visit_totals${seven}`,
      values: ofWorkspace,
      expected: [totalsOf(visits, isFirst)],
      isOrdered: true,
    },
    {
      text: `public.get_visit_median${seven}`,
      values: ofWorkspace,
      expected: [medianRangeOf(visits)],
      isOrdered: true,
    },
    { text: `public.get_visit_days${seven}`, values: ofWorkspace, expected: daysOf(visits, isFirst), isOrdered: true },
    {
      text: 'public.get_traffic_reasons($1, $2, $3, $4)',
      values: [workspaceId, from, to, demoId],
      expected: reasonsOf(ofPeriod),
      isOrdered: false,
    },
    ...Object.entries(keys).map(([by, keyOf]): Question => {
      const first = by === 'demo' ? (visit: OracleVisit) => visit.isFirstOfDemo : isFirst
      return {
        text: `public.get_visit_breakdown('${by}', $1, $2, $3, $4, $5, $6, $7, 1000)`,
        values: ofWorkspace,
        expected: breakdownOf(by === 'traffic' ? ofAll : visits, keyOf, first),
        isOrdered: false,
      }
    }),
  ]
  if (demoId === null) return questions
  const six = '($1, $2, $3, $4, $5, $6'
  const ofDemo = [demoId, from, to, link, traffic, version]
  const steps = content.steps.filter((step) => step['demo_id'] === demoId)
  const cards = content.cards.filter((card) => card['demo_id'] === demoId)
  const clicks = history.events.filter(
    (event) =>
      event['demo_id'] === demoId &&
      String(event['day']) >= from &&
      String(event['day']) <= to &&
      (link === null || event['link'] === link) &&
      (version === null || event['demo_version'] === version) &&
      (traffic === 'all' || event['traffic'] === traffic),
  )
  return [
    ...questions,
    { text: `public.get_step_funnel${six})`, values: ofDemo, expected: funnelOf(steps, visits), isOrdered: true },
    { text: `public.get_visit_paths${six}, 200)`, values: ofDemo, expected: waysOf(visits), isOrdered: false },
    { text: `public.get_card_figures${six})`, values: ofDemo, expected: cardsOf(cards, visits), isOrdered: true },
    {
      text: `public.get_talk_outcomes${six})`,
      values: ofDemo,
      expected: outcomesOf(demoId, visits, content),
      isOrdered: true,
    },
    ...steps.map(({ id }): Question => ({
      text: 'public.get_click_heatmap($1, $7, $2, $3, $4, $5, $6)',
      values: [...ofDemo, id],
      expected: cellsOf(clicks.filter((event) => event['step_id'] === id)),
      isOrdered: true,
    })),
  ]
}

const keys: Readonly<Record<string, (visit: OracleVisit) => string | null>> = {
  source: ({ source }) => source,
  device: ({ device }) => device,
  link: ({ link }) => link,
  demo: ({ demoId }) => demoId,
  version: ({ version }) => String(version),
  traffic: ({ traffic }) => traffic,
}

/** Hits are capped at n: events may get lost, or report a completion falsely. */
function share(hits: number, n: number) {
  return rateOf(Math.min(hits, n), n)
}

function sumOf(visits: readonly OracleVisit[], name: keyof OracleVisit['measures']): number {
  return visits.reduce((sum, { measures }) => sum + measures[name], 0)
}

type IsFirst = (visit: OracleVisit) => boolean

/** The common part of totals and breakdowns. */
function ratesOf(visits: readonly OracleVisit[], isFirst: IsFirst) {
  const n = visits.length
  return {
    visits: n,
    uniques: visits.filter(isFirst).length,
    views: sumOf(visits, 'views'),
    engaged: share(sumOf(visits, 'engaged'), n),
    completed: share(sumOf(visits, 'completed'), visits.filter(({ demoId }) => demoId !== null).length),
    leads: share(sumOf(visits, 'leads'), n),
    agent_talks: share(sumOf(visits, 'agent_talks'), n),
    seconds: sumOf(visits, 'seconds'),
  }
}

function totalsOf(visits: readonly OracleVisit[], isFirst: IsFirst) {
  const seconds = newestSeconds(visits)
  const shown = sumOf(visits, 'engage_shown')
  const [low, high] = [seconds[Math.floor((seconds.length - 1) / 2)], seconds[Math.floor(seconds.length / 2)]]
  return {
    ...ratesOf(visits, isFirst),
    engage_shown: shown,
    engage_accepted: share(sumOf(visits, 'engage_accepted'), shown),
    clicks: sumOf(visits, 'clicks'),
    median_seconds: low === undefined || high === undefined ? null : (low + high) / 2,
    median_n: seconds.length,
  }
}

/** The newest by start; the database alone breaks ties. */
function newestOf(visits: readonly OracleVisit[], most: number): readonly OracleVisit[] {
  return visits.toSorted((a, b) => compare(b.startedAt, a.startedAt)).slice(0, most)
}

function newestSeconds(visits: readonly OracleVisit[]): readonly number[] {
  return newestOf(visits, 2_000)
    .map(({ measures }) => measures.seconds)
    .toSorted((a, b) => a - b)
}

/** Order statistics that contain the median with 95 %, for any distribution. */
function medianRangeOf(visits: readonly OracleVisit[]) {
  const seconds = newestSeconds(visits)
  const n = seconds.length
  if (n < 6) return { low: null, high: null, n }
  const reach = 0.98 * Math.sqrt(n)
  const low = Math.max(1, Math.floor(n / 2 - reach))
  const high = Math.min(n, Math.ceil(1 + n / 2 + reach))
  return { low: seconds[low - 1], high: seconds[high - 1], n }
}

function daysOf(visits: readonly OracleVisit[], isFirst: IsFirst): readonly unknown[] {
  return [...Map.groupBy(visits, ({ day }) => day)]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([day, some]) => ({
      day,
      visits: some.length,
      uniques: some.filter(isFirst).length,
      views: sumOf(some, 'views'),
      engaged: sumOf(some, 'engaged'),
      completed: sumOf(some, 'completed'),
      leads: sumOf(some, 'leads'),
      agent_talks: sumOf(some, 'agent_talks'),
      seconds: sumOf(some, 'seconds'),
    }))
}

function breakdownOf(
  visits: readonly OracleVisit[],
  keyOf: (visit: OracleVisit) => string | null,
  isFirst: IsFirst,
): readonly unknown[] {
  return [...Map.groupBy(visits, keyOf)].map(([key, some]) => ({ key, ...ratesOf(some, isFirst) }))
}

function reasonsOf(visits: readonly OracleVisit[]): readonly unknown[] {
  const others = visits.filter(({ traffic }) => traffic !== 'human')
  return [...Map.groupBy(others, ({ traffic, reason }) => JSON.stringify([traffic, reason])).values()].map((some) => ({
    traffic: some[0]?.traffic,
    reason: some[0]?.reason,
    visits: some.length,
  }))
}

function funnelOf(steps: readonly Row[], visits: readonly OracleVisit[]): readonly unknown[] {
  return steps.map(({ id, title }, index) => {
    const step = String(id)
    const seen = visits.flatMap((visit) => visit.steps.get(step) ?? [])
    const reached = seen.filter(({ views }) => views > 0).length
    return {
      step_id: step,
      step_order: index + 1,
      title,
      reached: share(reached, visits.length),
      left_here: share(visits.filter(({ exit }) => exit === step).length, reached),
      views: seen.reduce((sum, { views }) => sum + views, 0),
      seconds: seen.reduce((sum, { seconds }) => sum + seconds, 0),
    }
  })
}

function waysOf(visits: readonly OracleVisit[]): readonly unknown[] {
  const newest = newestOf(visits, 2_000)
  return [...Map.groupBy(newest, ({ way }) => way.join()).values()].map((some) => ({
    step_ids: some[0]?.way,
    share: share(some.length, newest.length),
    completed: share(sumOf(some, 'completed'), some.length),
  }))
}

function cardsOf(cards: readonly Row[], visits: readonly OracleVisit[]): readonly unknown[] {
  return cards.map((card) => {
    const seen = visits.flatMap((visit) => visit.cards.get(String(card['id'])) ?? [])
    return {
      card_id: card['id'],
      card_type: card['type'],
      title: card['title'],
      step_order: card['step_order'],
      shown: share(seen.length, visits.length),
      followed: share(seen.filter(Boolean).length, seen.length),
    }
  })
}

/** The possible outcomes of an answer to a question; greetings and the like don't count. */
const answerOutcomes = ['answered', 'unknown', 'human', 'contact', 'declined', 'booked']

function outcomesOf(demoId: string, visits: readonly OracleVisit[], { talks }: Content): readonly unknown[] {
  const opened = [...new Set(visits.flatMap((visit) => visit.talks))].flatMap((id) => {
    const talk = talks.get(id)
    return talk?.demoId === demoId ? [talk.outcomes] : []
  })
  return answerOutcomes
    .map((outcome) => {
      const counts = opened.flatMap((outcomes) => outcomes.get(outcome) ?? [])
      return {
        outcome,
        talks: share(counts.length, opened.length),
        turns: counts.reduce((sum, count) => sum + count, 0),
      }
    })
    .filter(({ turns }) => turns > 0)
    .toSorted((a, b) => b.turns - a.turns || compare(a.outcome, b.outcome))
}

function cellsOf(clicks: readonly Row[]): readonly unknown[] {
  const cells = clicks.flatMap((event) => {
    const cell = cellOf(event)
    return cell === null ? [] : [cell]
  })
  return [...Map.groupBy(cells, (cell) => cell.join()).values()]
    .map((some) => ({ cell_x: some[0]?.[0] ?? 0, cell_y: some[0]?.[1] ?? 0, clicks: some.length }))
    .toSorted((a, b) => b.clicks - a.clicks || a.cell_x - b.cell_x || a.cell_y - b.cell_y)
}
