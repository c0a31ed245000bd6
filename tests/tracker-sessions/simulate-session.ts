import { isPackedEvents, unpackEvents } from '#server/tracking/unpack-events.ts'
import { seededRandom } from '#support/seeded-random.ts'

import { createFakeClock } from './fake-clock.ts'
import { openFakePage, type FakeFetch, type FakePage } from './fake-page.ts'

/** Posts a request's body to a server; resolves with its status. */
export type Deliver = (body: string) => Promise<number>

/** One request with events, as the network saw it. */
export interface Attempt {
  readonly ids: readonly string[]
  readonly startMs: number
  readonly keepalive: boolean
  /** When the page learned the result; infinite until then. */
  endMs: number
  isAccepted: boolean
  /** The browser was offline when the request failed. */
  isOffline: boolean
}

export interface SimulatedSession {
  readonly kind: SessionKind
  readonly made: ReadonlySet<string>
  /** Events that could still arrive: the tab didn't crash, and the server was reachable when it closed. */
  readonly owed: ReadonlySet<string>
  readonly delivered: ReadonlySet<string>
  /** Where the tracker violated spec §9. */
  readonly faults: readonly string[]
}

const kinds = ['calm', 'offline', 'refused', 'answers lost', 'hidden and killed', 'crashed', 'server down'] as const
export type SessionKind = (typeof kinds)[number]

interface Spell {
  readonly fromMs: number
  readonly toMs: number
}

/** One browser session of up to three pages, with the failures its seed brings. */
export async function simulateSession(code: string, seed: number, deliver: Deliver): Promise<SimulatedSession> {
  const random = seededRandom(seed)
  for (let skipped = 0; skipped < 8; skipped += 1) random(2)
  // Four in ten have no trouble.
  const kind = kinds[Math.max(0, random(10) - 3)] ?? 'calm'
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const storage: Record<string, string> = {}
  const attempts: Attempt[] = []
  const delivered = new Set<string>()
  const made = new Set<string>()
  const owed = new Set<string>()
  const leftAtMs = new Set<number>()
  const sessions = new Set<string>()
  const faults: string[] = []
  const spells = spellsOf(kind, clock.now(), random)
  const isIn = (which: readonly Spell[], atMs = clock.now()) =>
    which.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
  const isOnline = () => !(kind === 'offline' && isIn(spells))

  const post = async (body: string, keepalive: boolean): Promise<unknown> => {
    const sent: unknown = JSON.parse(body)
    const unpacked: unknown = isPackedEvents(sent) ? JSON.parse(unpackEvents(sent, body.length * 10)) : sent
    const ids = [unpacked as { readonly id: string } | readonly { readonly id: string }[]].flat().map(({ id }) => id)
    const attempt: Attempt = {
      ids,
      startMs: clock.now(),
      keepalive,
      endMs: Infinity,
      isAccepted: false,
      isOffline: false,
    }
    attempts.push(attempt)
    const isTrouble = isIn(spells)
    const arrives = !isTrouble || kind === 'answers lost'
    const latencyMs = isOnline() ? 20 + random(200) : 1
    if (arrives && isOnline()) {
      const status = await clock.waitFor(deliver(body))
      if (status !== 201) faults.push(`the server answered ${status}`)
      else ids.forEach((id) => delivered.add(id))
    }
    await new Promise<void>((resolve) => clock.setTimeout(resolve, latencyMs))
    attempt.endMs = clock.now()
    attempt.isOffline = !isOnline()
    if (!isTrouble) attempt.isAccepted = true
    if (isTrouble && (kind === 'answers lost' || kind === 'offline')) throw new TypeError('Failed to fetch')
    return { ok: !isTrouble }
  }
  const fetch: FakeFetch = async (url, { body, keepalive = false } = {}) => {
    // As a browser reads it.
    if (body !== undefined) return post(body, Boolean(keepalive))
    if (!isOnline()) throw new TypeError('Failed to fetch')
    return { ok: true, json: async () => ({ supabaseUrl: new URL(url).origin, supabaseAnonKey: 'the anon key' }) }
  }

  const pages = 1 + random(3)
  for (let number = 1; number <= pages; number += 1) {
    const startMs = clock.now()
    const before = attempts.length
    const page = openFakePage({ code, clock, fetch, storage, isOnline })
    await use(page)
    const isLast = number === pages
    const isCrash = isLast && kind === 'crashed'
    if (!isCrash) {
      leftAtMs.add(clock.now())
      page.hide()
      if (isLast && kind === 'hidden and killed') await clock.pass(random(30_000))
      else page.leave()
    }
    const isReachable = isOnline() && !isIn(spells)
    const killedAtMs = clock.now()
    page.kill()
    const isOwed = !isCrash && isReachable && kind !== 'server down'
    for (const { id, session_id: session } of page.made) {
      sessions.add(session)
      if (made.has(String(id))) faults.push('two events have the same id')
      made.add(String(id))
      if (isOwed) owed.add(String(id))
    }
    // Requests already sent complete anyway.
    await clock.pass(5_000)
    faults.push(...faultsOf(attempts.slice(before), { startMs, killedAtMs, leftAtMs }))
  }
  if (sessions.size !== 1) faults.push(`the browser session has ${sessions.size} names`)
  return { kind, made, owed, delivered, faults }

  async function use(page: FakePage): Promise<void> {
    for (let actions = 1 + random(12); actions > 0; actions -= 1) {
      await clock.pass(200 + random(8_000))
      const action = random(10)
      if (action < 6) page.click()
      else if (action < 8) page.goTo(`https://shop.example/${random(1_000)}`)
      else {
        leftAtMs.add(clock.now())
        page.hide()
        await clock.pass(random(20_000))
        page.show()
      }
    }
  }
}

/** Short enough for the retries, except when the server is down. */
function spellsOf(kind: SessionKind, startMs: number, random: (below: number) => number): readonly Spell[] {
  if (kind === 'server down') return [{ fromMs: startMs + random(20_000), toMs: Infinity }]
  const longestMs = kind === 'offline' ? 30_000 : kind === 'refused' || kind === 'answers lost' ? 5_000 : 0
  if (longestMs === 0) return []
  return Array.from({ length: 1 + random(3) }, () => {
    const fromMs = startMs + random(60_000)
    return { fromMs, toMs: fromMs + 100 + random(longestMs) }
  })
}

interface PageTimes {
  readonly startMs: number
  readonly killedAtMs: number
  readonly leftAtMs: ReadonlySet<number>
}

/**
 * Spec §9 exactly: sent at the ticks of 5 seconds (or when the page is hidden or left), each delivery retried up to
 * three times, 1, 2 and 3 seconds after a failure or earlier when the page is left, and nothing more after three
 * dropped deliveries in a row.
 */
function faultsOf(attempts: readonly Attempt[], { startMs, killedAtMs, leftAtMs }: PageTimes): readonly string[] {
  const faults: string[] = []
  const deliveries = deliveriesOf(attempts)
  const stoppedAtMs = endOfThirdDropped(deliveries)
  for (const tries of deliveries) {
    const [first] = tries
    if (first === undefined) continue
    if (first.keepalive ? !leftAtMs.has(first.startMs) : (first.startMs - startMs) % 5_000 !== 0) {
      faults.push(`sent ${first.startMs - startMs} ms after the start`)
    }
    if (tries.length > 4) faults.push('tried more than three times more')
    for (const [index, { endMs, isAccepted, isOffline }] of tries.entries()) {
      if (isAccepted || isOffline || index >= 3) continue
      const dueMs = endMs + 1_000 * (index + 1)
      const again = tries[index + 1]
      // Pending events are sent when the page is left.
      const isBroughtForward = again?.keepalive && again.startMs === killedAtMs
      if (again !== undefined && again.startMs !== dueMs && !isBroughtForward)
        faults.push(`tried ${again.startMs - dueMs} ms too late`)
      if (again === undefined && dueMs < Math.min(killedAtMs, stoppedAtMs)) faults.push('not tried again')
    }
    if (tries.some((attempt) => attempt.startMs > stoppedAtMs)) faults.push('sent after three in a row had failed')
  }
  return faults
}

/** The attempts of each delivery. Events that fail while offline return to the queue as a new delivery. */
function deliveriesOf(attempts: readonly Attempt[]): readonly (readonly Attempt[])[] {
  const deliveries: Attempt[][] = []
  const open = new Map<string, Attempt[]>()
  for (const attempt of attempts) {
    const key = attempt.ids.join()
    const tries = open.get(key) ?? []
    if (tries.length === 0) deliveries.push(tries)
    tries.push(attempt)
    if (attempt.isAccepted || attempt.isOffline) open.delete(key)
    else open.set(key, tries)
  }
  return deliveries
}

function endOfThirdDropped(deliveries: readonly (readonly Attempt[])[]): number {
  const ends = deliveries
    .flatMap((tries) => tries.map((attempt, index) => ({ ...attempt, isDropped: index === 3 && !attempt.isAccepted })))
    .toSorted((a, b) => a.endMs - b.endMs)
  let consecutive = 0
  for (const { endMs, isAccepted, isDropped, isOffline } of ends) {
    if (isAccepted) consecutive = 0
    if (isDropped && !isOffline) consecutive += 1
    if (consecutive === 3) return endMs
  }
  return Infinity
}
