import { loadClient } from '../../lib/backend.ts'
import { enterWorkspace } from '../../lib/current-workspace.ts'
import { attempt, type FormOutcome } from '../../lib/sign-in.ts'

export interface Invitation {
  readonly workspace_name: string
  readonly email: string
  readonly role: string
  /** Null when their account is gone. */
  readonly inviter: string | null
}

/** Null when the link is no longer good; throws when that can't be known. */
export async function loadInvitation(token: string): Promise<Invitation | null> {
  const { data, error } = await (await loadClient()).rpc('get_invitation', { p_token: token })
  if (error !== null) throw error
  return data as Invitation | null
}

/** Joins, and goes there. */
export async function acceptInvitation(token: string, workspaceName: string): Promise<FormOutcome> {
  let hint: string | undefined
  const outcome = await attempt('You have not joined.', async (client) => {
    const { data, error } = await client.rpc('accept_invitation', { p_token: token })
    if (error !== null) return { error }
    const { outcome: said, workspace_id: id = '' } = data as {
      readonly outcome: keyof typeof refusals | 'ok'
      readonly workspace_id?: string
    }
    if (said === 'ok') {
      enterWorkspace({ id, name: workspaceName })
      return { error: null }
    }
    hint = refusals[said]
    return { error: { message: hint } }
  })
  return !outcome.ok && hint !== undefined ? { ...outcome, hint } : outcome
}

const refusals = {
  other_address: 'Confirm the invited address for your account first, then open the link again.',
  no_such_invitation: 'The invitation was used or withdrawn meanwhile. Ask for a new one.',
} as const
