import type { PublishedDemo } from './hostile-world.ts'
import { newAccount, peopleOf, signUp, type Person } from './people.ts'

/** What a stranger knows: plain data, passed to their thread. */
export interface StrangerOptions {
  readonly serverUrl: string
  readonly anonKey: string
  readonly published: Omit<PublishedDemo, 'link'> & { readonly link: { readonly token: string } }
  readonly authorEmail: string
}

/** An attacker: no account is needed, but they have one. */
export interface Stranger extends Person, StrangerOptions {
  readonly workspaceId: string
  /** The same person on another address of their network (an IPv6 /64). */
  readonly at: (host: number) => Person
}

export async function makeStranger(brief: StrangerOptions): Promise<Stranger> {
  const personAt = peopleOf(brief.serverUrl, brief.anonKey)
  const at = (host: number): Person => personAt(`2001:db8:bad:1::${host.toString(16)}`)
  const person = at(1)
  await signUp({ ...person, ...newAccount() })
  const { data } = await person.client.from('workspaces').select('id').single().throwOnError()
  return { ...brief, ...person, workspaceId: String(data['id']), at }
}
