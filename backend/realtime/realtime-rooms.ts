import { randomUUID } from 'node:crypto'

import { networkKeyOf } from '#backend/http/network-of.ts'
import type { Services } from '#backend/services.ts'

import { fetchMessage } from './stored-messages.ts'
import type { Broadcast } from './phoenix-frame.ts'
import { PresenceStore, type PresenceDiff } from './presence-store.ts'
import { ProcessBus, type BusMessage, type Present } from './process-bus.ts'
import { roomOf, type FramesByVersion, type RealtimeChannel } from './realtime-channel.ts'
import type { RealtimeLimits } from './realtime-limits.ts'

/** Rooms, their broadcasts and presence, synchronized between processes. */
export class RealtimeRooms {
  readonly #services: Services
  readonly #limits: RealtimeLimits
  readonly #bus: ProcessBus
  readonly #presence = new PresenceStore()
  readonly #members = new Map<string, Set<RealtimeChannel>>()
  /** When each other process was last heard of. */
  readonly #others = new Map<string, number>()
  /** Bytes of presence data that each network tracks, in total and in each room. */
  readonly #trackedBytes = new Map<string, number>()
  #isListening = false
  #delivering: Promise<void> = Promise.resolve()

  constructor(services: Services, limits: RealtimeLimits) {
    this.#services = services
    this.#limits = limits
    this.#bus = new ProcessBus(services)
  }

  /** Starts listening to other processes and the database; returns the stop functions. */
  async listen(): Promise<(() => void)[]> {
    this.#isListening = true
    return [
      await this.#services.database.listen('realtime_messages', (id) => this.#deliverStored(id)),
      await this.#bus.listen(
        (from, message) => this.#onMessage(from, message),
        () => this.requestPresences(),
      ),
    ]
  }

  requestPresences(): void {
    this.#bus.send({ type: 'who' })
  }

  enter(channel: RealtimeChannel): void {
    const members = this.#members.get(channel.room) ?? new Set()
    this.#members.set(channel.room, members.add(channel))
  }

  leave(channel: RealtimeChannel): void {
    const members = this.#members.get(channel.room)
    members?.delete(channel)
    if (members?.size === 0) this.#members.delete(channel.room)
    this.untrack(channel)
  }

  /** How many sockets of this process are in the room. */
  sizeOf(room: string): number {
    return this.#members.get(room)?.size ?? 0
  }

  broadcast(name: string, isPrivate: boolean, broadcast: Broadcast, except: RealtimeChannel | null = null): void {
    const room = roomOf(name, isPrivate)
    this.#deliver(room, broadcast, except)
    const { event, content } = broadcast
    this.#bus.send({
      type: 'broadcast',
      room,
      event,
      ...(typeof content === 'string' ? { text: content } : { base64: Buffer.from(content).toString('base64') }),
    })
  }

  /** Does nothing when the meta is unchanged. False when the sender's network would exceed its memory limit. */
  track(channel: RealtimeChannel, meta: Readonly<Record<string, unknown>>): boolean {
    const text = JSON.stringify(meta)
    const previous = channel.tracked
    if (previous?.text === text) return true
    if (!this.#keep(channel, text.length - (previous?.text.length ?? 0))) return false
    const ref = randomUUID()
    channel.tracked = { ref, text }
    const present: Present = {
      ref,
      key: channel.presenceKey,
      meta: previous === null ? meta : { ...meta, phx_ref_prev: previous.ref },
    }
    this.#present(channel.room, [present], previous === null ? [] : [previous.ref])
    return true
  }

  untrack(channel: RealtimeChannel): void {
    const { tracked } = channel
    channel.tracked = null
    if (tracked === null) return
    this.#keep(channel, -tracked.text.length)
    this.#present(channel.room, [], [tracked.ref])
  }

  /** Counts what the sender's network tracks. */
  #keep({ socket, bearer, room }: RealtimeChannel, more: number): boolean {
    const { presenceBytesPerNetwork, presenceBytesInRoom } = this.#limits
    const network = networkKeyOf(socket.address)
    const counts = [
      { key: network, most: presenceBytesPerNetwork },
      { key: `${network} ${room}`, most: presenceBytesInRoom },
    ].map(({ key, most }) => ({ key, most, bytes: (this.#trackedBytes.get(key) ?? 0) + more }))
    // The operator's own programs aren't limited.
    const isLimited = more > 0 && bearer.role !== 'service_role'
    if (isLimited && counts.some(({ bytes, most }) => bytes > most)) return false
    for (const { key, bytes } of counts) {
      if (bytes > 0) this.#trackedBytes.set(key, bytes)
      else this.#trackedBytes.delete(key)
    }
    return true
  }

  /** Who is present in a room, as JSON that all newcomers share. */
  presenceState(room: string): Uint8Array {
    return this.#presence.encodedState(room)
  }

  /** Sends a heartbeat and drops processes that stopped sending theirs. */
  sendHeartbeat(): void {
    this.#bus.send({ type: 'alive' })
    const now = this.#services.now()
    for (const [processId, lastSeenAtMs] of this.#others) {
      if (now - lastSeenAtMs > this.#limits.goneAfterMs) this.#dropProcess(processId)
    }
  }

  deleteOldParcels(): Promise<void> {
    return this.#bus.deleteOldParcels(this.#limits.keepChangesMs)
  }

  /** Flushes pending messages and tells the other processes that this one is leaving. */
  async close(): Promise<void> {
    if (this.#isListening) this.#bus.send({ type: 'gone' })
    await this.#bus.flush()
  }

  /** Delivers messages from the database in order. Each process reads them itself. */
  #deliverStored(id: string | null): void {
    if (id === null || this.#members.size === 0) return
    this.#delivering = this.#delivering
      .then(async () => {
        const message = await fetchMessage(this.#services.database, id)
        if (message !== null) this.#deliver(roomOf(message.topic, message.isPrivate), message.broadcast, null)
      })
      .catch((error: unknown) => this.#services.log.warn({ err: error }, 'A message from the database was lost'))
  }

  /** Applies and publishes local joins and leaves. */
  #present(room: string, joins: readonly Present[], leaves: readonly string[]): void {
    this.#deliverPresence(room, this.#presence.apply(room, this.#bus.processId, joins, leaves))
    this.#bus.send({ type: 'presence', room, joins, leaves })
  }

  #deliverPresence(room: string, diff: PresenceDiff | null): void {
    const members = this.#members.get(room)
    if (diff === null || members === undefined) return
    const text = JSON.stringify(diff)
    const frames: FramesByVersion = new Map()
    for (const channel of members) channel.deliverPresence(text, frames)
  }

  #deliver(room: string, broadcast: Broadcast, except: RealtimeChannel | null): void {
    const frames: FramesByVersion = new Map()
    for (const channel of this.#members.get(room) ?? []) {
      if (channel !== except) channel.deliver(broadcast, frames)
    }
  }

  #onMessage(from: string, message: BusMessage): void {
    const isNew = !this.#others.has(from)
    this.#others.set(from, this.#services.now())
    switch (message.type) {
      case 'broadcast': {
        const { room, event, text, base64 } = message
        return this.#deliver(room, { event, content: text ?? Buffer.from(base64 ?? '', 'base64') }, null)
      }
      case 'presence':
        return this.#deliverPresence(
          message.room,
          this.#presence.apply(message.room, from, message.joins, message.leaves),
        )
      case 'everybody':
        return this.#replacePresent(from, message.rooms)
      case 'who':
        return this.#bus.send({ type: 'everybody', rooms: this.#presence.ofProcess(this.#bus.processId) })
      case 'alive':
        // A new process, or one believed gone: its presences are missing here.
        if (isNew) this.#bus.send({ type: 'who' })
        return undefined
      case 'gone':
        return this.#dropProcess(from)
    }
  }

  #replacePresent(from: string, rooms: Readonly<Record<string, readonly Present[]>>): void {
    const before = this.#presence.ofProcess(from)
    for (const room of new Set([...Object.keys(before), ...Object.keys(rooms)])) {
      const now = rooms[room] ?? []
      const gone = (before[room] ?? []).filter(({ ref }) => now.every((present) => present.ref !== ref))
      this.#deliverPresence(
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

  #dropProcess(processId: string): void {
    this.#others.delete(processId)
    this.#replacePresent(processId, {})
  }
}
