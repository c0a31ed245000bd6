import { randomUUID } from 'node:crypto'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

import type { ClientConfig } from '#protocol/client-config.ts'

export interface StepNotes {
  readonly title: string | null
  readonly description: string | null
}

/** Notes with facts to ask for. */
const exportNotes: readonly StepNotes[] = [
  { title: 'Open the dashboard', description: 'The dashboard shows revenue for the last 30 days. Every tile opens.' },
  { title: 'Invite a colleague', description: 'Colleagues are invited by email.' },
  { title: 'Connect a bank', description: 'Statements come from ING and Revolut.' },
  { title: 'Schedule an export', description: 'Exports run every night at 02:00 UTC. They are kept for 90 days.' },
]

/** Makes a demo for its notes; its images are placeholders. */
export async function addNotesDemo(author: SupabaseClient, notes: readonly StepNotes[] = exportNotes): Promise<string> {
  const id = randomUUID()
  const { error } = await author.rpc('import_demo', {
    p_demo_id: id,
    p_name: 'Ledgerline reports',
    p_steps: notes.map((note) => ({
      id: randomUUID(),
      ...note,
      screenshot_url: `${id}/${randomUUID()}.png`,
      alt: null,
      width: 100,
      height: 100,
      click_x: null,
      click_y: null,
      capture: null,
    })),
  })
  if (error !== null) throw error
  return id
}

/** The same on a server process, by a new author. */
export async function makeNotesDemo(serverUrl: string): Promise<string> {
  return addNotesDemo(await signUpAuthor(serverUrl))
}

/** A new author's client of a server process. */
export async function signUpAuthor(serverUrl: string): Promise<SupabaseClient> {
  const config = (await (await fetch(`${serverUrl}/config.json`)).json()) as ClientConfig
  const author = createClient(config.supabaseUrl, config.supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await author.auth.signUp({ email: `author-${randomUUID()}@example.com`, password: randomUUID() })
  if (error !== null) throw error
  return author
}
