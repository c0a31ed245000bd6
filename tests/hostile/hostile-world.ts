import { randomUUID } from 'node:crypto'

import { newCard } from '#domain/card.ts'
import { toCardRow } from '#protocol/card-rows.ts'
import type { ClientConfig } from '#protocol/client-config.ts'
import { importDemo } from '#support/make-demo.ts'
import { createImage } from '#support/create-image.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

import { newAccount, peopleOf, signUp, type Account, type Person } from './people.ts'

/** Public knowledge: plain data, so that it can be passed to another thread. */
export interface PublishedDemo {
  readonly demoId: string
  readonly stepIds: readonly string[]
  readonly leadCardId: string
  /** Paths in the public bucket, one per step. */
  readonly pictures: readonly string[]
  readonly link: { readonly token: string; readonly password: string }
}

/** A real server with one author's published demo. */
export interface HostileWorld {
  readonly server: ServerProcess
  readonly anonKey: string
  readonly author: Person & Account
  readonly published: PublishedDemo
  /** A new visitor, on a network of their own. */
  readonly newVisitor: () => Person
  readonly close: () => Promise<void>
}

/** On the embedded database, or on the one at this URL. */
export async function openHostileWorld(databaseUrl: string | null): Promise<HostileWorld> {
  const server = await startServer({
    env: {
      // Each person's address arrives as forwarded by a proxy.
      TRUSTED_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    },
  })
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig
  const personAt = peopleOf(server.url, config.supabaseAnonKey)
  const author = { ...personAt('198.51.100.10'), ...newAccount() }
  const published = await publish(author)
  let visitors = 0
  return {
    server,
    anonKey: config.supabaseAnonKey,
    author,
    published,
    newVisitor: () => {
      visitors += 1
      return personAt(`203.0.${Math.floor(visitors / 250) % 250}.${1 + (visitors % 250)}`)
    },
    close: async () => {
      await server.stop()
    },
  }
}

async function publish(author: HostileWorld['author']): Promise<PublishedDemo> {
  const token = await signUp(author)
  const pictures = await Promise.all([1, 2, 3].map((number) => createImage(number, { width: 1440, height: 900 })))
  const demoId = await importDemo(author.client, {
    name: 'Ledgerline tour',
    steps: pictures.map(({ buffer }, index) => ({
      png: buffer,
      width: 1440,
      height: 900,
      title: `Step ${index + 1}`,
      description: `Step ${index + 1} shows xxxxxxxxxxyyyyyyyyyyxxxxxxxxxx reports that run every night at 02:00 UTC.`,
    })),
  })
  const steps = await author.client
    .from('demo_steps')
    .select('id,screenshot_url')
    .eq('demo_id', demoId)
    .order('order')
    .throwOnError()
  const stepIds = steps.data.map((step) => String(step['id']))
  const card = {
    ...newCard({
      id: randomUUID(),
      stepId: stepIds[0] ?? '',
      type: 'lead',
      position: 1,
      shown: { widthPx: 1000, heightPx: 600 },
    }),
    title: 'Talk to us',
  }
  await author.client.from('step_cards').upsert(toCardRow(card)).throwOnError()
  const link = await author.client
    .from('share_links')
    .insert({ demo_id: demoId, name: 'Spring' })
    .select('id,token')
    .single()
    .throwOnError()
  const password = `link ${randomUUID()}`
  const locked = await author.ask(`/share/v1/links/${String(link.data['id'])}/password`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  if (!locked.ok) throw new Error(`The link got no password: ${locked.status} ${await locked.text()}`)
  return {
    demoId,
    stepIds,
    leadCardId: card.id,
    pictures: steps.data.map((step) => String(step['screenshot_url'])),
    link: { token: String(link.data['token']), password },
  }
}
