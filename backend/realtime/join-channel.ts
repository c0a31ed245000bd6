import { withVisitorNetwork } from '#backend/http/visitor-network.ts'

import type { ChangeBinding } from './change-subscribers.ts'
import { parseJoin } from './join-config.ts'
import { messagesToReplay } from './stored-messages.ts'
import type { Message } from './phoenix-frame.ts'
import { permissionsIn, sessionEnded, toViewer } from './realtime-access.ts'
import { RealtimeChannel, topicPrefix } from './realtime-channel.ts'
import type { RealtimeHub } from './realtime-hub.ts'
import { tooMuch } from './realtime-limits.ts'
import type { RealtimeSocket } from './realtime-socket.ts'
import { isRefusal } from './realtime-token.ts'

/** Answers `phx_join`: subscribes a permitted caller and replays stored messages. */
export async function joinChannel(hub: RealtimeHub, socket: RealtimeSocket, message: Message): Promise<void> {
  const { topic, joinRef, payload } = message
  const { database } = hub.services
  const name = topic.slice(topicPrefix.length)
  const refuse = (reason: string) => socket.reply(message, 'error', { reason })
  if (!topic.startsWith(topicPrefix)) return refuse('unmatched topic')
  if (name === '') return refuse('TopicNameRequired: You must provide a topic name')
  if (topic.length + (joinRef ?? '').length + JSON.stringify(payload).length > hub.limits.joinBytes) {
    return refuse('InvalidJoinPayload: The topic and options are too long')
  }
  if (name.includes('\0')) return refuse('TopicNameRequired: A topic name can not contain the character NUL')
  if (hub.isClosing) return refuse('RealtimeRestarting: Realtime is restarting, please standby')
  if (!socket.mayJoin()) {
    refuse('ClientJoinRateLimitReached: Too many joins per second')
    return socket.close(1008, 'Too many joins per second')
  }
  const before = socket.channels.get(topic)
  if (before !== undefined) hub.closeChannel(before)
  if (socket.channels.size >= hub.limits.channelsPerSocket) {
    return refuse('ChannelRateLimitReached: Too many channels')
  }
  const config = parseJoin(payload)
  const token = config.accessToken ?? socket.apikey.token
  const bearer = await hub.verify(token)
  if (!socket.isOpen) return
  if (isRefusal(bearer)) return refuse(`${bearer.code}: ${bearer.message}`)
  if (!socket.mayStay(bearer)) {
    refuse('ConnectionRateLimitReached: Too many connected users')
    return socket.close(1008, 'Too many connected users')
  }
  const viewer = toViewer(bearer, socket.headers)
  const permissions = await permissionsIn(database, bearer, viewer, { name, config })
  // The client may have disconnected meanwhile: then it costs no further query.
  if (!socket.isOpen) return
  if (permissions === null) return refuse(`InvalidJWTToken: ${sessionEnded}`)
  if (!permissions.broadcast.read && !permissions.presence.read) {
    return refuse(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`)
  }

  const channel = new RealtimeChannel({ socket, topic, joinRef, config, bearer, token, viewer, permissions })
  const planned = await planChanges(hub, channel)
  if (planned === null) return
  if (typeof planned !== 'string' && planned.length > 0) {
    channel.bindings = planned
    await hub.feed.add(channel)
  }
  if (!socket.isOpen) return hub.leave(channel)
  socket.channels.set(topic, channel)
  socket.hasJoined = true
  hub.rooms.enter(channel)
  socket.reply(message, 'ok', {
    postgres_changes: config.changes.map(({ sent }, index) => ({
      ...sent,
      id: index + 1,
    })),
  })
  if (typeof planned === 'string') channel.system('postgres_changes', 'error', planned)
  else if (planned.length > 0) channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  if (!hub.sendPresenceState(channel)) return hub.closeChannel(channel, tooMuch)
  if (config.replay !== null && config.isPrivate) {
    for (const { id, broadcast } of await messagesToReplay(database, name, config.replay)) {
      channel.deliver({ ...broadcast, replayedId: id })
    }
  }
}

/** Prepares the subscriptions to changes; a string is the error. Null once the client has gone. */
async function planChanges(
  hub: RealtimeHub,
  channel: RealtimeChannel,
): Promise<readonly ChangeBinding[] | string | null> {
  const { socket, config, bearer } = channel
  const { changes } = config
  const most = hub.limits.changesPerChannel
  if (changes.length > most) return `Too many listeners to changes of tables: a channel has ${most} at most`
  if (changes.length === 0) return []
  const { role, claims } = bearer
  const headers = withVisitorNetwork(socket.headers, socket.address)
  const plans = await hub.tables.plan(changes, {
    caller: { role, claims, headers, method: 'GET', path: '/realtime/v1/websocket' },
    isWanted: () => socket.isOpen,
    maySpend: (steps) => socket.mayFilter(bearer, steps),
  })
  if (plans === null) return null
  const bindings: ChangeBinding[] = []
  for (const [index, { event, schema, table, filter, select }] of changes.entries()) {
    const filters = event === null ? 'no such event' : (plans[index] ?? '')
    if (event === null || typeof filters === 'string') {
      const parameters = `event: ${event ?? '?'}, schema: ${schema}, table: ${table ?? '*'}, filters: [${filter ?? ''}]`
      return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${parameters}] (${String(filters)})`
    }
    // Ids are unique within a channel, and equal across channels, so that identical subscriptions share one frame.
    bindings.push({ id: bindings.length + 1, event, select, filters })
  }
  return bindings
}
