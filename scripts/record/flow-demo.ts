import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { readStepLook, storedStepLook } from '#domain/step-look.ts'
import type { ClientConfig } from '#protocol/client-config.ts'

import { FlowProblem, lookOfWords, type Flow } from './flow.ts'
import type { RecordedFlow } from './record-flow.ts'
import { replaceSteps } from './replace-steps.ts'

export interface Author {
  readonly client: SupabaseClient
  /** As stored by the browser. */
  readonly session: string
}

/** Signs in with email and password. */
export async function signIn(serverUrl: string, email: string, password: string): Promise<Author> {
  const { supabaseUrl, supabaseAnonKey } = await loadConfig(serverUrl)
  const client = createClient(supabaseUrl, supabaseAnonKey, { auth: { persistSession: false } })
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error !== null) throw new FlowProblem(`Signing in as ${email} failed: ${error.message}`)
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  if (level?.nextLevel === 'aal2') {
    throw new FlowProblem(`${email} signs in with a second factor, which nobody can give here. Use another account.`)
  }
  return { client, session: JSON.stringify(data.session) }
}

async function loadConfig(serverUrl: string): Promise<ClientConfig> {
  const answer = await fetch(`${serverUrl}/config.json`).catch(() => null)
  if (answer?.ok !== true) throw new FlowProblem(`${serverUrl} doesn’t answer as an Understudy.`)
  return (await answer.json()) as ClientConfig
}

/** How many of a demo's steps are stored. */
export async function countSteps({ client }: Author, demoId: string): Promise<number> {
  const { count } = await client.from('demo_steps').select('id', { count: 'exact', head: true }).eq('demo_id', demoId)
  return count ?? 0
}

/** Gives a recorded demo the flow's name, description, titles and notes. */
export async function nameDemo({ client }: Author, flow: Flow, { demoId, words }: RecordedFlow): Promise<void> {
  const { name, description } = flow
  await client
    .from('demos')
    .update({ name, ...(description !== undefined && { description }) })
    .eq('id', demoId)
    .throwOnError()
  for (const [index, { id, look: recorded }] of (await stepsOf(client, demoId)).entries()) {
    const said = words[index] ?? {}
    const look = readStepLook(recorded)
    const change = {
      ...(said.title !== undefined && { title: said.title }),
      ...(said.note !== undefined && { description: said.note }),
      ...(said.alt !== undefined && { alt: said.alt }),
      look: storedStepLook(lookOfWords(look, said)),
    }
    await client.from('demo_steps').update(change).eq('id', id).throwOnError()
  }
}

/**
 * Gives an existing demo the pictures and captured pages of a recorded one, which is deleted. Titles, notes, cards,
 * looks, redactions and edits of pages stay; hotspots move to the new clicks. Nothing changes unless both have as many
 * steps and every edit has its place.
 */
export async function refreshDemo(author: Author, server: string, from: string, into: string): Promise<number> {
  const { client } = author
  try {
    const [fresh, steps] = [await stepsOf(client, from), await stepsOf(client, into)]
    if (fresh.length !== steps.length) {
      const counts = `The demo has ${steps.length} steps and the flow recorded ${fresh.length}`
      throw new FlowProblem(`${counts}: nothing was changed. Without --into, the flow makes a demo of its own.`)
    }
    const home = { url: server, session: author.session }
    await replaceSteps(home, { into, from, freshIds: fresh.map(({ id }) => id) })
    return steps.length
  } finally {
    await client.from('demos').delete().eq('id', from).throwOnError()
  }
}

interface StepRow {
  readonly id: string
  readonly look: unknown
}

async function stepsOf(client: SupabaseClient, demoId: string): Promise<readonly StepRow[]> {
  const { data } = await client.from('demo_steps').select('id,look').eq('demo_id', demoId).order('order').throwOnError()
  if (data.length === 0) throw new FlowProblem(`There is no demo ${demoId} that this account may edit.`)
  return data
}
