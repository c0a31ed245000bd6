import { once } from 'node:events'

import { WebSocket } from 'ws'

import { createReceived, type Received } from './received.ts'

/** A frame on the wire: parsed JSON, or bytes. */
export type RawFrame = unknown

export interface RawSocket {
  readonly heard: Received<RawFrame>
  /** Sends text and bytes unchanged, and anything else as JSON. */
  readonly send: (frame: unknown) => void
  /** The code and reason of the close. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  readonly close: () => void
  /** Stops reading, like a client in a sleeping tab. */
  readonly pause: () => void
  readonly isOpen: () => boolean
}

/** A raw WebSocket to realtime, without a client library. */
export async function openRawSocket(
  url: string,
  query: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawSocket> {
  const webSocket = new WebSocket(realtimeAddress(url, query), { maxPayload: 64 * 1024 * 1024, headers })
  const heard = createReceived<RawFrame>()
  webSocket.on('message', (data: Buffer, isBinary) => heard.add(isBinary ? data : JSON.parse(data.toString())))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    webSocket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await once(webSocket, 'open')
  webSocket.on('error', () => webSocket.terminate())
  return {
    heard,
    send: (frame) => {
      const isRaw = typeof frame === 'string' || frame instanceof Uint8Array
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(isRaw ? frame : JSON.stringify(frame))
    },
    closed,
    close: () => webSocket.close(),
    pause: () => webSocket.pause(),
    isOpen: () => webSocket.readyState === webSocket.OPEN,
  }
}

/** The status and body of a refused handshake. */
export async function refusedHandshake(
  url: string,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const webSocket = new WebSocket(realtimeAddress(url, query))
  webSocket.on('error', () => undefined)
  const [, response] = (await once(webSocket, 'unexpected-response')) as [
    unknown,
    AsyncIterable<Buffer> & { statusCode: number },
  ]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }
}

/** A broadcast of version 2.0.0 as the client packs it: see backend/realtime/phoenix-frame.ts. */
export function packBroadcast(fields: {
  readonly topic: string
  readonly event: string
  readonly payload: string
  readonly ref?: string
}): Uint8Array {
  const names = ['1', fields.ref ?? '', fields.topic, fields.event, ''].map((name) => Buffer.from(name))
  return Buffer.concat([
    Buffer.from([3, ...names.map((name) => name.length), 1]),
    ...names,
    Buffer.from(fields.payload),
  ])
}

function realtimeAddress(url: string, query: Readonly<Record<string, string>>): string {
  return `${url.replace('http', 'ws')}/realtime/v1/websocket?${new URLSearchParams(query).toString()}`
}
