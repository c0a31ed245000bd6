import { submit, type Outcome } from '../../lib/submit.ts'

/** Returns the id of the new workspace, owned by the caller. */
export function createWorkspace(name: string): Promise<Outcome<{ readonly id: string }>> {
  return submit('The workspace was not created.', (client) => client.rpc('create_workspace', { p_name: name }), {
    bad_name: 'Give it a name of at most 200 characters.',
    too_many: 'You already own twenty workspaces. Transfer or leave one.',
  })
}
