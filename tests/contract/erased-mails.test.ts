import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startErasingFromOutbox } from '#server/account/erase-from-outbox.ts'
import { startBackend, type Backend } from '#support/backend.ts'

let backend: Backend
let end: () => void

beforeAll(async () => {
  backend = await startBackend()
  end = startErasingFromOutbox(backend.services)
})

afterAll(async () => {
  end()
  await backend.close()
})

/** Writes a mail to one address that mentions another into the outbox, as an entry and an .eml file. */
async function keepMail(to: string, mentioned: string): Promise<void> {
  const mail = { channel: 'mail' as const, to, kind: 'meeting', subject: 'Your meeting', link: null, code: null }
  await backend.services.delivery.outbox.add({ ...mail, text: `Ada (${mentioned}).` }, Buffer.from(`To: ${to}`))
}

async function keptFor(): Promise<readonly string[]> {
  return (await backend.services.delivery.outbox.list()).map(({ to }) => to).toSorted()
}

test('erasing a lead removes the mails to and about them from the outbox folder', async () => {
  const owner = await backend.signUp()
  const { data: workspace } = await owner.client.from('workspaces').select('id').single().throwOnError()
  const { data: lead } = await backend
    .serviceClient()
    .from('leads')
    .insert({
      id: randomUUID(),
      workspace_id: workspace.id,
      demo_name: 'Tour',
      card_title: 'Talk to us',
      email: 'Ada@Example.com',
      name: 'Ada',
    })
    .select('id')
    .single()
    .throwOnError()
  await keepMail('ada@example.com', 'nobody@example.com')
  await keepMail('organiser@example.com', 'ada@example.com')
  await keepMail('bo@example.com', 'bo@example.com')
  await owner.client.rpc('erase_lead', { p_lead_id: lead.id }).throwOnError()
  await expect.poll(keptFor).toEqual(['bo@example.com'])
  expect(readdirSync(join(backend.services.config.dataDir, 'outbox'))).toHaveLength(2)

  // Someone who signs up again gets mail again.
  await keepMail('ada@example.com', 'ada@example.com')
  const other = await backend.signUp('cy@example.com')
  await keepMail('cy@example.com', 'cy@example.com')
  const { data } = await other.client.auth.getSession()
  const deleted = await backend.app.request('/account/v1/account', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
  })
  expect(deleted.status).toBe(204)
  await expect.poll(keptFor).toEqual(['ada@example.com', 'bo@example.com'])
})

test('only the server can read whose data was erased', async () => {
  const { client } = await backend.signUp()
  for (const each of [client, backend.anonClient()]) {
    expect((await each.rpc('erased_addresses')).error?.code).toMatch(/^(42501|PGRST202)$/)
  }
})
