import { readDemoLook } from '#domain/demo-look.ts'
import type { Demo, DemoStatus, ListedDemo, Step, StoredVersion } from '#domain/demo.ts'
import { readStepLook } from '#domain/step-look.ts'
import { readStepNarration } from '#domain/step-narration.ts'
import type { RecordingStop } from '#domain/talk-recording.ts'

/* The rows of spec §3 on the wire (snake_case), and their mapping to domain objects. */

export interface DemoStepRow {
  readonly id: string
  readonly demo_id: string
  readonly order: number
  readonly title: string | null
  readonly description: string | null
  readonly screenshot_url: string
  readonly alt: string | null
  readonly width: number | null
  readonly height: number | null
  readonly capture_id: string | null
  readonly click_x: number | null
  readonly click_y: number | null
  /** See domain/step-look.ts. */
  readonly look: unknown
  readonly target_step_id: string | null
  /** See domain/step-narration.ts; null without a recording. */
  readonly narration?: unknown
  readonly version?: number
  readonly updated_by?: string | null
}

/** The answer of get_demo_with_steps: one object, or null when the caller can't see the demo. */
export interface DemoWithStepsRow {
  readonly id: string
  readonly workspace_id: string
  readonly name: string
  readonly description: string | null
  readonly status: DemoStatus
  readonly is_sample: boolean
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly updated_by?: string | null
  /** See domain/demo-look.ts. */
  readonly look: unknown
  readonly is_searchable: boolean
  readonly steps: readonly DemoStepRow[]
}

/** A row of get_recent_demos: prefixed names (spec §3). */
export interface RecentDemoRow {
  readonly demo_id: string
  readonly demo_name: string
  readonly demo_description: string | null
  readonly demo_created_at: string
  readonly demo_updated_at: string
  readonly demo_status: DemoStatus
  readonly demo_is_sample: boolean
  /** All steps, or the first few if so requested. */
  readonly steps: readonly DemoStepRow[]
  readonly demo_step_count: number
  readonly demo_has_notes: boolean
}

/** One step of import_demo, which creates a demo from a recording or images in one transaction. */
export interface ImportStepRow {
  readonly id: string
  readonly title: string | null
  readonly description: string | null
  readonly screenshot_url: string
  readonly alt: string | null
  readonly width: number
  readonly height: number
  readonly click_x: number | null
  readonly click_y: number | null
  /** See domain/step-look.ts; `{}` by default. */
  readonly look?: Readonly<Record<string, unknown>>
  /** Present when the step comes from a recording; also stored as a row of `captures`. */
  readonly capture: {
    readonly id: string
    readonly session_id: string
    readonly url: string
    readonly title: string
    readonly timestamp: string
    readonly target_role: string
    readonly target_name: string
    readonly viewport_width: number
    readonly viewport_height: number
    readonly scroll_x: number
    readonly scroll_y: number
    readonly device_pixel_ratio: number
    readonly frame_delay_ms: number
  } | null
}

export interface ConversationRow {
  readonly id: string
  readonly demo_id: string
  readonly agent_id: string | null
  readonly mode: 'text' | 'voice'
  readonly language: string
  readonly started_at: string
  readonly ended_at: string | null
  readonly end_reason: string | null
  readonly turn_count: number
  /** The number of the agent's turns by outcome. */
  readonly outcomes: Readonly<Record<string, number>>
  /** Facts that the visitor gave about themselves. */
  readonly facts: readonly { readonly field: string; readonly value: string }[]
  /** 0 to 100; null without evidence. */
  readonly score: number | null
  readonly evidence: readonly EvidenceRow[]
  /** When a member marked it as done in the inbox; null while open. */
  readonly done_at: string | null
}

/** A remark that raises the score or, with negative points, lowers it. */
export interface EvidenceRow {
  readonly field: string
  readonly points: number
  readonly quote: string
  /** The number of the visitor's remark. */
  readonly turn: number
}

/** The recording of a conversation by voice. */
export interface TalkRecordingRow {
  readonly conversation_id: string
  readonly started_at: string
  /** How long the visitor was told that it is kept. */
  readonly days: number
  readonly bytes: number
  /** Why nothing was added any more; null if it ended with the talk. */
  readonly stopped: RecordingStop | null
  readonly stopped_at: string | null
}

/** The recorded sound of one turn. */
export interface TalkSoundRow {
  readonly turn_id: string
  /** In the bucket of recorded talks. */
  readonly path: string
  readonly duration_ms: number
}

/** A conversation in progress. */
export interface LiveTalkRow {
  readonly conversation_id: string
  /** The step the visitor sees, from 1. */
  readonly step_order: number
  readonly phase: string
  /** The member who took over. */
  readonly member_id: string | null
  readonly member_name: string | null
}

/** A visitor's request for a person, or a member who took over. */
export interface HandoverRow {
  readonly id: string
  readonly conversation_id: string
  /** The visitor's question, or ''. */
  readonly reason: string
  readonly state: 'ringing' | 'joined' | 'left' | 'nobody'
  readonly outcome: 'handed-back' | 'gone' | 'visitor-left' | 'no-answer' | 'no-one-available' | null
  readonly member_id: string | null
  readonly member_name: string | null
  readonly created_at: string
  readonly joined_at: string | null
  readonly ended_at: string | null
}

export interface ConversationTurnRow {
  readonly id: string
  readonly conversation_id: string
  readonly number: number
  readonly speaker: 'visitor' | 'agent' | 'person'
  /** The member who wrote it, for a member's turn. */
  readonly member_name: string | null
  /** What was said; for an interrupted turn of the agent, what was heard. */
  readonly text: string
  readonly source: 'typed' | 'voice' | 'button' | 'agent'
  /** presented, answered, unknown, … ; null for visitors. */
  readonly outcome: string | null
  /** Orders (from 1) of the steps this turn cites. */
  readonly cited_steps: readonly number[]
  readonly step_order: number | null
  readonly interrupted: boolean
  readonly created_at: string
}

/** A step has a hotspot only if both of its columns are set. */
export function toStep(row: DemoStepRow): Step {
  const hasHotspot = row.click_x !== null && row.click_y !== null
  return {
    id: row.id,
    demoId: row.demo_id,
    order: row.order,
    title: row.title,
    description: row.description,
    screenshotUrl: row.screenshot_url,
    alt: row.alt,
    width: row.width,
    height: row.height,
    captureId: row.capture_id,
    hotspot: hasHotspot ? { xPercent: row.click_x, yPercent: row.click_y } : null,
    look: readStepLook(row.look),
    targetStepId: row.target_step_id,
    narration: readStepNarration(row.narration),
  }
}

/** For rows read whole; procedures for visitors leave the version out. */
export function toStored(row: {
  readonly version?: number
  readonly updated_by?: string | null
}): StoredVersion | undefined {
  return row.version === undefined ? undefined : { version: row.version, by: row.updated_by ?? null }
}

export function toDemo(row: DemoWithStepsRow): Demo {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    isSample: row.is_sample,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    look: readDemoLook(row.look),
    steps: row.steps.map(toStep),
  }
}

/** Strips the prefixes of get_recent_demos. */
export function toRecentDemo(row: RecentDemoRow): ListedDemo {
  return {
    id: row.demo_id,
    name: row.demo_name,
    description: row.demo_description,
    status: row.demo_status,
    isSample: row.demo_is_sample,
    createdAt: row.demo_created_at,
    updatedAt: row.demo_updated_at,
    steps: row.steps.map(toStep),
    stepCount: row.demo_step_count,
    hasNotes: row.demo_has_notes,
  }
}

/** A personal link to a demo; its password is never read. */
export interface ShareLinkRow {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly has_password: boolean
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly view_count: number
  readonly last_viewed_at: string | null
  readonly variables: unknown
}
