import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'

import { messages } from '#domain/messages.ts'

import { failureHint } from '../../lib/backend-error.ts'
import { forgetDraft, keepDraft, recallDraft, type SetupDraft } from './setup-draft.ts'
import { emptySetup, type SetupForm } from '../../lib/setup-form.ts'
import { keepSetup, saveAgent, setupQuery, type StoredSetup } from '../../lib/setup-calls.ts'

export interface SetupState {
  readonly form: SetupForm
  readonly step: number
  readonly isBusy: boolean
  readonly problem: { readonly text: string; readonly hint: string | undefined } | null
  readonly change: (patch: Partial<SetupForm>) => void
  readonly goTo: (step: number) => void
  /** Saves the agent; true when the server has it. */
  readonly save: (options: { readonly isLast: boolean }) => Promise<boolean>
}

interface Progress {
  readonly form: SetupForm
  readonly step: number
}

/** Debounce before sending. The local copy is written at once. */
const restMs = 500

/**
 * The setup in progress, saved on every change (spec §4): locally at once, and on the server when signed in. The newer
 * copy wins. Null until loaded.
 */
export function useSetup(userId: string | null): { readonly setup: SetupState | null; readonly error: unknown } {
  const queries = useQueryClient()
  const stored = useQuery({ ...setupQuery, enabled: userId !== null, staleTime: Number.POSITIVE_INFINITY })
  const [edited, setEdited] = useState<Progress | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<SetupState['problem']>(null)
  const waiting = useRef<{ readonly timer: number; readonly send: () => void } | null>(null)
  const isComplete = stored.data?.isComplete ?? false
  const server = stored.data
  const isKnown = userId === null || server !== undefined
  const begun = useMemo(() => (isKnown ? newestOf(recallDraft(userId), server) : null), [isKnown, server, userId])
  const current = edited ?? begun

  // Sends pending changes on page leave.
  useEffect(() => {
    const flush = () => waiting.current?.send()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  if (current === null) return { setup: null, error: stored.error }

  const keepChange = (form: SetupForm, step: number) => {
    setEdited({ form, step })
    setProblem(null)
    keepDraft({ userId, form, step, updatedAt: new Date().toISOString() })
    if (userId === null) return
    if (waiting.current !== null) window.clearTimeout(waiting.current.timer)
    const send = () => {
      if (waiting.current !== null) window.clearTimeout(waiting.current.timer)
      waiting.current = null
      // The local copy stays until the setup is complete, so a failure loses nothing.
      void keepSetup(form, step, isComplete ? new Date().toISOString() : null).catch(() => undefined)
    }
    waiting.current = { timer: window.setTimeout(send, restMs), send }
  }

  const save: SetupState['save'] = async ({ isLast }) => {
    const { form, step } = current
    setIsBusy(true)
    setProblem(null)
    if (waiting.current !== null) window.clearTimeout(waiting.current.timer)
    waiting.current = null
    try {
      await saveAgent(form)
      const completedAt = isLast || isComplete ? new Date().toISOString() : null
      await keepSetup(form, isLast ? 0 : step, completedAt)
      if (isLast) forgetDraft()
      await queries.invalidateQueries({ queryKey: setupQuery.queryKey })
      return true
    } catch (error) {
      setProblem({ text: messages.onboardingFailed, hint: failureHint(error) })
      return false
    } finally {
      setIsBusy(false)
    }
  }

  const setup: SetupState = {
    ...current,
    isBusy,
    problem,
    change: (patch) => keepChange({ ...current.form, ...patch }, current.step),
    goTo: (step) => keepChange(current.form, step),
    save,
  }
  return { setup, error: null }
}

/** A completed setup reopens at its first step. */
function newestOf(draft: SetupDraft | null, server: StoredSetup | undefined): Progress {
  if (draft !== null && draft.updatedAt > (server?.updatedAt ?? '')) return { form: draft.form, step: draft.step }
  return { form: server?.form ?? emptySetup, step: server === undefined || server.isComplete ? 0 : server.step }
}
