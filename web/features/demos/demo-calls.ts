import type { SupabaseClient } from '@supabase/supabase-js'

import { isUuidVersion4, trimmedOrNull, type Demo, type DemoStatus, type ListedDemo } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'
import { messages, type MessageCode } from '#domain/messages.ts'
import {
  toDemo,
  toRecentDemo,
  toStep,
  type DemoStepRow,
  type DemoWithStepsRow,
  type RecentDemoRow,
} from '#protocol/rows.ts'

import { BackendError, failureKind, unwrap, type FailureKind } from '../../lib/backend-error.ts'
import { loadClient } from '../../lib/backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'

/* The data calls of spec §7 that screens about demos make. Each throws a BackendError with the spec's sentence. */

/**
 * The demos of the workspace one is in, the newest first. Long lists come in pages: `onFirst` is called with the first
 * one when others follow.
 */
export async function loadRecentDemos(onFirst: (demos: readonly ListedDemo[]) => void): Promise<readonly ListedDemo[]> {
  const client = await reach('demosFailed')
  const workspaceId = await currentWorkspaceId('demosFailed')
  const demos: ListedDemo[] = []
  for (let limit: number = limits.recentDemos; ; limit = rowsPerAnswer) {
    const last = demos.at(-1)
    const answer = await client.rpc('get_recent_demos', {
      p_limit: limit,
      p_workspace_id: workspaceId,
      p_steps: limits.cardPreviewSteps,
      ...(last !== undefined && { p_before: last.createdAt, p_before_id: last.id }),
    })
    const rows: readonly RecentDemoRow[] = unwrap(answer, 'demosFailed')
    demos.push(...rows.map(toRecentDemo))
    if (rows.length < limit) return demos
    if (last === undefined) onFirst([...demos])
  }
}

/** A demo with its steps in order; "Demo not found" when there is none for this caller. */
export async function loadDemo(id: string): Promise<Demo> {
  const client = await reach('demoFailed')
  const [demoAnswer, firstSteps] = await Promise.all([
    client.from('demos').select('*').eq('id', id).maybeSingle(),
    selectSteps(client, id, 0),
  ])
  if (demoAnswer.error !== null && failureKind(demoAnswer.error, demoAnswer.status) === 'missing') {
    throw new BackendError('demoNotFound', 'missing', demoAnswer.error)
  }
  const row: Omit<DemoWithStepsRow, 'steps'> | null = unwrap(demoAnswer, 'demoDetailsFailed')
  if (row === null) throw new BackendError('demoNotFound', 'missing')
  let page: readonly DemoStepRow[] = unwrap(firstSteps, 'demoStepsFailed') ?? []
  const steps = [...page]
  while (page.length === rowsPerAnswer) {
    page = unwrap(await selectSteps(client, id, steps.length), 'demoStepsFailed') ?? []
    steps.push(...page)
  }
  return { ...toDemo({ ...row, steps: [] }), steps: steps.map(toStep) }
}

/** Backends answer no more rows than this at once, and don't say that they left some out. */
const rowsPerAnswer = 1_000

function selectSteps(client: SupabaseClient, demoId: string, from: number) {
  const steps = client.from('demo_steps').select('*').eq('demo_id', demoId)
  return steps.order('order', { ascending: true }).range(from, from + rowsPerAnswer - 1)
}

/** Spec §5: the name is saved trimmed, the description trimmed and null when nothing is left. */
export async function saveDemoText(
  id: string,
  text: { readonly name: string; readonly description: string | null },
): Promise<void> {
  const client = await reach('demoSaveFailed')
  const answer = await client
    .from('demos')
    .update({
      name: text.name.trim(),
      description: trimmedOrNull(text.description),
      updated_at: new Date().toISOString(),
    })
    .eq('id', id)
    .select('id')
  const rows: readonly unknown[] | null = unwrap(answer, 'demoSaveFailed')
  if (rows?.length === 0) throw new BackendError('demoSaveFailed', 'refused')
}

export async function saveDemoStatus(id: string, status: DemoStatus): Promise<void> {
  const client = await reach('demoSaveFailed')
  unwrap(await client.from('demos').update({ status }).eq('id', id), 'demoSaveFailed')
}

export async function copyDemo(id: string): Promise<void> {
  const client = await reach('demoSaveFailed')
  unwrap(await client.rpc('duplicate_demo', { p_demo_id: id }), 'demoSaveFailed')
}

export async function removeDemo(id: string): Promise<void> {
  const client = await reach('demoSaveFailed')
  unwrap(await client.from('demos').delete().eq('id', id), 'demoSaveFailed')
}

export interface StepText {
  readonly title?: string | null
  readonly alt?: string | null
  readonly click_x?: number | null
  readonly click_y?: number | null
  readonly screenshot_url?: string
  readonly width?: number | null
  readonly height?: number | null
}

export async function saveStep(id: string, patch: StepText): Promise<void> {
  const client = await reach('demoSaveFailed')
  unwrap(await client.from('demo_steps').update(patch).eq('id', id), 'demoSaveFailed')
}

/** Deletes steps and numbers the others 1..n. For 30 days they can be brought back, whole. */
export async function removeSteps(demoId: string, stepIds: readonly string[]): Promise<void> {
  const client = await reach('demoSaveFailed')
  const answer = await client.rpc('remove_demo_steps', { p_demo_id: demoId, p_step_ids: stepIds })
  unwrap(answer, 'demoSaveFailed')
}

/** Brings deleted steps back in their places. Answers those that are in the demo now. */
export async function restoreSteps(demoId: string, stepIds: readonly string[]): Promise<readonly string[]> {
  const client = await reach('demoSaveFailed')
  const answer = await client.rpc('restore_demo_steps', { p_demo_id: demoId, p_step_ids: stepIds })
  return unwrap(answer, 'demoSaveFailed')
}

/** Writes orders 1..n in one transaction. A list made from an old copy of the demo is refused as a conflict. */
export async function saveStepOrder(demoId: string, stepIds: readonly string[]): Promise<void> {
  const client = await reach('orderFailed')
  const answer = await client.rpc('reorder_demo_steps', { p_demo_id: demoId, p_step_ids: stepIds })
  unwrap(answer, 'orderFailed')
}

export interface NewStep {
  readonly id: string
  readonly demoId: string
  readonly order: number
  readonly title: string | null
  readonly description: string | null
  readonly screenshotUrl: string
  readonly alt: string | null
  readonly width: number | null
  readonly height: number | null
  readonly clickX: number | null
  readonly clickY: number | null
}

/** Asking again with the same ids changes nothing more, so a lost answer can be asked for again. */
export async function addSteps(steps: readonly NewStep[]): Promise<void> {
  const client = await reach('demoSaveFailed')
  const rows = steps.map((step) => ({
    id: step.id,
    demo_id: step.demoId,
    order: step.order,
    title: step.title,
    description: step.description,
    screenshot_url: step.screenshotUrl,
    alt: step.alt,
    width: step.width,
    height: step.height,
    click_x: step.clickX,
    click_y: step.clickY,
  }))
  unwrap(await client.from('demo_steps').upsert(rows, { onConflict: 'id' }), 'demoSaveFailed')
}

/**
 * Spec §7: the step's notes, then, when there is a capture behind it, the capture's. What went wrong is logged; the
 * caller learns only whether to try again.
 */
export async function syncNotes(
  stepId: string,
  captureId: string | null,
  notes: string,
): Promise<'synced' | FailureKind> {
  if (stepId === '') return logged(messages.stepIdRequired, 'refused')
  if (captureId !== null && !isUuidVersion4(captureId)) return logged(messages.captureIdInvalid, 'refused')
  try {
    const client = await loadClient()
    const step = await client.rpc('update_demo_step_notes', { p_step_id: stepId, p_notes: notes })
    if (step.error !== null) return logged(messages.stepNotesLog, failureKind(step.error, step.status), step.error)
    if (captureId === null) return 'synced'
    const capture = await client.rpc('update_capture_notes', { p_capture_id: captureId, p_notes: notes })
    if (capture.error === null) return 'synced'
    return logged(messages.captureNotesLog, failureKind(capture.error, capture.status), capture.error)
  } catch (error) {
    return logged(messages.notesSyncLog, 'unreachable', error)
  }
}

function logged(text: string, kind: FailureKind, cause?: unknown): FailureKind {
  // oxlint-disable-next-line no-console -- spec §8: logged only, never shown
  console.warn(text, cause)
  return kind
}

/** A server that can't even say where it is, is a failure of the call that needed it. */
async function reach(code: MessageCode) {
  try {
    return await loadClient()
  } catch (error) {
    throw new BackendError(code, 'unreachable', error)
  }
}
