import { loadClient } from '../../lib/backend.ts'
import { callForOutcome } from '../../lib/call-for-outcome.ts'
import { enterWorkspace } from '../../lib/current-workspace.ts'
import type { FormOutcome } from '../../lib/sign-in.ts'

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
  const outcome = await callForOutcome<{ readonly workspace_id: string }>(
    'You have not joined.',
    (client) => client.rpc('accept_invitation', { p_token: token }),
    refusals,
  )
  if (outcome.ok) enterWorkspace({ id: outcome.answer.workspace_id, name: workspaceName })
  return outcome
}

const refusals = {
  address_not_proven:
    'Show first that the address is yours: log in with a provider, or confirm it on your account page.',
  other_address: 'Confirm the invited address for your account first, then open the link again.',
  no_such_invitation: 'The invitation was used or withdrawn meanwhile. Ask for a new one.',
} as const
