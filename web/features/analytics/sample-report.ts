import { rateOf } from '#domain/rates.ts'

import { daysOf, periodBefore, type Period } from './analytics-filters.ts'
import type {
  BreakdownRow,
  DayRow,
  DemoReport,
  FunnelStep,
  Report,
  VisitPath,
  VisitTotals,
} from './analytics-report.ts'

/* Sample figures for workspaces without visits, labelled as such. All are fractions of the days' visits. */

const stepTitles = ['Open your invoices', 'Pick a customer', 'Add the hours', 'Check the tax', 'Send it', 'See it paid']
/** Share of starting visits that see each step. */
const reach = [1, 0.82, 0.71, 0.66, 0.48, 0.41]
/** Medians and paths cover at most this many visits. */
const newestMax = 2_000

export function sampleReport(period: Period, isOfDemo: boolean): Report {
  const before = periodBefore(period)
  const days = daysOf(period).map((day, index) => dayRow(day, index, 1))
  const daysBefore = daysOf(before).map((day, index) => dayRow(day, index + 3, 0.8))
  const totals = totalsOf(days, 96)
  const steps = stepsOf(totals)
  const others = split(totalsOf(days.slice(0, 2), 0), Object.keys(reasonOf), [0.5, 0.3])
  return {
    period,
    before,
    totals,
    totalsBefore: totalsOf(daysBefore, 84),
    median: { low: 82, high: 113 },
    days,
    daysBefore,
    by: {
      source: split(totals, ['newsletter', 'direct', 'google.com', 'linkedin.com'], [0.44, 0.27, 0.2]),
      device: split(totals, ['desktop', 'phone', 'tablet'], [0.71, 0.25]),
      link: split(totals, ['', 'Spring newsletter', 'Partner page'], [0.58, 0.3]),
      demo: isOfDemo ? [] : split(totals, ['Plan a day of deliveries', 'Onboard a new driver'], [0.7]),
      version: split(totals, ['2', '1'], [0.55]),
      traffic: [...split(totals, ['human'], []), ...others],
    },
    reasons: others.map(({ key, visits }) => ({ traffic: key ?? '', reason: reasonOf[key ?? ''] ?? null, visits })),
    demo: isOfDemo ? { steps, paths: pathsOf(steps, totals.median_n), ...cardsAndTalks(totals) } : null,
  }
}

const reasonOf: Readonly<Record<string, string>> = {
  scanner: 'A mail scanner followed the link',
  preview: 'A link preview',
  self: 'A member of the workspace',
}

function cardsAndTalks({ visits, leads, agent_talks }: VisitTotals): Pick<DemoReport, 'cards' | 'outcomes'> {
  const shown = Math.round(visits * 0.4)
  const ended = (outcome: string, share: number) => {
    const talks = Math.round(agent_talks.hits * share)
    return { outcome, talks: rateOf(talks, agent_talks.hits), turns: talks * 2 }
  }
  return {
    cards: [
      {
        card_id: 'form',
        card_type: 'lead',
        title: 'See it with your data',
        step_order: 3,
        shown: rateOf(shown, visits),
        followed: rateOf(Math.min(shown, leads.hits), shown),
      },
    ],
    outcomes: [ended('answered', 0.8), ended('unknown', 0.2), ended('human', 0.1)],
  }
}

/** Busy in the middle of the week, quiet at weekends. */
function dayRow(day: string, index: number, level: number): DayRow {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const week = [4, 17, 23, 26, 21, 14, 5][weekday] ?? 0
  const visits = Math.round(level * (week + 4 * Math.sin(index * 1.7)) + 1)
  return {
    day,
    visits,
    uniques: Math.round(visits * 0.86),
    views: Math.round(visits * 1.3),
    engaged: Math.round(visits * 0.68),
    completed: Math.round(visits * 0.41),
    leads: Math.round(visits * 0.06),
    agent_talks: Math.round(visits * 0.17),
    seconds: visits * 97,
  }
}

function totalsOf(days: readonly DayRow[], medianSeconds: number): VisitTotals {
  const sum = (name: Exclude<keyof DayRow, 'day'>) => days.reduce((total, row) => total + row[name], 0)
  const visits = sum('visits')
  const shown = Math.round(visits * 0.4)
  return {
    visits,
    uniques: sum('uniques'),
    views: sum('views'),
    engaged: rateOf(sum('engaged'), visits),
    completed: rateOf(sum('completed'), visits),
    leads: rateOf(sum('leads'), visits),
    agent_talks: rateOf(sum('agent_talks'), visits),
    engage_shown: shown,
    engage_accepted: rateOf(Math.round(shown * 0.22), shown),
    clicks: visits * 4,
    seconds: sum('seconds'),
    median_seconds: medianSeconds,
    median_n: Math.min(visits, newestMax),
  }
}

/** Each key with its share of the visits, the last with the rest; later keys perform worse. */
function split(totals: VisitTotals, keys: readonly string[], shares: readonly number[]): readonly BreakdownRow[] {
  const visits = divide(totals.visits, [...shares, 1 - shares.reduce((sum, share) => sum + share, 0)])
  const weights = visits.map((count, index) => count * (10 - index))
  const parts = (['engaged', 'completed', 'leads', 'agent_talks'] as const).map((name) =>
    divide(totals[name].hits, weights),
  )
  const [uniques, views] = [divide(totals.uniques, visits), divide(totals.views, visits)]
  return keys.map((key, index) => {
    const own = visits[index] ?? 0
    const [engaged, completed, leads, talks] = parts.map((part) => rateOf(Math.min(own, part[index] ?? 0), own))
    const none = rateOf(0, own)
    return {
      key,
      visits: own,
      uniques: uniques[index] ?? 0,
      views: views[index] ?? 0,
      engaged: engaged ?? none,
      completed: completed ?? none,
      leads: leads ?? none,
      agent_talks: talks ?? none,
      seconds: own * 97,
    }
  })
}

/** Splits `total` into whole parts by weight. */
function divide(total: number, weights: readonly number[]): readonly number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let [reached, given] = [0, 0]
  return weights.map((weight) => {
    reached += weight
    const part = all === 0 ? 0 : Math.round((total * reached) / all) - given
    given += part
    return part
  })
}

function stepsOf(totals: VisitTotals): readonly FunnelStep[] {
  const { hits: completed, n: visits } = totals.completed
  const last = stepTitles.length - 1
  const reached = reach.map((share, index) =>
    index === last ? completed : Math.max(completed, Math.round(visits * share)),
  )
  return stepTitles.map((title, index) => {
    const here = reached[index] ?? 0
    return {
      step_id: `sample-${index + 1}`,
      step_order: index + 1,
      title,
      reached: rateOf(here, visits),
      left_here: rateOf(here - (reached[index + 1] ?? 0), here),
      views: Math.round(here * 1.2),
      seconds: here * 16,
    }
  })
}

function pathsOf(steps: readonly FunnelStep[], visits: number): readonly VisitPath[] {
  const path = (count: number, share: number): VisitPath => {
    const hits = Math.round(visits * share)
    const isWhole = count === steps.length
    return {
      step_ids: steps.slice(0, count).map(({ step_id }) => step_id),
      share: rateOf(hits, visits),
      completed: rateOf(isWhole ? hits : 0, hits),
    }
  }
  return [path(6, 0.38), path(1, 0.18), path(4, 0.17), path(2, 0.1)]
}
