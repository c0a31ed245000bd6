import { randomUUID } from 'node:crypto'

import type { ChangeBinding, ChangeSubscriber } from './change-subscribers.ts'
import {
  broadcastFrame,
  encodedText,
  type Broadcast,
  type EncodedFrame,
  type ProtocolVersion,
} from './phoenix-frame.ts'
import type { JoinConfig } from './join-config.ts'
import type { Permissions, Viewer } from './realtime-access.ts'
import type { RealtimeSocket } from './realtime-socket.ts'
import type { Bearer } from './realtime-token.ts'

/** One topic joined by one socket. */
export class RealtimeChannel implements ChangeSubscriber {
  readonly socket: RealtimeSocket
  readonly topic: string
  readonly joinRef: string | null
  readonly config: JoinConfig
  readonly presenceKey: string
  bindings: readonly ChangeBinding[] = []
  isOpen = true
  bearer: Bearer
  /** The token as sent, for comparison. */
  token: string
  viewer: Viewer
  permissions: Permissions
  receivesPresence: boolean
  /** Channels of one kind share encoded frames. */
  readonly #frameKind: string
  /** The last tracked meta as JSON, and its presence reference. */
  tracked: { readonly ref: string; readonly text: string } | null = null

  constructor(fields: {
    readonly socket: RealtimeSocket
    readonly topic: string
    readonly joinRef: string | null
    readonly config: JoinConfig
    readonly bearer: Bearer
    readonly token: string
    readonly viewer: Viewer
    readonly permissions: Permissions
  }) {
    this.socket = fields.socket
    this.topic = fields.topic
    this.joinRef = fields.joinRef
    this.config = fields.config
    this.bearer = fields.bearer
    this.token = fields.token
    this.viewer = fields.viewer
    this.permissions = fields.permissions
    this.#frameKind = [fields.socket.version, fields.joinRef, fields.topic].join(' ')
    this.presenceKey = fields.config.presenceKey === '' ? randomUUID() : fields.config.presenceKey
    this.receivesPresence = fields.config.isPresenceEnabled
  }

  /** The topic without the client's prefix, as policies see it. */
  get name(): string {
    return this.topic.slice(topicPrefix.length)
  }

  /** Identifies the room: a private and a public channel of one name are separate. */
  get room(): string {
    return roomOf(this.name, this.config.isPrivate)
  }

  receive(ids: readonly number[], data: string, frames: Map<string, EncodedFrame>): void {
    const numbers = JSON.stringify(ids)
    const key = `${numbers} ${this.#frameKind}`
    const fields = { joinRef: this.joinRef, ref: null, topic: this.topic, event: 'postgres_changes' }
    const frame = frames.get(key) ?? encodedText(this.socket.version, fields, `{"ids":${numbers},"data":${data}}`)
    frames.set(key, frame)
    this.socket.sendFrame(frame)
  }

  mayFilter(steps: number): boolean {
    return this.socket.mayFilter(this.bearer, steps)
  }

  refuseFilters(): void {
    this.socket.closeChannel(this, 'The filters of your channels take too long')
  }

  /** Sends a broadcast, if the policies allow this channel to read it. Channels of a room share its frames. */
  deliver(broadcast: Broadcast, frames: FramesByVersion = new Map()): void {
    if (!this.permissions.broadcast.read) return
    this.#share(frames, (version) => broadcastFrame(version, this.topic, broadcast))
  }

  deliverPresence(diffText: string, frames: FramesByVersion): void {
    if (!this.receivesPresence || !this.permissions.presence.read) return
    const fields = { joinRef: null, ref: null, topic: this.topic, event: 'presence_diff' }
    this.#share(frames, (version) => encodedText(version, fields, diffText))
  }

  #share(frames: FramesByVersion, encode: (version: ProtocolVersion) => EncodedFrame | null): void {
    const { version } = this.socket
    const known = frames.get(version)
    const frame = known === undefined ? encode(version) : known
    frames.set(version, frame)
    if (frame !== null) this.socket.sendFrame(frame)
  }

  system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.push('system', JSON.stringify({ extension, status, message, channel: this.name }))
  }

  push(event: string, payloadText: string): void {
    this.socket.sendText({ joinRef: this.joinRef, ref: null, topic: this.topic, event }, payloadText)
  }

  /** Sends JSON that other sockets get, too. */
  pushShared(event: string, payload: Uint8Array): void {
    this.socket.sendShared({ joinRef: this.joinRef, ref: null, topic: this.topic, event }, payload)
  }
}

/** One message, encoded for the clients of each version. */
export type FramesByVersion = Map<ProtocolVersion, EncodedFrame | null>

export const topicPrefix = 'realtime:'

export function roomOf(name: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${name}`
}
