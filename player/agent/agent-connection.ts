import {
  agentEventsKept,
  agentEventsPerPost,
  agentPath,
  agentProtocolVersion,
  agentTokenHeader,
  type ClientEvent,
  type ClientEventBody,
  type ServerEvent,
} from '#protocol/agent-events.ts'
import { isObject } from '#domain/is-object.ts'
import { parseJson } from '#protocol/agent-fields.ts'
import { parseServerEvent } from '#protocol/agent-server-events.ts'

export interface AgentConnectionOptions {
  readonly token: string
  /** The first message, or the position to resume from. */
  readonly from: ClientEventBody | ConnectionPlace
  readonly onEvent: (event: ServerEvent) => void
  /** A binary frame: audio of a segment. */
  readonly onAudio?: (frame: ArrayBuffer) => void
  readonly onState: (state: 'open' | 'reconnecting' | 'lost') => void
}

/** The sequence numbers of both sides. Plain data, so that the tab's next page can resume. */
export interface ConnectionPlace {
  readonly sid: string
  readonly seq: number
  readonly lastSeq: number
  readonly unconfirmed: readonly ClientEvent[]
}

/**
 * The connection to the agent. Reconnects after a drop and replays unconfirmed events, so callers see each event once
 * and in order. Falls back to HTTP streaming without WebSocket.
 */
export class AgentConnection {
  readonly #options: AgentConnectionOptions
  #sid = ''
  #seq = 0
  #lastSeq = 0
  #unconfirmed: ClientEvent[] = []
  #socket: WebSocket | null = null
  #stream: AbortController | null = null
  #posts: Promise<void> = Promise.resolve()
  #usesHttp = false
  #isOpen = false
  #isOver = false
  #failedOpenings = 0
  #hasOpenedSocket = false
  #droppedAt: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #checking: ReturnType<typeof setTimeout> | undefined

  constructor(options: AgentConnectionOptions) {
    this.#options = options
    const { from } = options
    if ('t' in from) this.#remember(from)
    else {
      this.#sid = from.sid
      this.#seq = from.seq
      this.#lastSeq = from.lastSeq
      this.#unconfirmed = [...from.unconfirmed]
    }
    this.#connect()
  }

  /** Null until the server has answered. */
  get place(): ConnectionPlace | null {
    if (this.#sid === '') return null
    return { sid: this.#sid, seq: this.#seq, lastSeq: this.#lastSeq, unconfirmed: this.#unconfirmed }
  }

  send(body: ClientEventBody): void {
    if (this.#isOver) return
    const event = this.#remember(body)
    if (this.#isOpen) this.#transmit([event])
  }

  /** Binary frames need a WebSocket. */
  get canSendAudio(): boolean {
    return !this.#usesHttp
  }

  /** Dropped while the connection is down or slow: late audio is worse than none. */
  sendAudio(frame: ArrayBuffer): void {
    if (this.#isOpen && this.#socket !== null && this.#socket.bufferedAmount < audioWaitingMax) this.#socket.send(frame)
  }

  /** Reconnects unless the server answers soon: after sleep, a socket may be dead without reporting it. */
  check(): void {
    const socket = this.#socket
    if (this.#isOver || !this.#isOpen || socket === null || this.#checking !== undefined) return
    this.#transmit([{ ...this.#envelope(0), t: 'ping' }])
    this.#checking = setTimeout(() => {
      this.#checking = undefined
      if (this.#socket !== socket) return
      // Its own close event may take minutes.
      this.#socket = null
      socket.close()
      this.#drop()
    }, answerMs)
  }

  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    clearTimeout(this.#checking)
    this.#socket?.close()
    this.#stream?.abort()
  }

  #remember(body: ClientEventBody): ClientEvent {
    this.#seq += 1
    const event: ClientEvent = { ...this.#envelope(this.#seq), ...body }
    this.#unconfirmed = [...this.#unconfirmed, event].slice(-agentEventsKept)
    return event
  }

  #envelope(seq: number) {
    return { v: agentProtocolVersion, sid: this.#sid, seq, ts: Date.now() } as const
  }

  #transmit(events: readonly ClientEvent[]): void {
    if (events.length === 0) return
    const named = events.map((event) => ({ ...event, sid: this.#sid }))
    if (!this.#usesHttp) {
      for (const event of named) this.#socket?.send(JSON.stringify(event))
      return
    }
    this.#posts = this.#posts.then(async () => {
      for (let at = 0; at < named.length; at += agentEventsPerPost) {
        await this.#post(named.slice(at, at + agentEventsPerPost))
      }
    })
    this.#posts = this.#posts.catch(() => this.#drop())
  }

  #connect(): void {
    if (this.#usesHttp) {
      void this.#connectOverHttp().catch(() => this.#drop())
      return
    }
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${agentPath}`)
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => {
      this.#hasOpenedSocket = true
      if (this.#sid === '') return this.#transmit(this.#unconfirmed.slice(0, 1))
      socket.send(JSON.stringify({ ...this.#envelope(0), ...this.#resume() }))
    })
    socket.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) this.#options.onAudio?.(data)
      else this.#receive(String(data))
    })
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return
      // If a socket has opened before, the network is down: don't fall back to HTTP, which carries no audio.
      if (!this.#hasOpenedSocket) this.#failedOpenings += 1
      if (this.#failedOpenings >= 2) this.#usesHttp = true
      this.#drop()
    })
  }

  async #connectOverHttp(): Promise<void> {
    if (this.#sid === '') {
      const body = await this.#post(this.#unconfirmed.slice(0, 1))
      if (!isObject(body) || typeof body['sid'] !== 'string') return this.#drop()
      this.#sid = body['sid']
    }
    const stream = new AbortController()
    this.#stream = stream
    const response = await fetch(`${agentPath}/events?sid=${this.#sid}&lastSeq=${this.#lastSeq}`, {
      headers: { [agentTokenHeader]: this.#options.token },
      signal: stream.signal,
    })
    if (response.status === 404) return this.#lose()
    if (!response.ok || response.body === null) return this.#drop()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      text += value
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) this.#receive(line.slice(6))
    }
    this.#drop()
  }

  async #post(events: readonly ClientEvent[]): Promise<unknown> {
    const response = await fetch(`${agentPath}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [agentTokenHeader]: this.#options.token },
      body: JSON.stringify(events),
    })
    const body = parseJson(await response.text())
    if (response.status === 403 || response.status === 404) this.#lose()
    else if (!response.ok) this.#drop()
    return body
  }

  #receive(frame: string): void {
    clearTimeout(this.#checking)
    this.#checking = undefined
    const event = parseServerEvent(frame)
    if (event === null || this.#isOver) return
    if (event.t === 'ready') {
      this.#sid = event.session
      this.#isOpen = true
      this.#droppedAt = null
      this.#unconfirmed = this.#unconfirmed.filter((each) => each.seq > event.lastClientSeq)
      this.#transmit(this.#unconfirmed)
      this.#options.onState('open')
      return this.#options.onEvent(event)
    }
    if (event.t === 'pong') return
    const isNumbered = event.seq > 0 && !unnumbered.has(event.t)
    if (isNumbered && event.seq <= this.#lastSeq) return
    this.#lastSeq = Math.max(this.#lastSeq, event.seq)
    if (event.t === 'bye') {
      this.#isOver = true
      clearTimeout(this.#timer)
    }
    this.#options.onEvent(event)
  }

  #resume(): ClientEventBody {
    return { t: 'resume', token: this.#options.token, lastSeq: this.#lastSeq }
  }

  #drop(): void {
    this.#isOpen = false
    this.#socket = null
    if (this.#isOver) return
    const now = Date.now()
    this.#droppedAt ??= now
    if (now - this.#droppedAt > giveUpMs) return this.#lose()
    this.#options.onState('reconnecting')
    clearTimeout(this.#timer)
    const waited = now - this.#droppedAt
    this.#timer = setTimeout(() => this.#connect(), Math.min(4_000, 250 + waited))
  }

  #lose(): void {
    if (this.#isOver) return
    this.close()
    this.#options.onState('lost')
  }
}

/** Events about the moment or this connection's audio, so never repeated: they carry the last event's number. */
const unnumbered: ReadonlySet<ServerEvent['t']> = new Set(['notice', 'seg.end', 'heard', 'hearing.lost'])
/** Two seconds of audio. */
const audioWaitingMax = 64_000
const answerMs = 4_000
/** The server keeps a conversation for a minute. */
const giveUpMs = 60_000
