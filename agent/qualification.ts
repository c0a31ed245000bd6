import type { FactField } from '#protocol/agent-events.ts'

/** What the visitor said for, or with negative points against, being a customer. */
export interface Evidence {
  readonly field: FactField
  readonly points: number
  /** The visitor's words. */
  readonly quote: string
  /** The number of the visitor's remark in the conversation. */
  readonly turn: number
}

/** The state of qualifying a visitor. */
export interface Qualification {
  /** Ids of the questions asked so far. */
  readonly asked: readonly string[]
  /** The question waiting for an answer. */
  readonly open: string | null
  /** The visitor declined to say; nothing more is asked. */
  readonly refuses: boolean
  readonly evidence: readonly Evidence[]
  /** 0 to 100. */
  readonly score: number
}

export const noQualification: Qualification = { asked: [], open: null, refuses: false, evidence: [], score: 0 }
