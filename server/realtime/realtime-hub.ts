import { randomUUID } from 'node:crypto'

import { longKeyOf } from '#server/api-keys.ts'
import { createRateLimit } from '#server/rate-limit.ts'
import type { Services } from '#server/services.ts'

import { ChangeFeed } from './change-feed.ts'
import type { ChangeBinding } from './change-subscribers.ts'
import { fetchMessage, messagesToReplay, tidyMessages } from './kept-messages.ts'
import { parseJoin, type ChangesConfig } from './join-config.ts'
import type { Broadcast, IncomingFrame, Message } from './phoenix-frame.ts'
import { PresenceBook, type PresenceDiff } from './presence-book.ts'
import { ProcessBus, type BusMessage, type Present } from './process-bus.ts'
import { PublishedTables } from './published-tables.ts'
import {
  askPermissions,
  everythingAllowed,
  isSessionAlive,
  toViewer,
  type Permissions,
  type Viewer,
} from './realtime-access.ts'
import { RealtimeChannel, roomOf, topicPrefix } from './realtime-channel.ts'
import { realtimeLimits, type RealtimeLimits } from './realtime-limits.ts'
import type { RealtimeSocket } from './realtime-socket.ts'
import { expired, isRefusal, readToken, type Bearer, type TokenRefusal } from './realtime-token.ts'

/** The hub of these services: the same one for the WebSocket and the routes. `limits` counts only the first time. */
export function realtimeHub(services: Services, limits: Partial<RealtimeLimits> = {}): RealtimeHub {
  const known = hubs.get(services)
  if (known !== undefined) return known
  const sockets = services.config.embedded?.realtimeSocketsMax ?? realtimeLimits.sockets
  // The embedded database does one thing at a time: fewer questions leave it more time, and short ones hold up no write.
  const forOneAtATime = services.database.kind === 'pglite' ? { gatherMs: 40, pairsPerQuestion: 1_000 } : {}
  const hub = new RealtimeHub(services, { ...realtimeLimits, sockets, ...forOneAtATime, ...limits })
  hubs.set(services, hub)
  return hub
}

const hubs = new WeakMap<Services, RealtimeHub>()

/** All sockets of this process, who is in which room, and the ways to the database and the other processes. */
export class RealtimeHub {
  readonly limits: RealtimeLimits
  readonly now: () => number
  readonly sockets = new Set<RealtimeSocket>()
  readonly #services: Services
  readonly #tables: PublishedTables
  readonly #feed: ChangeFeed
  readonly #bus: ProcessBus
  readonly #presence = new PresenceBook()
  readonly #rooms = new Map<string, Set<RealtimeChannel>>()
  readonly #httpMessages
  readonly #others = new Map<string, number>()
  #started: Promise<void> | null = null
  #stops: (() => void)[] = []
  #timers: NodeJS.Timeout[] = []
  #isClosing = false
  #saying: Promise<void> = Promise.resolve()

  constructor(services: Services, limits: RealtimeLimits) {
    this.limits = limits
    this.now = services.now
    this.#services = services
    this.#tables = new PublishedTables(services.database)
    this.#feed = new ChangeFeed(services, limits, this.#tables)
    this.#bus = new ProcessBus(services)
    this.#httpMessages = createRateLimit({ burst: limits.httpMessagesPerSecond, refillMs: 1_000, now: services.now })
  }

  /** Begins to listen to the database; once, and again after a failure. */
  start(): Promise<void> {
    this.#started ??= this.#start().catch((error: unknown) => {
      this.#started = null
      throw error
    })
    return this.#started
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  verify(token: string): Promise<Bearer | TokenRefusal> {
    const { embedded } = this.#services.config
    if (embedded === null) throw new Error('Realtime belongs to the embedded backend only')
    return readToken(longKeyOf(token, embedded.apiKeys), embedded.identity.keys, this.now())
  }

  /** Never rejects: whatever goes wrong is answered, or ends the socket. */
  async handle(socket: RealtimeSocket, frame: IncomingFrame): Promise<void> {
    try {
      if (frame.type === 'broadcast')
        this.#handleBroadcast(socket, frame, frame.broadcast, frame.broadcast.event !== '')
      else await this.#handleMessage(socket, frame.message)
    } catch (error) {
      this.#services.log.error({ err: error }, 'A realtime message could not be answered')
      const { joinRef, ref, topic } = frame.type === 'broadcast' ? frame : frame.message
      socket.reply({ joinRef, ref, topic }, 'error', { reason: 'Unknown Error on Channel' })
    }
  }

  /** A socket has gone, and with it whoever was present through it. */
  forget(socket: RealtimeSocket): void {
    this.sockets.delete(socket)
    for (const channel of socket.channels.values()) this.#leave(channel)
  }

  /** Tells a room, here and through every other process. */
  broadcast(name: string, isPrivate: boolean, broadcast: Broadcast, except: RealtimeChannel | null = null): void {
    const room = roomOf(name, isPrivate)
    this.#hear(room, broadcast, except)
    const { event, content } = broadcast
    this.#bus.send({
      type: 'broadcast',
      room,
      event,
      ...(typeof content === 'string' ? { text: content } : { base64: Buffer.from(content).toString('base64') }),
    })
  }

  /** What a caller of the HTTP routes may do in a private channel. */
  async permissionsFor(
    bearer: Bearer,
    headers: Readonly<Record<string, string>>,
    name: string,
  ): Promise<Permissions | null> {
    return askPermissions(this.#services.database, toViewer(bearer, headers), name)
  }

  /** False when this caller has sent too many. */
  mayBroadcast(caller: string): boolean {
    return this.#httpMessages.take(caller)
  }

  /** Says goodbye to every client, and to the other processes. supabase-js connects again by itself. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#timers.forEach(clearInterval)
    for (const socket of this.sockets) socket.close(1012, 'The server is being restarted')
    this.#stops.forEach((stop) => stop())
    this.#feed.close()
    if (this.#started !== null) this.#bus.send({ type: 'gone' })
    await this.#bus.flush()
  }

  async #start(): Promise<void> {
    const { database, log } = this.#services
    await this.#tables.refresh(true)
    this.#stops = [
      await database.listen('realtime_changes', () => this.#feed.notice()),
      await database.listen('realtime_messages', (id) => this.#sayKept(id)),
      await database.listen('realtime_access', (payload) => void this.#review(payload)),
      await this.#bus.listen(
        (from, message) => this.#hearOther(from, message),
        () => this.#bus.send({ type: 'who' }),
      ),
    ]
    const every = (ms: number, run: () => Promise<void> | void) => {
      const report = (error: unknown) => this.#isClosing || log.warn({ err: error }, 'Realtime could not tidy up')
      this.#timers.push(setInterval(() => void Promise.resolve(run()).catch(report), ms).unref())
    }
    every(this.limits.sweepMs, () => this.#sweep())
    every(this.limits.aliveMs, () => this.#sayAlive())
    every(this.limits.keepChangesMs / 6, async () => {
      await this.#feed.tidy()
      await this.#bus.tidy(this.limits.keepChangesMs)
    })
    every(keepMessagesEveryMs, () => tidyMessages(database))
    this.#bus.send({ type: 'who' })
  }

  /** Tells what the database has said, in the order it did. Every process is told by itself. */
  #sayKept(id: string | null): void {
    if (id === null || this.#rooms.size === 0) return
    this.#saying = this.#saying
      .then(async () => {
        const message = await fetchMessage(this.#services.database, id)
        if (message !== null) this.#hear(roomOf(message.topic, message.isPrivate), message.broadcast, null)
      })
      .catch((error: unknown) => this.#services.log.warn({ err: error }, 'A message of the database was lost'))
  }

  async #handleMessage(socket: RealtimeSocket, message: Message): Promise<void> {
    const { topic, event, payload } = message
    if (topic === 'phoenix') {
      if (event === 'heartbeat') socket.reply(message, 'ok')
      return
    }
    if (event === 'phx_join') return this.#join(socket, message)
    const channel = socket.channels.get(topic)
    if (event === 'phx_leave') {
      socket.reply(message, 'ok')
      if (channel !== undefined && isOf(channel, message)) this.#shut(channel)
      return
    }
    if (channel === undefined) return socket.reply(message, 'error', { reason: 'unmatched topic' })
    // Meant for the channel that was here before a client joined again.
    if (!isOf(channel, message)) return
    switch (event) {
      case 'broadcast': {
        const name = payload['event']
        const content = JSON.stringify(payload['payload'] ?? {})
        this.#handleBroadcast(
          socket,
          message,
          { event: typeof name === 'string' ? name : '', content },
          typeof name === 'string',
        )
        return
      }
      case 'presence':
        if (this.#isWithinRate(channel)) this.#handlePresence(channel, message)
        return
      case 'access_token':
        return this.#replaceToken(channel, payload['access_token'])
      default:
        this.#isWithinRate(channel)
    }
  }

  async #join(socket: RealtimeSocket, message: Message): Promise<void> {
    const { topic, joinRef, payload } = message
    const name = topic.slice(topicPrefix.length)
    const refuse = (reason: string) => socket.reply(message, 'error', { reason })
    if (!topic.startsWith(topicPrefix)) return refuse('unmatched topic')
    if (name === '') return refuse('TopicNameRequired: You must provide a topic name')
    if (name.includes('\0')) return refuse('TopicNameRequired: A topic name can not contain the character NUL')
    if (this.#isClosing) return refuse('RealtimeRestarting: Realtime is restarting, please standby')
    if (!socket.mayJoin()) {
      refuse('ClientJoinRateLimitReached: Too many joins per second')
      return socket.close(1008, 'Too many joins per second')
    }
    const before = socket.channels.get(topic)
    if (before !== undefined) this.#shut(before)
    if (socket.channels.size >= this.limits.channelsPerSocket) {
      return refuse('ChannelRateLimitReached: Too many channels')
    }
    const config = parseJoin(payload)
    const token = config.accessToken ?? socket.apikey.token
    const bearer = await this.verify(token)
    if (isRefusal(bearer)) return refuse(`${bearer.code}: ${bearer.message}`)
    const viewer = toViewer(bearer, socket.headers)
    const permissions = await this.#permissions(bearer, viewer, name, config.isPrivate)
    if (permissions === null) return refuse(`InvalidJWTToken: ${sessionEnded}`)
    if (!permissions.broadcast.read && !permissions.presence.read) return refuse(`Unauthorized: ${mayNotRead(name)}`)

    const channel = new RealtimeChannel({ socket, topic, joinRef, config, bearer, token, viewer, permissions })
    const planned = await this.#plan(config.changes)
    if (typeof planned !== 'string' && planned.length > 0) {
      channel.bindings = planned
      await this.#feed.add(channel)
    }
    // The client may have gone meanwhile.
    if (!socket.isOpen) return this.#leave(channel)
    socket.channels.set(topic, channel)
    const members = this.#rooms.get(channel.room) ?? new Set()
    this.#rooms.set(channel.room, members.add(channel))
    socket.reply(message, 'ok', {
      postgres_changes: config.changes.map(({ sent }, index) => ({
        ...sent,
        id: index + 1,
      })),
    })
    if (typeof planned === 'string') channel.system('postgres_changes', 'error', planned)
    else if (planned.length > 0) channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    this.#sendPresenceState(channel)
    if (config.replay !== null && config.isPrivate) {
      for (const { id, broadcast } of await messagesToReplay(this.#services.database, name, config.replay)) {
        channel.hear({ ...broadcast, replayedId: id })
      }
    }
  }

  /** Null when the token's session has ended. */
  async #permissions(bearer: Bearer, viewer: Viewer, name: string, isPrivate: boolean): Promise<Permissions | null> {
    const { database } = this.#services
    if (isPrivate) return askPermissions(database, viewer, name)
    return bearer.sessionId === null || (await isSessionAlive(database, viewer)) ? everythingAllowed : null
  }

  async #plan(changes: readonly ChangesConfig[]): Promise<readonly ChangeBinding[] | string> {
    const bindings: ChangeBinding[] = []
    for (const request of changes) {
      const { event, schema, table, filter } = request
      const conditions = event === null ? 'no such event' : await this.#tables.plan({ schema, table, filter })
      if (event === null || typeof conditions === 'string') {
        const parameters = `event: ${event ?? '?'}, schema: ${schema}, table: ${table ?? '*'}, filters: [${filter ?? ''}]`
        return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${parameters}] (${String(conditions)})`
      }
      // Told apart within their channel; the same in many, so that one frame serves all who asked for the same.
      bindings.push({ id: bindings.length + 1, event, conditions })
    }
    return bindings
  }

  #handleBroadcast(
    socket: RealtimeSocket,
    { joinRef, ref, topic }: Pick<Message, 'joinRef' | 'ref' | 'topic'>,
    broadcast: Broadcast,
    isNamed: boolean,
  ): void {
    const channel = socket.channels.get(topic)
    if (channel === undefined) return socket.reply({ joinRef, ref, topic }, 'error', { reason: 'unmatched topic' })
    if (!isOf(channel, { joinRef }) || !this.#isWithinRate(channel)) return
    const { config, permissions } = channel
    const acknowledge = (status: 'ok' | 'error', response: object = {}) => {
      if (config.isAcknowledged) socket.reply({ joinRef, ref, topic }, status, response)
    }
    if (!isNamed) return acknowledge('error', { reason: 'A broadcast needs an event' })
    if (Buffer.byteLength(broadcast.content) > this.limits.payloadBytes) {
      return acknowledge('error', { reason: 'payload_size_exceeded' })
    }
    if (!permissions.broadcast.write) {
      return acknowledge('error', {
        reason: `You do not have permissions to write to this Channel topic: ${channel.name}`,
      })
    }
    this.broadcast(channel.name, config.isPrivate, broadcast, config.hearsItself ? null : channel)
    acknowledge('ok')
  }

  #handlePresence(channel: RealtimeChannel, message: Message): void {
    const { socket } = channel
    const event = String(message.payload['event']).toLowerCase()
    if (!socket.mayChangePresence(channel.topic)) return this.#shut(channel, 'Client presence rate limit exceeded')
    if (event === 'untrack') {
      this.#untrack(channel)
      return socket.reply(message, 'ok')
    }
    const meta = message.payload['payload'] ?? {}
    if (event !== 'track') return socket.reply(message, 'error', { reason: 'Unknown presence event' })
    if (typeof meta !== 'object' || Array.isArray(meta)) {
      return socket.reply(message, 'error', { reason: 'Presence track payload must be a map' })
    }
    if (!channel.permissions.presence.write) return socket.reply(message, 'error')
    const text = JSON.stringify(meta)
    if (Buffer.byteLength(text) > this.limits.payloadBytes) return this.#shut(channel, 'Track message size exceeded')
    const previous = channel.tracked
    if (previous?.text !== text) {
      const ref = randomUUID()
      channel.tracked = { ref, text }
      const known = meta as Readonly<Record<string, unknown>>
      const present: Present = {
        ref,
        key: channel.presenceKey,
        meta: previous === null ? known : { ...known, phx_ref_prev: previous.ref },
      }
      this.#present(channel.room, [present], previous === null ? [] : [previous.ref])
    }
    socket.reply(message, 'ok')
    if (!channel.hearsPresence) {
      channel.hearsPresence = true
      this.#sendPresenceState(channel)
    }
  }

  #untrack(channel: RealtimeChannel): void {
    const { tracked } = channel
    channel.tracked = null
    if (tracked !== null) this.#present(channel.room, [], [tracked.ref])
  }

  /** Somebody of this process came or went. */
  #present(room: string, joins: readonly Present[], leaves: readonly string[]): void {
    this.#tellPresence(room, this.#presence.apply(room, this.#bus.processId, joins, leaves))
    this.#bus.send({ type: 'presence', room, joins, leaves })
  }

  #tellPresence(room: string, diff: PresenceDiff | null): void {
    const members = this.#rooms.get(room)
    if (diff === null || members === undefined) return
    const text = JSON.stringify(diff)
    for (const channel of members) channel.hearPresence(text)
  }

  #sendPresenceState(channel: RealtimeChannel): void {
    if (!channel.hearsPresence || !channel.permissions.presence.read) return
    channel.push('presence_state', JSON.stringify(this.#presence.state(channel.room)))
  }

  async #replaceToken(channel: RealtimeChannel, token: unknown): Promise<void> {
    if (typeof token !== 'string' || token.startsWith('sb_') || token === channel.token) return
    const bearer = await this.verify(token)
    if (isRefusal(bearer)) return this.#shut(channel, bearer.message)
    const viewer = toViewer(bearer, channel.socket.headers)
    const permissions = await this.#permissions(bearer, viewer, channel.name, channel.config.isPrivate)
    if (permissions === null) return this.#shut(channel, sessionEnded)
    if (!this.#keepsReading(channel, permissions)) return
    channel.token = token
    channel.bearer = bearer
    channel.viewer = viewer
    channel.permissions = permissions
  }

  /** A channel that could be read and may not be read any more is closed. */
  #keepsReading(channel: RealtimeChannel, next: Permissions): boolean {
    const { permissions } = channel
    const isRevoked = (part: 'broadcast' | 'presence') => permissions[part].read && !next[part].read
    if (!isRevoked('broadcast') && !isRevoked('presence')) return true
    this.#shut(channel, `You no longer have permission to read from this Channel topic: ${channel.name}`)
    return false
  }

  /** A session, an account or a membership has changed; null: some may have, and nobody said so. */
  async #review(payload: string | null): Promise<void> {
    const changed =
      payload === null ? null : (JSON.parse(payload) as { readonly session?: string; readonly user?: string })
    const isMeant = ({ bearer }: RealtimeChannel) =>
      changed === null
        ? bearer.userId !== null
        : (changed.session !== undefined && bearer.sessionId === changed.session) ||
          (changed.user !== undefined && bearer.userId === changed.user)
    for (const socket of this.sockets) {
      for (const channel of socket.channels.values()) {
        if (!channel.isOpen || !isMeant(channel)) continue
        try {
          const { bearer, viewer, name, config } = channel
          const permissions = await this.#permissions(bearer, viewer, name, config.isPrivate)
          if (!channel.isOpen || channel.viewer !== viewer) continue
          if (permissions === null) this.#shut(channel, sessionEnded)
          else if (this.#keepsReading(channel, permissions)) channel.permissions = permissions
        } catch (error) {
          // Who can't be asked about hears nothing more.
          this.#services.log.warn({ err: error }, 'Permissions could not be asked again')
          this.#shut(channel, 'Realtime was unable to connect to the project database')
        }
      }
    }
  }

  #isWithinRate(channel: RealtimeChannel): boolean {
    if (channel.socket.maySendEvent()) return true
    this.#shut(channel, 'Too many messages per second')
    return false
  }

  /** Ends a channel; with a message, because something is wrong. */
  #shut(channel: RealtimeChannel, message: string | null = null): void {
    if (!channel.isOpen) return
    const { socket, joinRef, topic } = channel
    if (message !== null) channel.system('system', 'error', message)
    this.#leave(channel)
    socket.sendText({ joinRef, ref: joinRef, topic, event: 'phx_close' }, '{}')
  }

  #leave(channel: RealtimeChannel): void {
    channel.isOpen = false
    this.#feed.remove(channel)
    const { socket, topic, room } = channel
    if (socket.channels.get(topic) === channel) socket.channels.delete(topic)
    const members = this.#rooms.get(room)
    members?.delete(channel)
    if (members?.size === 0) this.#rooms.delete(room)
    this.#untrack(channel)
  }

  #hear(room: string, broadcast: Broadcast, except: RealtimeChannel | null): void {
    for (const channel of this.#rooms.get(room) ?? []) {
      if (channel !== except) channel.hear(broadcast)
    }
  }

  #hearOther(from: string, message: BusMessage): void {
    const isNew = !this.#others.has(from)
    this.#others.set(from, this.now())
    switch (message.type) {
      case 'broadcast': {
        const { room, event, text, base64 } = message
        return this.#hear(room, { event, content: text ?? Buffer.from(base64 ?? '', 'base64') }, null)
      }
      case 'presence':
        return this.#tellPresence(message.room, this.#presence.apply(message.room, from, message.joins, message.leaves))
      case 'everybody':
        return this.#replacePresent(from, message.rooms)
      case 'who':
        return this.#bus.send({ type: 'everybody', rooms: this.#presence.ofProcess(this.#bus.processId) })
      case 'alive':
        // Believed gone, or never heard of: whoever is present there is missing here.
        if (isNew) this.#bus.send({ type: 'who' })
        return undefined
      case 'gone':
        return this.#forgetOther(from)
    }
  }

  #replacePresent(from: string, rooms: Readonly<Record<string, readonly Present[]>>): void {
    const before = this.#presence.ofProcess(from)
    for (const room of new Set([...Object.keys(before), ...Object.keys(rooms)])) {
      const now = rooms[room] ?? []
      const gone = (before[room] ?? []).filter(({ ref }) => now.every((present) => present.ref !== ref))
      this.#tellPresence(
        room,
        this.#presence.apply(
          room,
          from,
          now,
          gone.map(({ ref }) => ref),
        ),
      )
    }
  }

  #forgetOther(processId: string): void {
    this.#others.delete(processId)
    this.#replacePresent(processId, {})
  }

  #sayAlive(): void {
    this.#bus.send({ type: 'alive' })
    for (const [processId, heardAt] of this.#others) {
      if (this.now() - heardAt > this.limits.goneMs) this.#forgetOther(processId)
    }
  }

  #sweep(): void {
    const now = this.now()
    for (const socket of this.sockets) {
      if (now - socket.heardAtMs > this.limits.silenceMs) {
        socket.terminate()
        continue
      }
      for (const channel of socket.channels.values()) {
        const { expiresAtMs } = channel.bearer
        if (expiresAtMs <= now) this.#shut(channel, expired(expiresAtMs, now).message)
      }
    }
  }
}

const keepMessagesEveryMs = 600_000

function isOf(channel: RealtimeChannel, { joinRef }: Pick<Message, 'joinRef'>): boolean {
  return joinRef === null || channel.joinRef === null || joinRef === channel.joinRef
}

function mayNotRead(name: string): string {
  return `You do not have permissions to read from this Channel topic: ${name}`
}

const sessionEnded = 'The session of this token has ended'
