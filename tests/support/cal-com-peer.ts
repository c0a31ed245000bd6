import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { listenOnLoopback } from './listen-on-loopback.ts'

export interface CalComCall {
  readonly method: string
  readonly path: string
  readonly version: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

/** How the next booking, move or cancellation is answered; `lost`: it is done, but the answer breaks off. */
export type CalComTrouble = 'taken' | 'error' | 'garbage' | 'cut' | 'lost' | 'pending' | 'limit'

interface PeerBooking {
  readonly start: string
  readonly email: string
  readonly metadata: unknown
  status: string
}

/** Cal.com's API v2 as documented, on a loopback port. */
export interface CalComPeer {
  readonly origin: string
  readonly key: string
  readonly calls: readonly CalComCall[]
  readonly bookings: ReadonlyMap<string, Readonly<PeerBooking>>
  /** Start times on offer, ISO. */
  slots: readonly string[]
  trouble: CalComTrouble | null
  /** Bookings and moves are answered after this. */
  hold: Promise<void> | null
  readonly close: () => Promise<void>
}

const versions: readonly (readonly [RegExp, string])[] = [
  [/^\/v2\/event-types/, '2024-06-14'],
  [/^\/v2\/slots/, '2024-09-04'],
  [/^\/v2\/bookings/, '2026-02-25'],
]

export async function startCalComPeer(): Promise<CalComPeer> {
  const calls: CalComCall[] = []
  const bookings = new Map<string, PeerBooking>()
  const key = `cal_live_${randomUUID()}`

  const answer = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const refuse = (response: ServerResponse, status: number, message: string): void =>
    answer(response, status, { status: 'error', path: '/', error: { code: 'Exception', message, details: {} } })
  const breakOff = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"status":"succ')
    response.destroy()
  }
  const booked = (uid: string, start: string, status = 'accepted') => ({
    status: 'success',
    data: {
      id: 1,
      uid,
      title: 'Talk',
      status,
      start,
      end: new Date(Date.parse(start) + 1_800_000).toISOString(),
      location: 'integrations:daily',
      meetingUrl: `https://cal.example/video/${uid}`,
      hosts: [],
      attendees: [],
    },
  })

  const server = createServer((request, response) => void handle(request, response))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const url = new URL(request.url ?? '', 'http://peer')
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    const version = request.headers['cal-api-version']
    calls.push({ method: request.method ?? '', path: url.pathname + url.search, version: String(version), body })
    if (versions.find(([path]) => path.test(url.pathname))?.[1] !== version) {
      return refuse(response, 404, `Cannot ${request.method} ${url.pathname}`)
    }
    if (request.headers.authorization !== `Bearer ${key}`) return refuse(response, 401, 'Invalid API Key')
    if (url.pathname === '/v2/event-types') {
      return answer(response, 200, {
        status: 'success',
        data: [{ id: 7, title: 'Intro', slug: 'intro', lengthInMinutes: 30 }],
      })
    }
    switch (peer.trouble) {
      case 'taken':
        return refuse(response, 400, 'User either already has booking at this time or is not available')
      case 'error':
        return refuse(response, 500, 'Internal server error')
      case 'limit':
        return refuse(response, 429, 'ThrottlerException: Too Many Requests')
      case 'garbage':
        return answer(response, 200, '<html>maintenance</html>')
      case 'cut':
        return breakOff(response)
      case 'pending':
        return answer(response, 201, booked(randomUUID(), String(body['start']), 'pending'))
      case 'lost':
      case null:
        break
    }
    if (url.pathname === '/v2/slots') {
      const taken = new Set([...bookings.values()].flatMap(({ start, status }) => (status === 'accepted' ? start : [])))
      const free = peer.slots.filter((start) => !taken.has(start))
      const days = Map.groupBy(free, (start) => start.slice(0, 10))
      const data = Object.fromEntries([...days].map(([day, starts]) => [day, starts.map((start) => ({ start }))]))
      return answer(response, 200, { status: 'success', data })
    }
    if (request.method === 'GET' && url.pathname === '/v2/bookings') {
      const email = url.searchParams.get('attendeeEmail')
      const [from, to] = ['afterStart', 'beforeEnd'].map((name) => Date.parse(url.searchParams.get(name) ?? ''))
      const data = [...bookings].flatMap(([id, { start, status, metadata, ...booking }]) =>
        booking.email === email && Date.parse(start) >= (from ?? NaN) && Date.parse(start) <= (to ?? NaN)
          ? [{ ...booked(id, start, status).data, metadata }]
          : [],
      )
      return answer(response, 200, { status: 'success', data })
    }
    const [, uid, verb] = /^\/v2\/bookings\/([^/]+)\/(\w+)$/.exec(url.pathname) ?? []
    if (uid === undefined) {
      const { email } = body['attendee'] as { readonly email: string }
      const start = String(body['start'])
      const isTaken = [...bookings.values()].some((other) => other.status === 'accepted' && other.start === start)
      if (isTaken) return refuse(response, 400, 'User either already has booking at this time or is not available')
      const id = randomUUID()
      bookings.set(id, { start, status: 'accepted', email, metadata: body['metadata'] })
      await peer.hold
      return peer.trouble === 'lost' ? breakOff(response) : answer(response, 201, booked(id, start))
    }
    const booking = bookings.get(uid)
    if (booking === undefined) return refuse(response, 404, `Booking with uid=${uid} was not found`)
    if (booking.status === 'cancelled') return refuse(response, 400, 'This booking has already been cancelled')
    booking.status = 'cancelled'
    if (verb === 'cancel') return answer(response, 200, booked(uid, booking.start, 'cancelled'))
    const id = randomUUID()
    bookings.set(id, { ...booking, start: String(body['start']), status: 'accepted' })
    await peer.hold
    return answer(response, 201, booked(id, String(body['start'])))
  }

  const { origin, close } = await listenOnLoopback(server)
  const peer: CalComPeer = { origin, key, calls, bookings, slots: [], trouble: null, hold: null, close }
  return peer
}
