import { parseJsonOrUndefined } from '#backend/http/parse-bounded-json.ts'
import { isObject } from '#domain/is-object.ts'

/*
 * The two framings of Phoenix channels. 1.0.0: JSON objects. 2.0.0: JSON arrays, and binary broadcasts: a kind, the
 * lengths of the names (one byte each), the names, then the raw payload.
 */

export type ProtocolVersion = '1.0.0' | '2.0.0'

export interface Message {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** A message for all members of a channel. */
export interface Broadcast {
  readonly event: string
  /** JSON text, or bytes opaque to the server. */
  readonly content: string | Uint8Array
  /** The id of a replayed message. */
  readonly replayedId?: string
}

export type IncomingFrame =
  | { readonly type: 'message'; readonly message: Message }
  | {
      readonly type: 'broadcast'
      readonly joinRef: string | null
      readonly ref: string | null
      readonly topic: string
      readonly broadcast: Broadcast
    }

/** Parses a text frame; null when invalid in this version. */
export function parseTextFrame(version: ProtocolVersion, text: string): IncomingFrame | null {
  const parsed = parseJsonOrUndefined(text)
  if (parsed === undefined) return null
  if (version === '2.0.0') {
    if (!Array.isArray(parsed) || parsed.length !== 5) return null
    const [joinRef, ref, topic, event, payload] = parsed as readonly unknown[]
    return toMessage({ joinRef, ref, topic, event, payload })
  }
  if (!isObject(parsed)) return null
  return toMessage({
    joinRef: parsed['join_ref'],
    ref: parsed['ref'],
    topic: parsed['topic'],
    event: parsed['event'],
    payload: parsed['payload'],
  })
}

/** Parses a binary frame (2.0.0 only); null when its lengths or JSON are invalid. */
export function parseBinaryFrame(version: ProtocolVersion, frame: Uint8Array): IncomingFrame | null {
  if (version !== '2.0.0' || frame.length < pushHeaderBytes || frame[0] !== pushKind) return null
  const lengths = [...frame.subarray(1, 6)]
  const encoding = frame[6]
  const names: string[] = []
  let at = pushHeaderBytes
  for (const length of lengths) {
    if (at + length > frame.length) return null
    const name = decodeText(frame.subarray(at, at + length))
    if (name === null) return null
    names.push(name)
    at += length
  }
  const [joinRef = '', ref = '', topic = '', event = ''] = names
  const rest = frame.subarray(at)
  const content = encoding === jsonEncoding ? decodeText(rest) : encoding === binaryEncoding ? rest : null
  if (content === null || topic === '' || (typeof content === 'string' && parseJsonOrUndefined(content) === undefined))
    return null
  return { type: 'broadcast', joinRef: joinRef || null, ref: ref || null, topic, broadcast: { event, content } }
}

/** A text frame; `payloadText` is JSON encoded once for many receivers. */
export function textFrame(version: ProtocolVersion, fields: Omit<Message, 'payload'>, payloadText: string): string {
  const [before, after] = aroundPayload(version, fields)
  return `${before}${payloadText}${after}`
}

/** A text frame's beginning and end. */
export function aroundPayload(
  version: ProtocolVersion,
  { joinRef, ref, topic, event }: Omit<Message, 'payload'>,
): readonly [before: string, after: string] {
  if (version === '2.0.0') {
    return [
      `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},`,
      ']',
    ]
  }
  return [
    `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":`,
    `,"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}}`,
  ]
}

/** A frame as it is sent, encoded once for all of its receivers. */
export interface EncodedFrame {
  readonly bytes: Uint8Array
  readonly isBinary: boolean
}

export function encodedText(
  version: ProtocolVersion,
  fields: Omit<Message, 'payload'>,
  payloadText: string,
): EncodedFrame {
  return { bytes: Buffer.from(textFrame(version, fields, payloadText)), isBinary: false }
}

/** A broadcast for clients of a version; null when it can't carry it, as 1.0.0 can't carry bytes. */
export function broadcastFrame(
  version: ProtocolVersion,
  topic: string,
  { event, content, replayedId }: Broadcast,
): EncodedFrame | null {
  const meta = replayedId === undefined ? '' : JSON.stringify({ replayed: true, id: replayedId })
  const names = [Buffer.from(topic), Buffer.from(event)]
  if (version === '2.0.0' && names.every((name) => name.length <= 255)) {
    const header = [broadcastKind, names[0]?.length ?? 0, names[1]?.length ?? 0, meta.length]
    const encoding = typeof content === 'string' ? jsonEncoding : binaryEncoding
    const body = typeof content === 'string' ? Buffer.from(content) : content
    const bytes = Buffer.concat([Buffer.from([...header, encoding]), ...names, Buffer.from(meta), body])
    return { bytes, isBinary: true }
  }
  if (typeof content !== 'string') return null
  const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${content}${meta === '' ? '' : `,"meta":${meta}`}}`
  return encodedText(version, { joinRef: null, ref: null, topic, event: 'broadcast' }, payload)
}

const pushKind = 3
const broadcastKind = 4
const binaryEncoding = 0
const jsonEncoding = 1
const pushHeaderBytes = 7

function toMessage(fields: {
  readonly joinRef: unknown
  readonly ref: unknown
  readonly topic: unknown
  readonly event: unknown
  readonly payload: unknown
}): IncomingFrame | null {
  const { topic, event } = fields
  const joinRef = toRef(fields.joinRef)
  const ref = toRef(fields.ref)
  if (typeof topic !== 'string' || typeof event !== 'string' || joinRef === undefined || ref === undefined) return null
  const payload = isObject(fields.payload) ? fields.payload : {}
  return { type: 'message', message: { joinRef, ref, topic, event, payload } }
}

function toRef(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeText(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
