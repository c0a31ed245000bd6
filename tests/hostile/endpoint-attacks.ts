import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import sharp from 'sharp'
import { WebSocket } from 'ws'

import { captureBucket } from '#domain/limits.ts'

import { attackPatienceMs, outcomeOf, outcomesOf, type Attack } from './attack.ts'
import type { Stranger } from './stranger.ts'

/** A link whose password costs a gigabyte to check, and visitors who try it. */
export const costlyHash: Attack = async (stranger, chance) => {
  const { client } = stranger
  const demo = await client.from('demos').insert({ name: 'Trap' }).select('id').single()
  if (demo.error !== null) return `${demo.status} for a demo`
  const link = await client
    .from('share_links')
    .insert({ demo_id: String(demo.data['id']), name: 'Trap' })
    .select('id,token')
    .single()
  if (link.error !== null) return `${link.status} for a link`
  const hash = chance.pick([
    `$argon2id$v=19$m=1048576,t=20,p=1$${salt}$${digest}`,
    `$argon2i$v=19$m=2097152,t=4,p=16$${salt}$${digest}`,
    `$argon2d$v=19$m=65536,t=4294967295,p=1$${salt}$${digest}`,
    `$2b$31$${'a'.repeat(53)}`,
    `$fbscrypt$v=1,n=24,r=64,p=8,ss=Bw==,sk=${digest}$${salt}$${digest}`,
  ])
  const set = await client.rpc('set_share_link_password', {
    p_link_id: String(link.data['id']),
    p_password_hash: hash,
  })
  const tries = Array.from({ length: 4 }, () =>
    stranger.at(chance.upTo(60_000)).ask(`/demo/${String(link.data['token'])}/play`, {
      method: 'POST',
      headers: form,
      body: 'password=whatever',
      redirect: 'manual',
      signal: AbortSignal.timeout(attackPatienceMs),
    }),
  )
  return `set ${set.status}, tried ${await outcomesOf(tries)}`
}

const salt = Buffer.alloc(16, 7).toString('base64').replaceAll('=', '')
const digest = Buffer.alloc(32, 9).toString('base64').replaceAll('=', '')
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Somebody else's locked link, from a new address each time: the right password must still open it. */
export const guessedLinkPasswords: Attack = (stranger, chance) =>
  outcomesOf(
    Array.from({ length: 20 }, (_, number) =>
      stranger.at(chance.upTo(60_000)).ask(`/demo/${stranger.published.link.token}/play`, {
        method: 'POST',
        headers: form,
        body: `password=guess-${number}`,
        redirect: 'manual',
        signal: AbortSignal.timeout(attackPatienceMs),
      }),
    ),
  )

/** Sign-in, recovery and codes for the author's address, each from a new address of one network. */
export const guessedSignIns: Attack = (stranger, chance) => {
  const email = stranger.authorEmail
  const endpoints = [
    ['/auth/v1/token?grant_type=password', { email, password: `guess ${randomUUID()}` }],
    ['/auth/v1/recover', { email }],
    ['/auth/v1/otp', { email, create_user: false }],
    ['/auth/v1/verify', { type: 'recovery', email, token: '123456' }],
    ['/auth/v1/signup', { email: `${randomUUID()}@example.com`, password: 'x'.repeat(1 + chance.upTo(100_000)) }],
  ] as const
  return outcomesOf(
    Array.from({ length: 20 }, () => {
      const [path, body] = chance.pick(endpoints)
      return stranger.at(chance.upTo(60_000)).ask(path, json(body))
    }),
  )
}

/** Fake leads, through the form's endpoint and past it. */
export const inventedLeads: Attack = (stranger, chance) => {
  const { demoId, leadCardId } = stranger.published
  return outcomesOf(
    Array.from({ length: 40 }, () => {
      const sender = stranger.at(chance.upTo(60_000))
      const answers = { email: `${randomUUID()}@example.com`, name: 'Nobody' }
      return chance.often(0.5)
        ? sender.ask('/rest/v1/rpc/submit_lead', {
            ...json({ p_id: randomUUID(), p_card_id: leadCardId, p_answers: answers }),
            headers: { 'content-type': 'application/json', 'x-demo-id': demoId },
          })
        : sender.ask(
            `/share/v1/demos/${demoId}/leads`,
            json({ id: randomUUID(), cardId: leadCardId, answers, sessionId: null, hasConsented: true }),
          )
    }),
  )
}

/** Each size is another image to encode. */
export const manyPictureSizes: Attack = (stranger, chance) =>
  outcomesOf(
    Array.from({ length: 30 }, () => {
      const picture = chance.pick(stranger.published.pictures)
      const width = 1 + chance.upTo(2_500)
      const height = 1 + chance.upTo(2_500)
      const query = chance.pick([
        `width=${width}&height=${height}&resize=cover&quality=100`,
        `width=${width}`,
        `height=${height}&format=origin`,
      ])
      return stranger
        .at(chance.upTo(60_000))
        .ask(`/storage/v1/render/image/public/${captureBucket}/${picture}?${query}`, {
          headers: { accept: 'image/avif' },
          signal: AbortSignal.timeout(attackPatienceMs),
        })
    }),
  )

/** An image that is small to send and huge to decode. */
export const hugePicture: Attack = async (stranger, chance) => {
  const bomb = await hugeImage(chance.pick([9_000, 12_000]))
  const path = `${stranger.workspaceId}/${randomUUID()}/${randomUUID()}.png`
  const { error } = await stranger.client.storage.from(captureBucket).upload(path, bomb, { contentType: 'image/png' })
  if (error !== null) return `upload: ${error.message.slice(0, 60)}`
  return outcomeOf(stranger.ask(`/storage/v1/render/image/public/${captureBucket}/${path}?width=400`))
}

/** Created once: it costs the machine more than the server should spend on it. */
function hugeImage(side: number): Promise<Buffer> {
  const made =
    hugeImages.get(side) ??
    sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
  hugeImages.set(side, made)
  return made
}

const hugeImages = new Map<number, Promise<Buffer>>()

/** Sockets that stay open silently, or send too much. */
export const manySockets: Attack = async (stranger, chance) => {
  const path = chance.pick([`/realtime/v1/websocket?apikey=${stranger.anonKey}&vsn=1.0.0`, '/agent/v1'])
  const speech = chance.pick(['', 'x'.repeat(200_000), '['.repeat(50_000), '{"topic":"realtime:x","event":"phx_join"}'])
  const outcomes = await Promise.all(
    Array.from({ length: 150 }, () => openSocket(stranger, path, stranger.at(chance.upTo(60_000)).address, speech)),
  )
  return `${outcomes.filter((isOpen) => isOpen).length} of ${outcomes.length} open`
}

async function openSocket(stranger: Stranger, path: string, address: string, speech: string): Promise<boolean> {
  const socket = new WebSocket(`${stranger.serverUrl.replace('http', 'ws')}${path}`, {
    headers: { 'x-forwarded-for': address },
  })
  // Refused or cut off, as intended.
  socket.on('error', () => undefined)
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  if (isOpen && speech !== '') socket.send(speech)
  if (isOpen) await delay(2_000)
  const stillOpen = socket.readyState === WebSocket.OPEN
  socket.terminate()
  return stillOpen
}

/** Requests that never end, sending a byte now and then. */
export const slowRequests: Attack = async (stranger, chance) => {
  const { hostname, port } = new URL(stranger.serverUrl)
  const head = chance.pick([
    'POST /rest/v1/demos HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n[',
    'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ',
    'POST /auth/v1/signup HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n',
    'POST /storage/v1/upload/resumable HTTP/1.1\r\nhost: x\r\ntus-resumable: 1.0.0\r\ncontent-length: 9\r\n\r\n',
  ])
  const sockets = Array.from({ length: 100 }, () => connect(Number(port), hostname))
  await Promise.all(
    sockets.map(async (socket) => {
      // Cut off by the server: as it should be.
      socket.on('error', () => undefined)
      socket.write(head)
      for (let turn = 0; turn < 4 && !socket.destroyed; turn += 1) {
        await delay(500)
        if (!socket.destroyed) socket.write('x')
      }
      socket.destroy()
    }),
  )
  return `${sockets.length} held`
}

/** Conversations started and abandoned, and events by the thousand. */
export const manyConversations: Attack = (stranger, chance) => {
  const { demoId } = stranger.published
  return outcomesOf(
    Array.from({ length: 30 }, () => stranger.at(chance.upTo(60_000)).ask('/agent/v1/sessions', json({ demoId }))),
  )
}

export const manyEvents: Attack = (stranger, chance) => {
  const event = {
    event_type: 'click',
    session_id: 'x'.repeat(1 + chance.upTo(5_000)),
    page_url: `https://x.test/${'y'.repeat(chance.upTo(20_000))}`,
    timestamp: new Date().toISOString(),
    element_clicked: 'z'.repeat(chance.upTo(50_000)),
  }
  const events = Array.from({ length: chance.pick([1, 100, 3_000]) }, () => ({ ...event, id: randomUUID() }))
  return outcomesOf(
    Array.from({ length: 5 }, () =>
      stranger.at(chance.upTo(60_000)).ask('/rest/v1/user_tracking_events', json(events)),
    ),
  )
}

/** Text that makes a careless pattern quadratic: names, user agents and notes that others' pages read. */
export const longWords: Attack = async (stranger, chance) => {
  const text = chance.pick(['.', '[', '![', 'a.', '**a ', 'e.g. ', '@', 'x', ' ']).repeat(chance.pick([2_000, 15_000]))
  const demo = await stranger.client.from('demos').insert({ name: 'Words' }).select('id').single()
  const demoId = demo.error === null ? String(demo.data['id']) : stranger.published.demoId
  const notes = {
    demo_id: demoId,
    order: 1,
    screenshot_url: 'a.png',
    title: 'Words',
    description: text.slice(0, 20_000),
  }
  await stranger.client.from('demo_steps').insert(notes)
  const event = {
    event_type: 'click',
    session_id: 'x',
    page_url: 'https://x.test',
    timestamp: new Date().toISOString(),
  }
  const events = Array.from({ length: 50 }, () => ({ ...event, id: randomUUID() }))
  const from = () => stranger.at(chance.upTo(60_000))
  const asBrowser = json(events)
  return outcomesOf([
    from().ask(
      '/auth/v1/signup',
      json({ email: `${randomUUID()}@example.com`, password: randomUUID(), data: { text } }),
    ),
    from().ask('/auth/v1/otp', json({ email: `${randomUUID()}@example.com`, data: { first_name: text } })),
    from().ask('/rest/v1/user_tracking_events', {
      ...asBrowser,
      headers: { 'content-type': 'application/json', 'user-agent': `Mozilla/5.0 ${text.slice(0, 15_000)}` },
    }),
    from().ask('/agent/v1/sessions', json({ demoId })),
    from().ask(`/demo/${demoId}/play`, { signal: AbortSignal.timeout(attackPatienceMs) }),
  ])
}

function json(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(attackPatienceMs),
  }
}
