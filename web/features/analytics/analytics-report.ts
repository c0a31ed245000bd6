import type { CardType } from '#domain/card.ts'
import type { Rate } from '#domain/rates.ts'

import type { Period } from './analytics-filters.ts'

/* The answers of docs/tracking.md's queries, and the combined data of one page. */

export interface VisitTotals {
  readonly visits: number
  readonly uniques: number
  readonly views: number
  readonly engaged: Rate
  readonly completed: Rate
  readonly leads: Rate
  readonly agent_talks: Rate
  readonly engage_shown: number
  readonly engage_accepted: Rate
  readonly clicks: number
  readonly seconds: number
  /** The median of the newest `median_n` visits. */
  readonly median_seconds: number | null
  readonly median_n: number
}

/** The median's 95 % interval; null below six visits. */
export interface MedianInterval {
  readonly low: number | null
  readonly high: number | null
}

export const dayMetrics = ['visits', 'uniques', 'views', 'engaged', 'completed', 'leads', 'agent_talks'] as const
export type DayMetric = (typeof dayMetrics)[number]

export type DayRow = { readonly day: string; readonly seconds: number } & Readonly<Record<DayMetric, number>>

export const breakdowns = ['source', 'device', 'link', 'demo', 'version', 'traffic'] as const
/** Rows of a breakdown that get_visit_report answers, the most visited first. */
export const breakdownMax = 200
export type Breakdown = (typeof breakdowns)[number]

export interface BreakdownRow {
  readonly key: string | null
  readonly visits: number
  readonly uniques: number
  readonly views: number
  readonly engaged: Rate
  readonly completed: Rate
  readonly leads: Rate
  readonly agent_talks: Rate
  readonly seconds: number
}

export interface FunnelStep {
  readonly step_id: string
  readonly step_order: number
  readonly title: string | null
  readonly reached: Rate
  readonly left_here: Rate
  readonly views: number
  readonly seconds: number
}

export interface HeatCell {
  /** From 0 to 49, each 2% of the picture. */
  readonly cell_x: number
  readonly cell_y: number
  readonly clicks: number
}

/** A path through the steps; shares refer to the newest visits, like medians. */
export interface VisitPath {
  readonly step_ids: readonly string[]
  readonly share: Rate
  readonly completed: Rate
}

/** Visits that saw a card, and those that followed it or sent its form. */
export interface CardFigures {
  readonly card_id: string
  readonly card_type: CardType
  readonly title: string
  readonly step_order: number
  readonly shown: Rate
  readonly followed: Rate
}

/** An outcome of the agent's answers, in the conversations of the newest 1,000 visits with one. */
export interface TalkOutcome {
  readonly outcome: string
  /** Conversations with this outcome. */
  readonly talks: Rate
  readonly turns: number
}

export interface TrafficReason {
  readonly traffic: string
  readonly reason: string | null
  readonly visits: number
}

/** The parts of a report that exist only for a single demo. */
export interface DemoReport {
  readonly steps: readonly FunnelStep[]
  readonly paths: readonly VisitPath[]
  readonly cards: readonly CardFigures[]
  readonly outcomes: readonly TalkOutcome[]
}

export interface Report {
  readonly period: Period
  readonly before: Period
  readonly totals: VisitTotals
  readonly totalsBefore: VisitTotals
  readonly median: MedianInterval
  readonly days: readonly DayRow[]
  readonly daysBefore: readonly DayRow[]
  readonly by: Readonly<Record<Breakdown, readonly BreakdownRow[]>>
  readonly reasons: readonly TrafficReason[]
  /** Null for the whole workspace. */
  readonly demo: DemoReport | null
}
