import type { DemoLook } from './demo-look.ts'
import { captureBucket, limits } from './limits.ts'
import type { PageEdits } from './page-edits.ts'
import type { PictureEdits } from './picture-edits.ts'
import { fail, succeed, type Result } from './result.ts'
import type { StepLook } from './step-look.ts'
import type { StepNarration } from './step-narration.ts'

export type DemoStatus = 'draft' | 'active' | 'archived'

/** Where the author clicked, in percent of the screenshot's width and height. */
export interface Hotspot {
  readonly xPercent: number
  readonly yPercent: number
}

/** A stored row's version, and who changed it last; null if unknown. */
export interface StoredVersion {
  readonly version: number
  readonly by: string | null
}

/** One screenshot. `description` doubles as the speaker notes and is public (spec §3). */
export interface Step {
  readonly id: string
  readonly demoId: string
  /** Position in the demo, counted from 1. */
  readonly order: number
  readonly title: string | null
  readonly description: string | null
  /** Relative path in the bucket, or an absolute http(s) URL. */
  readonly screenshotUrl: string
  readonly alt: string | null
  /** Size of the screenshot in device pixels; null for steps written by other tools. */
  readonly width: number | null
  readonly height: number | null
  readonly captureId: string | null
  readonly hotspot: Hotspot | null
  readonly look: StepLook
  /** The hotspot's target; null for the next step. */
  readonly targetStepId: string | null
  /** The author's recording; null or absent for none. */
  readonly narration?: StepNarration | null
  /** The picture's redactions; known only in the editor. */
  readonly edits?: PictureEdits
  /** Edits of the captured page; null or absent if no page was captured. Known only in the editor. */
  readonly pageEdits?: PageEdits | null
  /** Known only in the dashboard. */
  readonly stored?: StoredVersion
}

export interface Demo {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly status: DemoStatus
  readonly isSample: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly look: DemoLook
  readonly steps: readonly Step[]
  /** These two are known only in the dashboard. */
  readonly stored?: StoredVersion
  readonly workspaceId?: string
}

/** A demo in lists, with its first few steps. */
export interface ListedDemo extends Omit<Demo, 'look'> {
  /** The number of all its steps. */
  readonly stepCount: number
  /** Whether any of its steps has speaker notes. */
  readonly hasNotes: boolean
}

export type DemoProblem = 'noDemoId' | 'demoNotFound' | 'noSteps' | 'missingScreenshot'

/** Whether a demo can be shown (spec §5). The viewer also requires a screenshot on every step. */
export function checkPlayable(demo: Demo | null, options: { requireScreenshots: boolean }): Result<Demo, DemoProblem> {
  if (demo === null) return fail('demoNotFound')
  if (demo.steps.length === 0) return fail('noSteps')
  if (options.requireScreenshots && demo.steps.some((step) => step.screenshotUrl.trim() === '')) {
    return fail('missingScreenshot')
  }
  return succeed(demo)
}

/** Spec §9: two minutes for each step. */
export function estimatedMinutes(stepCount: number): number {
  return stepCount * limits.minutesPerStep
}

/** Clamps a step index (from 0) to the demo; 0 when there are no steps or it is not a number. */
export function clampStepIndex(index: number, count: number): number {
  return Math.max(0, Math.min(Math.trunc(index) || 0, count - 1))
}

/** A screenshot's URL: relative paths are public objects in the bucket, http URLs stay (spec §3). */
export function screenshotAddress(backendUrl: string, screenshotUrl: string): string {
  if (screenshotUrl.startsWith('http')) return screenshotUrl
  const path = screenshotUrl.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')
  return `${backendUrl}/storage/v1/object/public/${captureBucket}/${path}`
}

/** The steps in the order of `ids`, renumbered from 1. Steps not in `ids` follow at the end. */
export function reorderSteps(steps: readonly Step[], ids: readonly string[]): readonly Step[] {
  const rank = new Map(ids.map((id, index) => [id, index]))
  return [...steps]
    .sort((a, b) => (rank.get(a.id) ?? ids.length + a.order) - (rank.get(b.id) ?? ids.length + b.order))
    .map((step, index) => (step.order === index + 1 ? step : { ...step, order: index + 1 }))
}

/** Spec §5: saved trimmed; null when empty. */
export function trimmedOrNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
