import { joinChannel } from './join-channel.ts'
import type { Broadcast, IncomingFrame, Message } from './phoenix-frame.ts'
import type { RealtimeChannel } from './realtime-channel.ts'
import type { RealtimeHub } from './realtime-hub.ts'
import { tooMuch } from './realtime-limits.ts'
import type { RealtimeSocket } from './realtime-socket.ts'

/** Handles a client's frame. Never rejects: errors are answered or close the socket. */
export async function answerFrame(hub: RealtimeHub, socket: RealtimeSocket, frame: IncomingFrame): Promise<void> {
  try {
    if (frame.type === 'broadcast')
      handleBroadcast(hub, socket, frame, frame.broadcast.event === '' ? null : frame.broadcast)
    else await answerMessage(hub, socket, frame.message)
  } catch (error) {
    hub.services.log.error({ err: error }, 'A realtime message could not be answered')
    const { joinRef, ref, topic } = frame.type === 'broadcast' ? frame : frame.message
    socket.reply({ joinRef, ref, topic }, 'error', { reason: 'Unknown Error on Channel' })
  }
}

async function answerMessage(hub: RealtimeHub, socket: RealtimeSocket, message: Message): Promise<void> {
  const { topic, event, payload } = message
  if (topic === 'phoenix') {
    if (event === 'heartbeat') socket.reply(message, 'ok')
    return
  }
  if (event === 'phx_join') return joinChannel(hub, socket, message)
  const channel = socket.channels.get(topic)
  if (event === 'phx_leave') {
    socket.reply(message, 'ok')
    if (channel !== undefined && isCurrentJoin(channel, message)) hub.closeChannel(channel)
    return
  }
  if (channel === undefined) return socket.reply(message, 'error', { reason: 'unmatched topic' })
  // Meant for an earlier join of the channel.
  if (!isCurrentJoin(channel, message)) return
  switch (event) {
    case 'broadcast': {
      const name = payload['event']
      const content = JSON.stringify(payload['payload'] ?? {})
      return handleBroadcast(hub, socket, message, typeof name === 'string' ? { event: name, content } : null)
    }
    case 'presence':
      if (isWithinRate(hub, channel)) handlePresence(hub, channel, message)
      return
    case 'access_token':
      // Asks the database what the token may read.
      return isWithinRate(hub, channel) ? hub.renewToken(channel, payload['access_token']) : undefined
    default:
      isWithinRate(hub, channel)
  }
}

/** `broadcast` is null without an event name. */
function handleBroadcast(
  hub: RealtimeHub,
  socket: RealtimeSocket,
  { joinRef, ref, topic }: Pick<Message, 'joinRef' | 'ref' | 'topic'>,
  broadcast: Broadcast | null,
): void {
  const channel = socket.channels.get(topic)
  if (channel === undefined) return socket.reply({ joinRef, ref, topic }, 'error', { reason: 'unmatched topic' })
  if (!isCurrentJoin(channel, { joinRef }) || !isWithinRate(hub, channel)) return
  const { config, permissions } = channel
  const acknowledge = (status: 'ok' | 'error', response: object = {}) => {
    if (config.isAcknowledged) socket.reply({ joinRef, ref, topic }, status, response)
  }
  if (broadcast === null) return acknowledge('error', { reason: 'A broadcast needs an event' })
  const bytes = Buffer.byteLength(broadcast.content)
  if (bytes > hub.limits.payloadBytes) {
    return acknowledge('error', { reason: 'payload_size_exceeded' })
  }
  if (!permissions.broadcast.write) {
    return acknowledge('error', {
      reason: `You do not have permissions to write to this Channel topic: ${channel.name}`,
    })
  }
  if (!hub.maySpreadFrom(channel, bytes)) return hub.closeChannel(channel, tooMuch)
  hub.rooms.broadcast(channel.name, config.isPrivate, broadcast, config.receivesOwn ? null : channel)
  acknowledge('ok')
}

function handlePresence(hub: RealtimeHub, channel: RealtimeChannel, message: Message): void {
  const { socket } = channel
  const event = String(message.payload['event']).toLowerCase()
  if (!socket.mayChangePresence(channel.topic)) return hub.closeChannel(channel, 'Client presence rate limit exceeded')
  if (event === 'untrack') {
    hub.rooms.untrack(channel)
    return socket.reply(message, 'ok')
  }
  const meta = message.payload['payload'] ?? {}
  if (event !== 'track') return socket.reply(message, 'error', { reason: 'Unknown presence event' })
  if (typeof meta !== 'object' || Array.isArray(meta)) {
    return socket.reply(message, 'error', { reason: 'Presence track payload must be a map' })
  }
  if (!channel.permissions.presence.write) return socket.reply(message, 'error')
  const bytes = Buffer.byteLength(JSON.stringify(meta))
  // Also for its departure, when everybody gets it once more and nothing can be refused.
  if (!hub.maySpreadFrom(channel, 2 * bytes)) return hub.closeChannel(channel, tooMuch)
  const mayTrack = bytes <= hub.limits.payloadBytes && socket.mayTrack(channel, bytes)
  if (!mayTrack || !hub.rooms.track(channel, meta as Readonly<Record<string, unknown>>)) {
    return hub.closeChannel(channel, 'Track message size exceeded')
  }
  socket.reply(message, 'ok')
  if (!channel.receivesPresence) {
    channel.receivesPresence = true
    if (!hub.sendPresenceState(channel)) hub.closeChannel(channel, tooMuch)
  }
}

function isWithinRate(hub: RealtimeHub, channel: RealtimeChannel): boolean {
  if (channel.socket.maySendEvent()) return true
  hub.closeChannel(channel, 'Too many messages per second')
  return false
}

function isCurrentJoin(channel: RealtimeChannel, { joinRef }: Pick<Message, 'joinRef'>): boolean {
  return joinRef === null || channel.joinRef === null || joinRef === channel.joinRef
}
