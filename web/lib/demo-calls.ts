import { storedDemoLook, type DemoLook } from '#domain/demo-look.ts'
import { trimmedOrNull, type Demo, type DemoStatus, type ListedDemo, type StoredVersion } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'
import { messages } from '#domain/messages.ts'
import { storedStepLook, type StepLook } from '#domain/step-look.ts'
import type { StepNarration } from '#domain/step-narration.ts'
import { isUuidVersion4 } from '#domain/uuid.ts'
import {
  toDemo,
  toRecentDemo,
  toStep,
  toStored,
  type DemoStepRow,
  type DemoWithStepsRow,
  type RecentDemoRow,
} from '#protocol/rows.ts'

import { BackendError, type FailureKind } from './backend-error.ts'
import { loadClient } from './backend.ts'
import { ask, callBackend, mustChange, mustMatch } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'
import type { DataClient } from './data-client.ts'

/*
 * The data calls of spec §7 that screens about demos make. Each throws a BackendError with the spec's sentence. Those with
 * a version refuse to overwrite a row that has changed since, as a conflict; each adds 1 to it.
 */

/**
 * The demos of the current workspace, newest first. Long lists load in pages: `onFirst` is called with the first page
 * if others follow.
 */
export async function loadRecentDemos(onFirst: (demos: readonly ListedDemo[]) => void): Promise<readonly ListedDemo[]> {
  const workspaceId = await currentWorkspaceId('demosFailed')
  const demos: ListedDemo[] = []
  for (let limit: number = limits.recentDemos; ; limit = rowsPerAnswer) {
    const last = demos.at(-1)
    const page = {
      p_limit: limit,
      p_workspace_id: workspaceId,
      p_steps: limits.cardPreviewSteps,
      ...(last !== undefined && { p_before: last.createdAt, p_before_id: last.id }),
    }
    const rows: readonly RecentDemoRow[] = await ask('demosFailed', (client) => client.rpc('get_recent_demos', page))
    demos.push(...rows.map(toRecentDemo))
    if (rows.length < limit) return demos
    if (last === undefined) onFirst([...demos])
  }
}

/** A demo with its ordered steps; "Demo not found" if the caller can't see one. */
export async function loadDemo(id: string): Promise<Demo> {
  const [demo, firstSteps] = await Promise.all([
    callBackend((client) =>
      client.from('demos').select('*').eq('id', id).maybeSingle<Omit<DemoWithStepsRow, 'steps'>>(),
    ),
    callBackend((client) => selectSteps(client, id, 0)),
  ])
  if (!demo.ok)
    throw new BackendError(demo.kind === 'missing' ? 'demoNotFound' : 'demoDetailsFailed', demo.kind, demo.error)
  if (demo.value === null) throw new BackendError('demoNotFound', 'missing')
  if (!firstSteps.ok) throw new BackendError('demoStepsFailed', firstSteps.kind, firstSteps.error)
  let page: readonly DemoStepRow[] = firstSteps.value
  const steps = [...page]
  while (page.length === rowsPerAnswer) {
    page = await ask('demoStepsFailed', (client) => selectSteps(client, id, steps.length))
    steps.push(...page)
  }
  return {
    ...toDemo({ ...demo.value, steps: [] }),
    ...withStored(demo.value),
    workspaceId: demo.value.workspace_id,
    steps: steps.map((row) => ({ ...toStep(row), ...withStored(row) })),
  }
}

function withStored(row: Parameters<typeof toStored>[0]): { readonly stored?: StoredVersion } {
  const stored = toStored(row)
  return stored === undefined ? {} : { stored }
}

/** Backends silently cut results at this many rows. */
const rowsPerAnswer = 1_000

function selectSteps(client: DataClient, demoId: string, from: number) {
  const steps = client.from('demo_steps').select('*').eq('demo_id', demoId)
  return steps
    .order('order', { ascending: true })
    .range(from, from + rowsPerAnswer - 1)
    .overrideTypes<DemoStepRow[], { merge: false }>()
}

/** Spec §5: saves the name trimmed, and the description trimmed or null. */
export async function saveDemoText(
  id: string,
  text: { readonly name: string; readonly description?: string | null },
  version?: number,
): Promise<void> {
  await saveDemo(
    id,
    {
      name: text.name.trim(),
      ...(text.description !== undefined && { description: trimmedOrNull(text.description) }),
      updated_at: new Date().toISOString(),
    },
    version,
  )
}

export async function saveDemoLook(id: string, look: DemoLook, version: number | undefined): Promise<void> {
  await saveDemo(id, { look: storedDemoLook(look) }, version)
}

async function saveDemo(id: string, patch: object, version: number | undefined): Promise<void> {
  await ask('demoSaveFailed', async (client) => {
    const change = client.from('demos').update(patch).eq('id', id)
    if (version === undefined) return mustChange(await change.select('id'))
    return mustMatch(await change.eq('version', version).select('id'))
  })
}

export async function saveDemoStatus(id: string, status: DemoStatus): Promise<void> {
  await ask('demoSaveFailed', (client) => client.from('demos').update({ status }).eq('id', id))
}

/** Returns the copy's id; the copy is a draft. */
export async function copyDemo(id: string): Promise<string> {
  return String(await ask('demoSaveFailed', (client) => client.rpc('duplicate_demo', { p_demo_id: id })))
}

export async function removeDemo(id: string): Promise<void> {
  await ask('demoSaveFailed', (client) => client.from('demos').delete().eq('id', id))
}

export interface StepText {
  readonly title?: string | null
  readonly alt?: string | null
  readonly click_x?: number | null
  readonly click_y?: number | null
  readonly screenshot_url?: string
  readonly width?: number | null
  readonly height?: number | null
  readonly look?: Readonly<Record<string, unknown>>
  readonly target_step_id?: string | null
  readonly narration?: StepNarration | null
}

export async function saveStep(id: string, patch: StepText, version?: number): Promise<void> {
  await ask('demoSaveFailed', async (client) => {
    const change = client.from('demo_steps').update(patch).eq('id', id)
    return version === undefined ? change : mustMatch(await change.eq('version', version).select('id'))
  })
}

/** Deletes steps and renumbers the rest. They can be restored for 30 days. With versions, by id, refuses a later one. */
export async function removeSteps(
  demoId: string,
  stepIds: readonly string[],
  versions?: { readonly steps: Readonly<Record<string, number>>; readonly cards: Readonly<Record<string, number>> },
): Promise<void> {
  const steps = {
    p_demo_id: demoId,
    p_step_ids: stepIds,
    ...(versions !== undefined && { p_versions: versions.steps, p_card_versions: versions.cards }),
  }
  await ask('demoSaveFailed', (client) => client.rpc('remove_demo_steps', steps))
}

/** Restores deleted steps at their positions. Returns those that are now in the demo. */
export async function restoreSteps(demoId: string, stepIds: readonly string[]): Promise<readonly string[]> {
  const steps = { p_demo_id: demoId, p_step_ids: stepIds }
  return ask('demoSaveFailed', (client) => client.rpc('restore_demo_steps', steps))
}

/** Writes orders 1..n in one transaction. A list based on an outdated demo, or order, is refused as a conflict. */
export async function saveStepOrder(
  demoId: string,
  stepIds: readonly string[],
  was?: readonly string[],
): Promise<void> {
  const order = { p_demo_id: demoId, p_step_ids: stepIds, ...(was !== undefined && { p_was: was }) }
  await ask('orderFailed', (client) => client.rpc('reorder_demo_steps', order))
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
  readonly look?: StepLook
  readonly targetStepId?: string | null
  readonly narration?: StepNarration | null
}

/** Idempotent by id, so a lost answer can be retried. */
export async function addSteps(steps: readonly NewStep[]): Promise<void> {
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
    ...(step.look !== undefined && { look: storedStepLook(step.look) }),
    ...(step.targetStepId !== undefined && { target_step_id: step.targetStepId }),
    ...(step.narration !== undefined && { narration: step.narration }),
  }))
  await ask('demoSaveFailed', (client) => client.from('demo_steps').upsert(rows, { onConflict: 'id' }))
}

/**
 * Spec §7: saves the step's notes, then those of its capture, if any. Failures are logged; the caller only learns
 * whether to retry.
 */
export async function syncNotes(
  stepId: string,
  captureId: string | null,
  notes: string,
  base: { readonly version?: number | undefined; readonly onStepSaved?: () => void } = {},
): Promise<'synced' | FailureKind> {
  if (stepId === '') return logged(messages.stepIdRequired, 'refused')
  if (captureId !== null && !isUuidVersion4(captureId)) return logged(messages.captureIdInvalid, 'refused')
  try {
    await loadClient()
    const step = await callBackend((client) =>
      client.rpc('update_demo_step_notes', {
        p_step_id: stepId,
        p_notes: notes,
        ...(base.version !== undefined && { p_version: base.version }),
      }),
    )
    if (!step.ok) return step.kind === 'conflict' ? 'conflict' : logged(messages.stepNotesLog, step.kind, step.error)
    base.onStepSaved?.()
    if (captureId === null) return 'synced'
    const capture = await callBackend((client) =>
      client.rpc('update_capture_notes', { p_capture_id: captureId, p_notes: notes }),
    )
    return capture.ok ? 'synced' : logged(messages.captureNotesLog, capture.kind, capture.error)
  } catch (error) {
    return logged(messages.notesSyncLog, 'unreachable', error)
  }
}

function logged(text: string, kind: FailureKind, cause?: unknown): FailureKind {
  // oxlint-disable-next-line no-console -- spec §8: logged only, never shown
  console.warn(text, cause)
  return kind
}
