import { WebSocket } from 'ws'

import { agentPath, agentProtocolVersion } from '#protocol/agent-events.ts'
import type { RandomChoices } from '#support/random-choices.ts'

import { foreignMark } from './fuzz-judge.ts'
import type { CallerName, FuzzWorld } from './fuzz-world.ts'
import { mutated, oddJson, oddText } from './make-text.ts'

export const socketTargets = ['realtime frames', 'agent frames'] as const
export type SocketTarget = (typeof socketTargets)[number]

/** Frames per connection before it is replaced, unless the server closes it first. */
export const framesPerSocket = 25

/** Sends nearly valid frames over one connection. Returns what is wrong, or null. */
export async function fuzzSocket(
  chance: RandomChoices,
  world: FuzzWorld,
  target: SocketTarget,
): Promise<string | null> {
  const caller = chance.pick<CallerName>(['ada', 'bob', 'stranger'])
  const socket = new WebSocket(addressOf(chance, world, target, caller), { origin: 'http://understudy.test' })
  const heard: string[] = []
  socket.on('message', (data: Buffer) => heard.push(data.toString()))
  // A refusal by the server is correct behaviour.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed])
  for (let sent = 0; sent < framesPerSocket && socket.readyState === WebSocket.OPEN; sent += 1) {
    const frame = target === 'agent frames' ? agentFrame(chance) : realtimeFrame(chance, world, caller)
    socket.send(chance.often(0.3) && typeof frame === 'string' ? mutated(chance, frame) : frame)
  }
  // The server answers the frames before the ping, or closes the socket.
  if (socket.readyState === WebSocket.OPEN) {
    const answered = new Promise((resolve) => socket.once('pong', resolve))
    socket.ping()
    await Promise.race([answered, closed])
  }
  socket.close()
  const giveUp = setTimeout(() => socket.terminate(), 2000)
  await closed
  clearTimeout(giveUp)
  return foreignMark(world, caller, heard.join('\n'))
}

function addressOf(chance: RandomChoices, world: FuzzWorld, target: SocketTarget, caller: CallerName): string {
  if (target === 'agent frames') return `ws://${world.origin}${agentPath}`
  const version = chance.pick(['1.0.0', '2.0.0', '2.0.0', '9'])
  const key = chance.often(0.95) ? world.anonKey : 'x'
  return `ws://${world.origin}/realtime/v1/websocket?apikey=${key}&vsn=${version}&as=${caller}`
}

const topics = ['realtime:room', 'realtime:system', 'phoenix', 'realtime:', 'x']
const events = ['phx_join', 'phx_join', 'phx_leave', 'heartbeat', 'broadcast', 'presence', 'access_token', 'x']

function realtimeFrame(chance: RandomChoices, world: FuzzWorld, caller: CallerName): string | Buffer {
  const author = caller === 'ada' || caller === 'bob' ? world.authors[caller] : null
  const topic = chance.often(0.9)
    ? chance.pick([...topics, `realtime:workspace:${world.authors.ada.workspaceId}`])
    : oddText(chance)
  const event = chance.pick(events)
  const changes = chance.some(['demos', 'demo_steps', 'conversations', 'nothing'], 3).map((table) => ({
    event: chance.pick(['*', 'INSERT', 'UPDATE', 'DELETE', 'x']),
    schema: chance.pick(['public', 'auth']),
    table,
    ...(chance.often(0.4) ? { filter: `id=${chance.pick(['eq', 'in', 'x'])}.${oddText(chance)}` } : {}),
  }))
  const payload = chance.often(0.8)
    ? {
        config: {
          broadcast: { ack: true, self: true },
          presence: { key: oddText(chance) },
          postgres_changes: changes,
          private: chance.often(0.5),
        },
        access_token: author?.token ?? oddText(chance),
        type: chance.pick(['broadcast', 'presence', 'x']),
        event: chance.pick(['track', 'untrack', 'hello']),
        payload: oddJson(chance),
      }
    : oddJson(chance)
  if (chance.often(0.15)) return Buffer.from(Array.from({ length: chance.upTo(40) }, () => chance.upTo(255)))
  return chance.often(0.7)
    ? JSON.stringify(['1', String(chance.upTo(9)), topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref: '1', join_ref: '1' })
}

const agentEvents =
  'hello resume user.partial user.text speech.start speech.end play.start play.end interrupt step.changed form.submit ui.click ping x'.split(
    ' ',
  )

function agentFrame(chance: RandomChoices): string | Buffer {
  if (chance.often(0.05)) return Buffer.from(oddText(chance))
  const value = (name: string): unknown =>
    chance.often(0.3)
      ? oddJson(chance)
      : ['turn', 'seg', 'step', 'n', 'lastSeq', 'playedMs', 'segMs', 'tAudio', 'conf'].includes(name)
        ? chance.upTo(5)
        : oddText(chance)
  const names =
    'token caps consent step lastSeq turn text source conf tAudio seg playedMs segMs cause n by field value action'
  const fields = Object.fromEntries(chance.some(names.split(' '), 6).map((name) => [name, value(name)]))
  return JSON.stringify({ v: agentProtocolVersion, sid: '', seq: 1, ts: 1, t: chance.pick(agentEvents), ...fields })
}
