import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'

import { BackendError, failureHint, type FailedAnswer } from '../../lib/backend-error.ts'
import { showToast } from '../../ui/toast-store.ts'

/** Shared by everything that saves on an agent's page, so that the header can show “Saving…”. */
export const agentSaveKey = ['agent-save'] as const

/** A write that reloads the lists it changes and reports failures. */
export function useSave<T>(save: (input: T) => Promise<unknown>, ...changed: readonly QueryKey[]) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: agentSaveKey,
    mutationFn: save,
    onError: (error) => showToast({ text: saveFailure(error), tone: 'danger' }),
    onSettled: () => Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

/** What to show after a failed write. */
export function saveFailure(error: unknown): string {
  if (!(error instanceof BackendError)) return 'That was not saved. Try again.'
  const { code, sentence, message = '' } = (error.cause ?? {}) as FailedAnswer
  if (code === '42501') return `${error.message}. Your role in this workspace does not allow it.`
  if (code === '23505') return `${error.message}. This name is already used.`
  if (code === '54000' || code === '53400') return `${error.message}. ${message}`
  const hint = sentence ?? failureHint(error)
  return hint === undefined ? `${error.message}.` : `${error.message}. ${hint}`
}
