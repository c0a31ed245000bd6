import { longKeyOf } from '#backend/auth/keys/api-keys.ts'
import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import type { Services } from '#backend/services.ts'

import type { ChangeBacklog } from './change-backlog.ts'
import { ChangeFeed } from './change-feed.ts'
import { deleteOldMessages } from './stored-messages.ts'
import { PublishedTables } from './published-tables.ts'
import { permissionsIn, sessionEnded, toViewer, type Permissions } from './realtime-access.ts'
import type { RealtimeChannel } from './realtime-channel.ts'
import { filterBurstSeconds, freeBytes, realtimeLimits, type RealtimeLimits } from './realtime-limits.ts'
import { RealtimeRooms } from './realtime-rooms.ts'
import type { RealtimeSocket } from './realtime-socket.ts'
import { dropUnread } from './drop-unread.ts'
import { expired, isRefusal, readToken, type Bearer, type TokenRefusal } from './realtime-token.ts'

export function createRealtimeHub(services: Services, limits: Partial<RealtimeLimits>): RealtimeHub {
  const sockets = services.config.realtimeSocketsMax
  // PGlite runs one query at a time: fewer and shorter checks leave it time for writes.
  const pgliteLimits = services.database.kind === 'pglite' ? { gatherMs: 40, checkCost: 40_000, checkPairs: 8_000 } : {}
  return new RealtimeHub(services, { ...realtimeLimits, sockets, ...pgliteLimits, ...limits })
}

/** All sockets of this process, their rooms and subscriptions, and their continued permission. */
export class RealtimeHub {
  readonly limits: RealtimeLimits
  readonly now: () => number
  readonly sockets = new Set<RealtimeSocket>()
  readonly rooms: RealtimeRooms
  readonly services: Services
  readonly tables: PublishedTables
  readonly feed: ChangeFeed
  readonly #httpMessages
  readonly #anonMessages
  readonly #anonJoins
  readonly #bytes
  readonly #joins
  readonly #spread
  readonly #filterSteps
  #started: Promise<void> | null = null
  #stops: (() => void)[] = []
  #timers: NodeJS.Timeout[] = []
  #isClosing = false

  constructor(services: Services, limits: RealtimeLimits) {
    this.limits = limits
    this.now = services.now
    this.services = services
    this.tables = new PublishedTables(services.database)
    this.feed = new ChangeFeed(services, limits, this.tables)
    this.rooms = new RealtimeRooms(services, limits)
    const perSecond = { burst: limits.httpMessagesPerSecond, refillMs: 1_000, now: services.now }
    this.#httpMessages = createRateLimit(perSecond)
    this.#anonMessages = createNetworkLimit(perSecond)
    const burst = limits.bytesPerSecond * bytesBurstSeconds
    this.#bytes = createNetworkLimit({ burst, refillMs: bytesBurstSeconds * 1_000, now: services.now, wideFactor: 4 })
    this.#spread = createNetworkLimit({
      burst: limits.spreadBytesPerSecond * bytesBurstSeconds,
      refillMs: bytesBurstSeconds * 1_000,
      now: services.now,
      wideFactor: 1,
    })
    const joins = limits.joinsPerNetworkAndMinute
    const perMinute = { refillMs: 60_000, now: services.now, wideFactor: 4 }
    this.#anonJoins = createNetworkLimit({ burst: joins, ...perMinute })
    this.#joins = createNetworkLimit({ burst: limits.signedInJoinsPerNetworkAndMinute, ...perMinute })
    this.#filterSteps = createNetworkLimit({
      burst: limits.filterStepsPerNetworkAndSecond * filterBurstSeconds,
      refillMs: filterBurstSeconds * 1_000,
      now: services.now,
      wideFactor: 1,
    })
  }

  /** Starts listening to the database; runs again after a failure. */
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
    return { sockets: this.sockets.size, channels, ...this.feed.backlog.figures }
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  verify(token: string): Promise<Bearer | TokenRefusal> {
    const { apiKeys, identity } = this.services.config
    return readToken(longKeyOf(token, apiKeys), identity.keys, this.now())
  }

  removeSocket(socket: RealtimeSocket): void {
    this.sockets.delete(socket)
    for (const channel of socket.channels.values()) this.leave(channel)
  }

  /** Closes a channel; a message reports an error. */
  closeChannel(channel: RealtimeChannel, message: string | null = null): void {
    if (!channel.isOpen) return
    const { socket, joinRef, topic } = channel
    if (message !== null) channel.system('system', 'error', message)
    this.leave(channel)
    socket.sendText({ joinRef, ref: joinRef, topic, event: 'phx_close' }, '{}')
  }

  /** Removes a channel without notifying its client. */
  leave(channel: RealtimeChannel): void {
    channel.isOpen = false
    this.feed.remove(channel)
    const { socket, topic } = channel
    if (socket.channels.get(topic) === channel) socket.channels.delete(topic)
    this.rooms.leave(channel)
  }

  /** Replaces a channel's token, or closes the channel. */
  async renewToken(channel: RealtimeChannel, token: unknown): Promise<void> {
    if (typeof token !== 'string' || token.startsWith('sb_') || token === channel.token) return
    const bearer = await this.verify(token)
    if (isRefusal(bearer)) return this.closeChannel(channel, bearer.message)
    const viewer = toViewer(bearer, channel.socket.headers)
    const permissions = await permissionsIn(this.services.database, bearer, viewer, channel)
    if (permissions === null) return this.closeChannel(channel, sessionEnded)
    if (!this.#keepsReading(channel, permissions)) return
    channel.token = token
    channel.bearer = bearer
    channel.viewer = viewer
    channel.permissions = permissions
  }

  /** False when a network has sent too much, even if signed in, because each frame has to be parsed first. */
  mayRead(address: string, bytes: number): boolean {
    return this.#bytes.take(address, '', bytes)
  }

  /** False when a network has sent too much to too many receivers. One message that takes all of the limit may pass. */
  maySpread(address: string, bytes: number, receivers: number): boolean {
    const sent = Math.max(bytes, sendCostBytes) * receivers
    if (sent <= freeBytes) return true
    const most = this.limits.spreadBytesPerSecond * bytesBurstSeconds
    return this.#spread.take(address, '', Math.min(sent, most))
  }

  /** The same for a message to a channel's room. */
  maySpreadFrom(channel: RealtimeChannel, bytes: number, receivers = this.rooms.sizeOf(channel.room)): boolean {
    // The operator's own programs aren't limited.
    if (channel.bearer.role === 'service_role') return true
    return this.maySpread(channel.socket.address, bytes, receivers)
  }

  /** Sends who is present, to a client that wants to know; false when its network has been sent too much. */
  sendPresenceState(channel: RealtimeChannel): boolean {
    if (!channel.receivesPresence || !channel.permissions.presence.read) return true
    const state = this.rooms.presenceState(channel.room)
    if (!this.maySpreadFrom(channel, state.byteLength, 1)) return false
    channel.pushShared('presence_state', state)
    return true
  }

  /** False when the sockets of a network have joined too many channels. */
  mayJoin(address: string, isSignedIn: boolean): boolean {
    return (isSignedIn ? this.#joins : this.#anonJoins).take(address)
  }

  /** False when the filters of a network's sockets have taken too many steps. */
  mayFilter(address: string, steps: number): boolean {
    return this.#filterSteps.take(address, '', steps)
  }

  /** False when an account or anonymous network has sent too many broadcasts. */
  mayBroadcast(account: string | null, address: string): boolean {
    return account === null ? this.#anonMessages.take(address) : this.#httpMessages.take(account)
  }

  /** Disconnects every client and the other processes. supabase-js reconnects by itself. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#timers.forEach(clearInterval)
    for (const socket of this.sockets) socket.close(1012, 'The server is being restarted')
    this.#stops.forEach((stop) => stop())
    this.feed.close()
    await this.rooms.close()
  }

  async #start(): Promise<void> {
    const { database, log } = this.services
    await this.tables.refresh(true)
    this.#stops = [
      await database.listen('realtime_changes', () => this.feed.notice()),
      await database.listen('realtime_access', (payload) => void this.#review(payload)),
      ...(await this.rooms.listen()),
    ]
    const every = (ms: number, run: () => Promise<void> | void) => {
      const report = (error: unknown) => this.#isClosing || log.warn({ err: error }, 'Realtime cleanup failed')
      this.#timers.push(setInterval(() => void Promise.resolve(run()).catch(report), ms).unref())
    }
    every(this.limits.sweepMs, () => this.#sweep())
    every(this.limits.heartbeatMs, () => this.rooms.sendHeartbeat())
    every(this.limits.keepChangesMs / 6, async () => {
      await this.feed.deleteOldChanges()
      await this.rooms.deleteOldParcels()
    })
    every(deleteMessagesEveryMs, () => deleteOldMessages(database))
    this.rooms.requestPresences()
  }

  /** Rechecks permissions after a session, account or membership changed; null rechecks everything. */
  async #review(payload: string | null): Promise<void> {
    const changed =
      payload === null ? null : (JSON.parse(payload) as { readonly session?: string; readonly user?: string })
    const isAffected = ({ bearer }: RealtimeChannel) =>
      changed === null
        ? bearer.userId !== null
        : (changed.session !== undefined && bearer.sessionId === changed.session) ||
          (changed.user !== undefined && bearer.userId === changed.user)
    for (const socket of this.sockets) {
      for (const channel of socket.channels.values()) {
        if (!channel.isOpen || !isAffected(channel)) continue
        try {
          const { bearer, viewer } = channel
          const permissions = await permissionsIn(this.services.database, bearer, viewer, channel)
          if (!channel.isOpen || channel.viewer !== viewer) continue
          if (permissions === null) this.closeChannel(channel, sessionEnded)
          else if (this.#keepsReading(channel, permissions)) channel.permissions = permissions
        } catch (error) {
          // When the check fails, close rather than keep sending.
          this.services.log.warn({ err: error }, 'Permissions could not be rechecked')
          this.closeChannel(channel, 'Realtime was unable to connect to the project database')
        }
      }
    }
  }

  #sweep(): void {
    const now = this.now()
    dropUnread(this.sockets, this.limits)
    for (const socket of this.sockets) {
      if (now - socket.lastFrameAtMs > this.limits.silenceMs) {
        socket.terminate()
        continue
      }
      if (!socket.hasJoined && now - socket.openedAtMs > this.limits.joinMs) {
        socket.close(1008, 'No channel was joined')
        continue
      }
      for (const channel of socket.channels.values()) {
        const { expiresAtMs } = channel.bearer
        if (expiresAtMs <= now) this.closeChannel(channel, expired(expiresAtMs, now).message)
      }
    }
  }

  /** Closes a channel that lost read permission. */
  #keepsReading(channel: RealtimeChannel, next: Permissions): boolean {
    const { permissions } = channel
    const isRevoked = (part: 'broadcast' | 'presence') => permissions[part].read && !next[part].read
    if (!isRevoked('broadcast') && !isRevoked('presence')) return true
    this.closeChannel(channel, `You no longer have permission to read from this Channel topic: ${channel.name}`)
    return false
  }
}

const deleteMessagesEveryMs = 600_000
const bytesBurstSeconds = 3
/** What sending a short message to one receiver costs, in bytes of a long one. */
const sendCostBytes = 500
