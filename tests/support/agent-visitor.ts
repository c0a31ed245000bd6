import { once } from 'node:events'

import { WebSocket } from 'ws'

import type { RecordingTerms } from '#domain/talk-recording.ts'
import type {
  AgentMode,
  AgentSessionTicket,
  ClientCapabilities,
  ClientEventBody,
  ServerEvent,
  ServerEventBody,
} from '#protocol/agent-events.ts'
import { parseServerEvent } from '#protocol/agent-server-events.ts'

type EventOf<T extends ServerEventBody['t']> = Extract<ServerEvent, { t: T }>

/** A visitor without a browser: speaks the protocol of /agent/v1 over a real WebSocket. */
export class AgentVisitor {
  url: string
  readonly events: ServerEvent[] = []
  /** Sound frames, in the order they came. */
  readonly sound: { readonly turn: number; readonly seg: number; readonly pcm: Buffer; readonly at: number }[] = []
  token = ''
  sid = ''
  #seq = 0
  #socket: WebSocket | null = null
  #waiting = new Set<() => void>()

  constructor(url: string) {
    this.url = url
  }

  /** Opens a conversation about the demo, or throws the server's message. */
  static async start(
    url: string,
    demoId: string,
    mode: AgentMode = 'text',
    caps: Partial<ClientCapabilities> = {},
  ): Promise<AgentVisitor> {
    const visitor = new AgentVisitor(url)
    await visitor.open((await requestTicket(url, demoId)).token, mode, caps)
    return visitor
  }

  /** Opens a ticket's conversation. */
  async open(
    token: string,
    mode: AgentMode,
    caps: Partial<ClientCapabilities>,
    recording?: RecordingTerms,
  ): Promise<void> {
    this.token = token
    await this.connect()
    this.send(helloWith(token, mode, caps, recording))
    await this.until('ready')
  }

  async connect(): Promise<void> {
    const socket = new WebSocket(`${this.url.replace(/^http/, 'ws')}/agent/v1`, {
      headers: { 'user-agent': userAgent },
    })
    this.#socket = socket
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return this.#hear(data)
      const event = parseServerEvent(data.toString())
      if (event === null) throw new Error(`The server sent something strange: ${data.toString()}`)
      this.events.push(event)
      if (event.t === 'ready') this.sid = event.session
      for (const wake of this.#waiting) wake()
    })
    await once(socket, 'open')
    // A killed server resets the connection; what was heard stays.
    socket.on('error', () => undefined)
  }

  #hear(frame: Buffer): void {
    if (frame[0] !== 2) throw new Error(`The server sent a strange frame of kind ${frame[0]}`)
    this.sound.push({ turn: frame.readUInt16BE(1), seg: frame.readUInt16BE(3), pcm: frame.subarray(5), at: Date.now() })
    for (const wake of this.#waiting) wake()
  }

  /** Milliseconds of sound that came for a turn, or one segment of it. */
  soundMs(turn: number, seg?: number): number {
    const frames = this.sound.filter((each) => each.turn === turn && (seg === undefined || each.seg === seg))
    return frames.reduce((sum, { pcm }) => sum + pcm.length, 0) / 48
  }

  send(body: ClientEventBody, seq?: number): void {
    this.#seq += 1
    const event = { v: 1, sid: this.sid, seq: seq ?? this.#seq, ts: Date.now(), ...body }
    this.#socket?.send(JSON.stringify(event))
  }

  sendRaw(frame: string): void {
    this.#socket?.send(frame)
  }

  /** A binary frame, like the microphone's. */
  sendSound(frame: Buffer): void {
    this.#socket?.send(frame)
  }

  say(text: string): void {
    this.send({ t: 'user.text', turn: 1, text, source: 'typed' })
  }

  /** Drops the connection silently, as in a tunnel. */
  drop(): void {
    this.#socket?.terminate()
  }

  /** Reconnects, here or at another server. */
  async resume(url = this.url): Promise<void> {
    this.url = url
    await this.connect()
    this.send({ t: 'resume', token: this.token, lastSeq: this.lastSeq }, 0)
  }

  close(): void {
    this.#socket?.close()
  }

  /** Resolves when the connection is closed. */
  async closed(): Promise<void> {
    const socket = this.#socket
    if (socket !== null && socket.readyState !== socket.CLOSED) await once(socket, 'close')
  }

  /** The number of the last event sent. */
  get lastSent(): number {
    return this.#seq
  }

  get lastSeq(): number {
    return Math.max(0, ...this.events.map((event) => event.seq))
  }

  /** The first event of this kind from index `from` on, received or still to come. */
  async until<T extends ServerEventBody['t']>(
    kind: T,
    matches: (event: EventOf<T>) => boolean = () => true,
    from = 0,
  ): Promise<EventOf<T>> {
    const find = () =>
      this.events.slice(from).find((event): event is EventOf<T> => event.t === kind && matches(event as EventOf<T>))
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => {
          reject(new Error(`No ${kind} came; the last events: ${JSON.stringify(this.events.slice(-4))}`))
        }, 10_000)
        const wake = () => {
          clearTimeout(late)
          this.#waiting.delete(wake)
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
  }

  /** Waits for the next turn and returns its sentences. */
  async nextTurn(
    from: number,
  ): Promise<{ readonly turn: number; readonly segs: readonly EventOf<'seg'>[]; readonly outcome: string }> {
    const end = await this.until('turn.end', () => true, from)
    const segs = this.events.filter((event): event is EventOf<'seg'> => event.t === 'seg' && event.turn === end.turn)
    return { turn: end.turn, segs, outcome: end.outcome }
  }

  /** Plays a turn to its end at once. */
  play(turn: number, segments: number): void {
    for (let seg = 0; seg < segments; seg += 1) {
      this.send({ t: 'play.start', turn, seg })
      this.send({ t: 'play.end', turn, seg })
    }
  }
}

const userAgent = 'Visitor/1'

export function helloWith(
  token: string,
  mode: AgentMode = 'text',
  caps: Partial<ClientCapabilities> = {},
  recording?: RecordingTerms,
): ClientEventBody {
  return {
    t: 'hello',
    token,
    caps: { stt: false, tts: false, audioIn: mode === 'voice', lang: 'en', tz: 'UTC', ...caps },
    consent: { mode, stored: true, ...(recording !== undefined && { recording }) },
    step: 1,
  }
}

export function postAgent(url: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${url}/agent/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
    body: JSON.stringify(body),
  })
}

export async function requestTicket(url: string, demoId: string): Promise<AgentSessionTicket> {
  const response = await postAgent(url, '/sessions', { demoId })
  if (!response.ok) throw new Error(((await response.json()) as { message: string }).message)
  return (await response.json()) as AgentSessionTicket
}
