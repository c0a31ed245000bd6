import { failureHint } from '../../lib/backend-error.ts'

/** What happened, why, and what to do, as one text. */
export function uploadFailure(what: string, error: unknown): string {
  const why = error instanceof Error ? error.message : ''
  return [what, why, failureHint(error)].filter(Boolean).join(' ')
}
