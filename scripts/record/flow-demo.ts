import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import { readPageEdits } from '#domain/page-edits.ts'
import { isSameEdits, noPictureEdits, readPictureEdits, type PictureEdits } from '#domain/picture-edits.ts'
import { readStepLook, storedStepLook } from '#domain/step-look.ts'
import type { ClientConfig } from '#protocol/client-config.ts'
import type { PageEditsRow } from '#protocol/page-edits.ts'
import type { PictureEditsAnswer, PictureEditsRequest, PictureEditsRow } from '#protocol/pictures.ts'
import { carriedEdits, type RecaptureChange, type ReplacedStep } from '#protocol/recapture.ts'

import { FlowProblem, lookOfWords, type Flow } from './flow.ts'
import type { RecordedFlow } from './record-flow.ts'

export interface Author {
  readonly client: SupabaseClient
  /** As the browser keeps it. */
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
 * Gives an existing demo the pictures of a recorded one, which is deleted. Notes, cards, looks and what is hidden in a
 * picture stay; hotspots move to where the click was. Nothing changes unless both have as many steps.
 */
export async function refreshDemo(author: Author, server: string, from: string, into: string): Promise<number> {
  const { client } = author
  try {
    const [fresh, steps] = [await stepsOf(client, from), await stepsOf(client, into)]
    if (fresh.length !== steps.length) {
      const counts = `The demo has ${steps.length} steps and the flow recorded ${fresh.length}`
      throw new FlowProblem(`${counts}: nothing was changed. Without --into, the flow makes a demo of its own.`)
    }
    const edited = await editedPages(client, into)
    const touched = steps.findIndex(({ screenshot_url: path }) => edited.has(path))
    if (touched !== -1) {
      const what = `Nothing was changed: the page of step ${touched + 1} was edited, and its edits can’t be carried over.`
      throw new FlowProblem(`${what} Replace its steps in the editor instead.`)
    }
    const [hidden, hiddenFresh] = [await editsOf(client, into), await editsOf(client, from)]
    const replaced: ReplacedStep[] = []
    for (const [index, { id, screenshot_url: expected }] of steps.entries()) {
      const recorded = fresh[index]!
      const own = hiddenFresh.get(recorded.screenshot_url) ?? noPictureEdits
      const edits = carriedEdits(hidden.get(expected) ?? noPictureEdits, own)
      const picture = isSameEdits(edits, own)
        ? recorded.screenshot_url
        : await redact(author, server, recorded, edits, `The new picture of step ${index + 1}`)
      replaced.push({ id, from: recorded.id, expected, picture })
    }
    const change: RecaptureChange = { replaced, added: [], order: steps.map(({ id }) => id) }
    await client.rpc('recapture_steps', { p_demo_id: into, p_from_id: from, p_change: change }).throwOnError()
    return steps.length
  } finally {
    await client.from('demos').delete().eq('id', from).throwOnError()
  }
}

/** Pictures whose captured pages have edits. */
async function editedPages(client: SupabaseClient, demoId: string): Promise<ReadonlySet<string>> {
  const { data } = await client.rpc('get_page_edits', { p_demo_id: demoId }).throwOnError()
  const edited = (data as readonly PageEditsRow[]).filter(({ edits }) => (readPageEdits(edits) ?? []).length > 0)
  return new Set(edited.map(({ path }) => path))
}

/** By picture. */
async function editsOf(client: SupabaseClient, demoId: string): Promise<ReadonlyMap<string, PictureEdits>> {
  const { data } = await client.rpc('get_picture_edits', { p_demo_id: demoId }).throwOnError()
  return new Map(
    (data as readonly PictureEditsRow[]).map((row) => [row.path, readPictureEdits(row.edits) ?? noPictureEdits]),
  )
}

/** Has the edits burnt into a step's picture; returns its new name. */
async function redact(
  { client }: Author,
  server: string,
  { id, screenshot_url: expected }: StepRow,
  edits: PictureEdits,
  name: string,
): Promise<string> {
  const { data } = await client.auth.getSession()
  const answer = await fetch(`${server}/pictures/v1/steps/${id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ expected, edits } satisfies PictureEditsRequest),
  })
  if (!answer.ok) throw new FlowProblem(`${name} was not redacted, so nothing was changed: ${await sentenceOf(answer)}`)
  return ((await answer.json()) as PictureEditsAnswer).screenshotUrl
}

interface StepRow {
  readonly id: string
  readonly screenshot_url: string
  readonly look: unknown
}

async function stepsOf(client: SupabaseClient, demoId: string): Promise<readonly StepRow[]> {
  const { data } = await client
    .from('demo_steps')
    .select('id,screenshot_url,look')
    .eq('demo_id', demoId)
    .order('order')
    .throwOnError()
  if (data.length === 0) throw new FlowProblem(`There is no demo ${demoId} that this account may edit.`)
  return data
}

async function sentenceOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { readonly message?: unknown } | null
  return typeof body?.message === 'string' ? body.message : `the server answered ${answer.status}.`
}
