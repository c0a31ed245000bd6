import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { Personality } from '#domain/agent-options.ts'
import type { Pronunciation } from '#domain/speech-providers.ts'
import { objectionKinds, type ObjectionKind, type SalesRules } from '#domain/sales-rules.ts'

/* The rows of an agent and its knowledge, as members read and write them. */

export interface AgentRow {
  readonly id: string
  readonly workspace_id: string
  readonly slug: string
  readonly name: string
  readonly voice: string
  readonly personality: Personality
  readonly sales_process: string | null
  readonly demo_script: string | null
  readonly welcome_message: string | null
  readonly demo_id: string | null
  readonly is_default: boolean
  /** The hue of the agent's face, in degrees. */
  readonly hue: number
  /** Null until somebody edits the lists. */
  readonly sales_rules: SalesRules | null
  readonly never_say: readonly string[]
  /** The speed of its voice; 1 is the voice's normal pace. */
  readonly speed: number
  readonly pronunciations: readonly Pronunciation[]
  /** The first is its main language. */
  readonly languages: readonly AgentLanguage[]
  readonly published_version: number | null
  readonly created_at: string
  readonly updated_at: string
}

/** What authors change as they type. */
export type AgentEdit = Partial<
  Pick<
    AgentRow,
    | 'name'
    | 'voice'
    | 'personality'
    | 'sales_process'
    | 'demo_script'
    | 'welcome_message'
    | 'hue'
    | 'sales_rules'
    | 'never_say'
    | 'speed'
    | 'pronunciations'
    | 'languages'
  >
>

export interface AgentFigures {
  readonly agent_id: string
  readonly talks: number
  /** 28 numbers; the last day ends now. */
  readonly talks_by_day: readonly number[]
  /** Questions the agent answered or could not. */
  readonly asked: number
  readonly answered: number
  readonly meetings: number
  readonly leads: number
  /** Open right now. */
  readonly talking: number
}

export interface AgentDemoRow {
  readonly demo_id: string
  readonly agent_id: string
  readonly welcome_message: string | null
  readonly demo_script: string | null
}

const objectionLabels: Readonly<Record<ObjectionKind, string>> = {
  price: 'Price',
  timing: 'Timing',
  competitor: 'Competitor',
  security: 'Security',
  authority: 'Authority',
  need: 'Need',
  'send-something': 'Send something',
  'just-looking': 'Just looking',
}
export const objectionOptions = objectionKinds.map((value) => ({ value, label: objectionLabels[value] }))

export function objectionLabel(kind: string): string {
  return objectionOptions.find(({ value }) => value === kind)?.label ?? kind
}

export interface SourceRow {
  readonly id: string
  readonly agent_id: string
  readonly kind: 'document' | 'page' | 'site'
  readonly title: string
  readonly address: string | null
  readonly bytes: number
  readonly page_count: number
  readonly status: 'waiting' | 'reading' | 'ready' | 'failed'
  /** A sentence if reading failed. */
  readonly problem: string | null
  readonly refreshed_at: string | null
  readonly created_at: string
}

export interface PairRow {
  readonly id: string
  readonly agent_id: string
  readonly question: string
  readonly variants: readonly string[]
  readonly answer: string
  readonly objection: ObjectionKind | null
  readonly step_id: string | null
  /** A draft to approve; agents never use it. */
  readonly is_draft: boolean
  readonly created_at: string
}

export interface PlanRow {
  readonly id: string
  readonly agent_id: string
  readonly position: number
  readonly name: string
  readonly price: string
  readonly period: string
  readonly includes: string
}

export interface TermRow {
  readonly id: string
  readonly agent_id: string
  readonly term: string
  readonly synonyms: readonly string[]
  readonly meaning: string
}

export interface StepQuestionsRow {
  readonly step_id: string
  readonly questions: readonly string[]
}

export type Expectation =
  | { readonly kind: 'step'; readonly stepId: string }
  | { readonly kind: 'says'; readonly text: string }
  | { readonly kind: 'refuses' | 'hands-over' | 'books' }

export const scenarioGoals = [
  { value: 'books', label: 'Books' },
  { value: 'hands-over', label: 'Hands over' },
  { value: 'leaves-address', label: 'Leaves an address' },
  { value: 'answers', label: 'Answers' },
] as const

export interface Scenario {
  readonly persona: string
  readonly turns: readonly string[]
  readonly goal: (typeof scenarioGoals)[number]['value']
}

export interface TestRun {
  readonly passed: boolean
  readonly said: string
  readonly cited: readonly string[]
  readonly milliseconds: number
  /** Turn of a scenario, from 1. */
  readonly failedAt: number | null
}

export interface TestRow {
  readonly id: string
  readonly agent_id: string
  readonly demo_id: string | null
  readonly kind: 'question' | 'scenario'
  readonly position: number
  readonly title: string
  readonly expected: Expectation | null
  readonly scenario: Scenario | null
  readonly last_run: TestRun | null
  readonly last_run_at: string | null
}

export interface VersionRow {
  readonly id: string
  readonly agent_id: string
  readonly number: number
  readonly note: string
  readonly tests: { readonly passed: number; readonly failed: number }
  readonly reason: string | null
  readonly published_by: string | null
  readonly published_at: string
}

/** A question the agent couldn't answer, with its wordings. */
export interface UnansweredGroup {
  readonly question: string
  readonly count: number
  readonly wordings: readonly string[]
  readonly lastAskedAt: string
  readonly demoId: string | null
  readonly draft: {
    readonly answer: string
    readonly cites: readonly { readonly title: string; readonly place: string; readonly stepOrder: number | null }[]
  } | null
}
