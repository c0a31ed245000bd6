import { ask } from '../../lib/call-backend.ts'
import { enterWorkspace } from '../../lib/current-workspace.ts'
import { submit, type FormOutcome, type Outcome } from '../../lib/submit.ts'

export interface Invitation {
  readonly workspace_name: string
  readonly email: string
  readonly role: string
  /** Null if their account was deleted. */
  readonly inviter: string | null
}

/** Null for an invalid link; throws when that can't be checked. */
export function loadInvitation(token: string): Promise<Invitation | null> {
  return ask('settingsFailed', (client) => client.rpc('get_invitation', { p_token: token }))
}

/** Joins the workspace and switches to it. */
export async function acceptInvitation(token: string, workspaceName: string): Promise<FormOutcome> {
  const outcome: Outcome<{ readonly workspace_id: string }> = await submit(
    'You have not joined the workspace.',
    (client) => client.rpc('accept_invitation', { p_token: token }),
    refusals,
  )
  if (outcome.ok) enterWorkspace({ id: outcome.value.workspace_id, name: workspaceName })
  return outcome
}

const refusals = {
  address_not_proven: 'Confirm your address first: log in with a provider, or confirm it on your account page.',
  other_address: 'Confirm the invited address for your account, then open the link again.',
  no_such_invitation: 'The invitation was already used or withdrawn. Ask for a new one.',
} as const
