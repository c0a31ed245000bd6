import { expect, test } from 'vitest'

import type { EncodedFrame, ProtocolVersion } from './phoenix-frame.ts'
import { RealtimeChannel } from './realtime-channel.ts'

function channelOf(version: ProtocolVersion, sent: EncodedFrame[]): RealtimeChannel {
  const sendFrame = (frame: EncodedFrame): void => void sent.push(frame)
  const everything = { broadcast: { read: true, write: true }, presence: { read: true, write: true } }
  return new RealtimeChannel({
    socket: { version, sendFrame },
    topic: 'realtime:news',
    joinRef: String(sent.length),
    config: { presenceKey: 'ada', isPresenceEnabled: true },
    permissions: everything,
  } as unknown as ConstructorParameters<typeof RealtimeChannel>[0])
}

test('a message to many sockets is in memory once per protocol version', () => {
  const sent: EncodedFrame[] = []
  const channels = (['1.0.0', '2.0.0', '1.0.0', '2.0.0'] as const).map((version) => channelOf(version, sent))
  const [broadcastFrames, presenceFrames] = [new Map(), new Map()]
  for (const channel of channels) channel.deliver({ event: 'e', content: '{"text":"x"}' }, broadcastFrames)
  for (const channel of channels) channel.deliverPresence('{}', presenceFrames)
  expect(sent).toHaveLength(8)
  expect(new Set(sent.map(({ bytes }) => bytes)).size).toBe(4)
})
