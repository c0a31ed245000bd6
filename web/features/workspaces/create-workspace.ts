import { attempt } from '../../lib/sign-in.ts'
import type { CallOutcome } from '../account/auth-fetch.ts'

/** Answers the id of the new workspace, whose owner one is. */
export async function createWorkspace(name: string): Promise<CallOutcome<string>> {
  let id = ''
  let hint: string | undefined
  const outcome = await attempt('The workspace was not made.', async (client) => {
    const { data, error } = await client.rpc('create_workspace', { p_name: name })
    if (error !== null) return { error }
    const said = data as { readonly outcome: 'ok' | keyof typeof refusals; readonly id: string }
    if (said.outcome !== 'ok') {
      hint = refusals[said.outcome]
      return { error: { message: hint } }
    }
    id = said.id
    return { error: null }
  })
  if (outcome.ok) return { ok: true, answer: id }
  return hint === undefined ? outcome : { ...outcome, hint }
}

const refusals = {
  bad_name: 'Give it a name of at most 200 characters.',
  too_many: 'You own twenty workspaces already. Hand one over, or leave one.',
} as const
