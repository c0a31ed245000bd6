import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'

import type { ClientConfig } from '#protocol/client-config.ts'
import type { ServerProcess } from '#support/server-process.ts'

import { fillWorkspace, type FullWorkspace } from './full-workspace.ts'

/** Who looks at a screen. */
export type Person = 'nobody' | 'newcomer' | 'invited' | 'author' | 'guarded'

export interface ScreenWorld {
  readonly url: string
  readonly full: FullWorkspace
  /** Opens the newcomer's pending invitation. */
  readonly invitationToken: string
  /** Creates a fresh newcomer each time, because one screen's actions would show on the next; null for strangers. */
  readonly sessionOf: (person: Person) => Promise<Session | null>
}

/** Creates the viewers of screens: one with a full workspace, one with a second factor, one invited. */
export async function makeScreenWorld(server: ServerProcess): Promise<ScreenWorld> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig
  const author = await signUp(config, 'ada@example.com')
  const invited = await signUp(config, 'invited@example.com')
  const guarded = await withSecondFactor(config, await signUp(config, 'guarded@example.com'))
  const full = await fillWorkspace(server, author.client)
  const workspaceId = full.id
  const colleague = await signUp(config, 'grace.from-the-rather-long-department@northwind-traders.example')
  const joining = await invite(server, author.session, { workspaceId, email: colleague.email, role: 'editor' })
  await colleague.client.rpc('accept_invitation', { p_token: joining }).throwOnError()
  const invitationToken = await invite(server, author.session, { workspaceId, email: invited.email, role: 'viewer' })
  let newcomers = 0
  return {
    url: server.url,
    full,
    invitationToken,
    sessionOf: async (person) => {
      if (person === 'newcomer') return (await signUp(config, `newcomer-${(newcomers += 1)}@example.com`)).session
      return { nobody: null, author: author.session, invited: invited.session, guarded }[person]
    },
  }
}

interface Account {
  readonly client: SupabaseClient
  readonly session: Session
  readonly email: string
}

const password = 'a long enough password'

function clientOf(config: ClientConfig): SupabaseClient {
  return createClient(config.supabaseUrl, config.supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

async function signUp(config: ClientConfig, email: string): Promise<Account> {
  const client = clientOf(config)
  const { data, error } = await client.auth.signUp({ email, password })
  if (data.session === null) throw error ?? new Error(`${email} has to confirm the address first`)
  return { client, session: data.session, email }
}

async function invite(
  server: ServerProcess,
  by: Session,
  invitation: { readonly workspaceId: string; readonly email: string; readonly role: string },
): Promise<string> {
  const answer = await fetch(`${server.url}/account/v1/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(invitation),
  })
  const { link } = (await answer.json()) as { readonly link: string }
  return link.split('/').at(-1) ?? ''
}

/** A session with only the password, of an account that requires more. */
async function withSecondFactor(config: ClientConfig, { client, email }: Account): Promise<Session> {
  const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error !== null) throw error
  const code = new TOTP({ secret: factor.totp.secret }).generate()
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  if (verified.error !== null) throw verified.error
  const again = await clientOf(config).auth.signInWithPassword({ email, password })
  if (again.error !== null) throw again.error
  return again.data.session
}
