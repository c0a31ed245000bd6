import { longKeyOf } from '#server/api-keys.ts'
import { createRateLimit } from '#server/rate-limit.ts'
import type { Services } from '#server/services.ts'

import type { ChangeBacklog } from './change-backlog.ts'
import { ChangeFeed } from './change-feed.ts'
import type { ChangeBinding } from './change-subscribers.ts'
import { messagesToReplay, tidyMessages } from './kept-messages.ts'
import { parseJoin, type ChangesConfig } from './join-config.ts'
import type { Broadcast, IncomingFrame, Message } from './phoenix-frame.ts'
import { PublishedTables } from './published-tables.ts'
import {
  askPermissions,
  everythingAllowed,
  isSessionAlive,
  toViewer,
  type Permissions,
  type Viewer,
} from './realtime-access.ts'
import { RealtimeChannel, topicPrefix } from './realtime-channel.ts'
import { realtimeLimits, type RealtimeLimits } from './realtime-limits.ts'
import { RealtimeRooms } from './realtime-rooms.ts'
import type { RealtimeSocket } from './realtime-socket.ts'
import { expired, isRefusal, readToken, type Bearer, type TokenRefusal } from './realtime-token.ts'

/** The hub of these services: the same one for the WebSocket and the routes. `limits` counts only the first time. */
export function realtimeHub(services: Services, limits: Partial<RealtimeLimits> = {}): RealtimeHub {
  const known = hubs.get(services)
  if (known !== undefined) return known
  const sockets = services.config.embedded?.realtimeSocketsMax ?? realtimeLimits.sockets
  // The embedded database does one thing at a time: fewer questions leave it more time, and short ones hold up no write.
  const forOneAtATime = services.database.kind === 'pglite' ? { gatherMs: 40, questionCost: 40_000 } : {}
  const hub = new RealtimeHub(services, { ...realtimeLimits, sockets, ...forOneAtATime, ...limits })
  hubs.set(services, hub)
  return hub
}

const hubs = new WeakMap<Services, RealtimeHub>()

/** All sockets of this process: what their clients ask for, and whether they still may have it. */
export class RealtimeHub {
  readonly limits: RealtimeLimits
  readonly now: () => number
  readonly sockets = new Set<RealtimeSocket>()
  readonly rooms: RealtimeRooms
  readonly #services: Services
  readonly #tables: PublishedTables
  readonly #feed: ChangeFeed
  readonly #httpMessages
  #started: Promise<void> | null = null
  #stops: (() => void)[] = []
  #timers: NodeJS.Timeout[] = []
  #isClosing = false

  constructor(services: Services, limits: RealtimeLimits) {
    this.limits = limits
    this.now = services.now
    this.#services = services
    this.#tables = new PublishedTables(services.database)
    this.#feed = new ChangeFeed(services, limits, this.#tables)
    this.rooms = new RealtimeRooms(services, limits)
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

  get figures(): { readonly sockets: number; readonly channels: number } & ChangeBacklog['figures'] {
    let channels = 0
    for (const socket of this.sockets) channels += socket.channels.size
    return { sockets: this.sockets.size, channels, ...this.#feed.backlog.figures }
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
    await this.rooms.close()
  }

  async #start(): Promise<void> {
    const { database, log } = this.#services
    await this.#tables.refresh(true)
    this.#stops = [
      await database.listen('realtime_changes', () => this.#feed.notice()),
      await database.listen('realtime_access', (payload) => void this.#review(payload)),
      ...(await this.rooms.listen()),
    ]
    const every = (ms: number, run: () => Promise<void> | void) => {
      const report = (error: unknown) => this.#isClosing || log.warn({ err: error }, 'Realtime could not tidy up')
      this.#timers.push(setInterval(() => void Promise.resolve(run()).catch(report), ms).unref())
    }
    every(this.limits.sweepMs, () => this.#sweep())
    every(this.limits.aliveMs, () => this.rooms.sayAlive())
    every(this.limits.keepChangesMs / 6, async () => {
      await this.#feed.tidy()
      await this.rooms.tidy()
    })
    every(keepMessagesEveryMs, () => tidyMessages(database))
    this.rooms.askOthers()
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
    this.rooms.enter(channel)
    socket.reply(message, 'ok', {
      postgres_changes: config.changes.map(({ sent }, index) => ({
        ...sent,
        id: index + 1,
      })),
    })
    if (typeof planned === 'string') channel.system('postgres_changes', 'error', planned)
    else if (planned.length > 0) channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    this.rooms.sendPresenceState(channel)
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
    this.rooms.broadcast(channel.name, config.isPrivate, broadcast, config.hearsItself ? null : channel)
    acknowledge('ok')
  }

  #handlePresence(channel: RealtimeChannel, message: Message): void {
    const { socket } = channel
    const event = String(message.payload['event']).toLowerCase()
    if (!socket.mayChangePresence(channel.topic)) return this.#shut(channel, 'Client presence rate limit exceeded')
    if (event === 'untrack') {
      this.rooms.untrack(channel)
      return socket.reply(message, 'ok')
    }
    const meta = message.payload['payload'] ?? {}
    if (event !== 'track') return socket.reply(message, 'error', { reason: 'Unknown presence event' })
    if (typeof meta !== 'object' || Array.isArray(meta)) {
      return socket.reply(message, 'error', { reason: 'Presence track payload must be a map' })
    }
    if (!channel.permissions.presence.write) return socket.reply(message, 'error')
    if (Buffer.byteLength(JSON.stringify(meta)) > this.limits.payloadBytes) {
      return this.#shut(channel, 'Track message size exceeded')
    }
    this.rooms.track(channel, meta as Readonly<Record<string, unknown>>)
    socket.reply(message, 'ok')
    if (!channel.hearsPresence) {
      channel.hearsPresence = true
      this.rooms.sendPresenceState(channel)
    }
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
    const { socket, topic } = channel
    if (socket.channels.get(topic) === channel) socket.channels.delete(topic)
    this.rooms.leave(channel)
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
