import type { SupabaseClient } from '@supabase/supabase-js'

import { attempt, type FormOutcome } from './sign-in.ts'

/**
 * Calls a procedure that answers an object with `outcome`: anything but "ok" is one of the refusals, whose sentence is
 * told. Never throws.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what the procedure answers
export async function callForOutcome<T>(
  failedText: string,
  call: (client: SupabaseClient) => PromiseLike<{ readonly data: unknown; readonly error: { message: string } | null }>,
  refusals: Readonly<Record<string, string>>,
): Promise<{ readonly ok: true; readonly answer: T } | (FormOutcome & { readonly ok: false })> {
  let said: unknown
  let hint: string | undefined
  const outcome = await attempt(failedText, async (client) => {
    const { data, error } = await call(client)
    if (error !== null) return { error }
    said = data
    const code = (data as { readonly outcome: string }).outcome
    if (code === 'ok') return { error: null }
    hint = refusals[code] ?? 'The server did not say why.'
    return { error: { message: hint } }
  })
  if (outcome.ok) return { ok: true, answer: said as T }
  return hint === undefined ? outcome : { ...outcome, hint }
}
