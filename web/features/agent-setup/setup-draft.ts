import { currentWorkspace } from '../../lib/current-workspace.ts'
import { forget, keep, recall } from '../../lib/json-storage.ts'
import { readSetupForm, type SetupForm } from '../../lib/setup-form.ts'

/* Local draft: before there is an account, and until the server has it. Never the password. */

const key = 'understudy-agent-setup'

export interface SetupDraft {
  /** Null when signed out. */
  readonly userId: string | null
  /** Null without a workspace. */
  readonly workspaceId?: string | null
  readonly form: SetupForm
  readonly step: number
  readonly updatedAt: string
}

/** This person's draft in the current workspace, or the visitor's from before signing up. */
export function recallDraft(userId: string | null): SetupDraft | null {
  const stored = recall<SetupDraft>(key)
  if (stored === undefined || typeof stored !== 'object' || stored === null) return null
  if (stored.userId !== null && stored.userId !== userId) return null
  const { workspaceId = null } = stored
  if (workspaceId !== null && workspaceId !== currentWorkspace()?.id) return null
  return { ...stored, form: readSetupForm(stored.form), step: Number.isInteger(stored.step) ? stored.step : 0 }
}

export function keepDraft(draft: Omit<SetupDraft, 'workspaceId'>): void {
  keep(key, { ...draft, workspaceId: currentWorkspace()?.id ?? null } satisfies SetupDraft)
}

export function forgetDraft(): void {
  forget(key)
}
