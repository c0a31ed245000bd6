import { randomUUID } from 'node:crypto'

import type { ByeReason, ClientEvent } from '#protocol/agent-events.ts'
import { hashToken, type AdoptedTalk, type TalkOrder } from '#server/live/live-talks.ts'
import type { OpenedShare } from '#server/share/open-shares.ts'

import { regionalTag } from './agent-demo.ts'
import { toSessionLimits } from './agent-limits.ts'
import { EventOutbox, type EventSink } from './event-outbox.ts'
import { goodbyeSentences } from './session-sentences.ts'
import { TalkLog } from './talk-log.ts'
import { Talk } from './talk.ts'
import type { TalkSetup } from './talk-setup.ts'
import { talkStateVersion, type TalkState } from './talk-state.ts'
import { Transcript } from './transcript.ts'

export interface AgentSessionOptions extends TalkSetup {
  readonly token: string
  readonly share: OpenedShare
  /** `elsewhere`: another server owns it. */
  readonly onEnd: (place: 'here' | 'elsewhere') => void
}

/** The state of a conversation that another server owned. */
export interface ContinuedTalk extends AdoptedTalk {
  readonly id: string
  readonly state: TalkState
}

/**
 * One conversation, which outlives connections and servers: events are numbered and buffered, and its state is stored
 * with every turn.
 */
export class AgentSession {
  readonly id: string
  readonly token: string
  readonly #options: AgentSessionOptions
  readonly #outbox: EventOutbox
  readonly #transcript: Transcript
  readonly #log: TalkLog
  readonly #talk: Talk
  readonly #epoch: number
  #lastClientSeq: number
  #lastOrder: number
  #hasBeenAttached: boolean
  #hasEnded = false
  #endReason: ByeReason | null = null
  #dropped: ReturnType<typeof setTimeout> | null = null

  constructor(options: AgentSessionOptions, before?: ContinuedTalk) {
    this.#options = options
    this.id = before?.id ?? randomUUID()
    this.token = options.token
    this.#epoch = before?.epoch ?? 1
    this.#lastClientSeq = before?.state.lastClientSeq ?? 0
    this.#lastOrder = before?.state.lastOrder ?? 0
    this.#hasBeenAttached = before !== undefined
    const { services, demo, store } = options
    const { now } = services
    const conversationId = this.id
    const touch = (): void => this.#log.touch()
    this.#outbox = new EventOutbox(conversationId, { now, onEmit: touch }, before)
    this.#transcript = new Transcript(
      { workspaceId: demo.workspaceId, conversationId, now, onChange: touch },
      before?.state.transcript,
    )
    this.#log = new TalkLog({
      store: demo.isTrial ? null : store,
      conversationId,
      outbox: this.#outbox,
      transcript: this.#transcript,
      describe: () => this.#describe(),
      lastClientSeq: () => this.#lastClientSeq,
      onLost: () => this.#lose(),
      onFailed: () => this.#giveUp(),
    })
    this.#talk = new Talk(
      {
        ...options,
        conversationId,
        outbox: this.#outbox,
        transcript: this.#transcript,
        log: this.#log,
        onEnd: (reason) => this.end(reason),
      },
      before?.state,
    )
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** A trial isn't stored, so no other server can continue it. */
  get isTrial(): boolean {
    return this.#options.demo.isTrial
  }

  /** Resolves when everything so far is stored. */
  settled(): Promise<void> {
    return this.#log.settled()
  }

  /** Starts once the visitor has accepted the notice. */
  start(step: number): void {
    const { demo, mode, caps } = this.#options
    const at = this.#timestamp()
    this.#log.begin({
      id: this.id,
      workspace_id: demo.workspaceId,
      demo_id: demo.demoId,
      agent_id: demo.agentId,
      mode,
      language: regionalTag(demo, caps),
      consent_at: at,
      started_at: at,
    })
    this.#talk.start(step)
  }

  /** Continues where another server stopped. */
  goOn(state: TalkState): void {
    this.#talk.goOn(state)
    this.#awaitBrowser()
  }

  /** Connects a browser and sends what it has missed. */
  attach(sink: EventSink, lastSeq: number): void {
    const { demo, limits } = this.#options
    this.#stopWaiting()
    this.#talk.loseSound()
    this.#outbox.connect(
      sink,
      {
        t: 'ready',
        session: this.id,
        agentName: demo.agent.name,
        limits: toSessionLimits(limits),
        voice: demo.voice,
        mode: this.#talk.mode,
        resumed: this.#hasBeenAttached,
        lastClientSeq: this.#log.storedClientSeq,
        takesMode: true,
      },
      lastSeq,
    )
    this.#hasBeenAttached = true
    this.#talk.resume()
  }

  /** The connection dropped. The conversation pauses, timers included, until the visitor returns. */
  detach(sink: EventSink): void {
    if (!this.#outbox.disconnect(sink)) return
    this.#talk.pause()
    if (!this.#hasEnded) this.#awaitBrowser()
  }

  /** Handles a browser event exactly once, however often it arrives. */
  receive(event: ClientEvent): void {
    if (event.t === 'ping') return this.#outbox.tell({ t: 'pong' })
    if (event.seq <= this.#lastClientSeq || this.#hasEnded) return
    this.#lastClientSeq = event.seq
    this.#talk.receive(event)
  }

  /** Handles a binary frame from the browser. */
  hear(frame: Buffer): void {
    if (!this.#hasEnded) this.#talk.hear(frame)
  }

  /** Carries out an order of a member or another server, exactly once. */
  order(order: TalkOrder): void {
    if (order.id <= this.#lastOrder || this.#hasEnded) return
    this.#lastOrder = order.id
    if (order.kind !== 'client') return this.#talk.order(order)
    for (const event of order.body) this.receive(event)
    this.#log.touch()
  }

  /** Ends at once with a reason; turns so far stay stored. */
  end(reason: ByeReason): void {
    if (this.#hasEnded) return
    this.#stop()
    this.#endReason = reason
    this.#outbox.emit({ t: 'bye', reason, text: goodbyeSentences[reason] })
    this.#log.end({ ended_at: this.#timestamp(), end_reason: reason })
    this.#options.onEnd('here')
  }

  /** Another server owns the conversation: the browser reconnects there. */
  stepDown(): void {
    if (this.#hasEnded) return
    this.#stop()
    this.#log.abandon()
    this.#outbox.hangUp()
    this.#options.onEnd('elsewhere')
  }

  /** Stores everything, so that another server can continue. */
  async handOver(): Promise<void> {
    this.#log.touch()
    await this.#log.settled()
    this.stepDown()
  }

  #awaitBrowser(): void {
    this.#stopWaiting()
    this.#dropped = setTimeout(() => this.end('dropped'), this.#options.limits.resumeMs)
  }

  #stopWaiting(): void {
    if (this.#dropped !== null) clearTimeout(this.#dropped)
    this.#dropped = null
  }

  #stop(): void {
    this.#hasEnded = true
    this.#talk.stop()
    this.#stopWaiting()
  }

  /** An answer is shown only after it is stored; if storing fails, the conversation ends. */
  #giveUp(): void {
    this.#outbox.dropUnreleased()
    this.end('failed')
    this.#outbox.tell({ t: 'bye', reason: 'failed', text: goodbyeSentences.failed })
  }

  /** Another server owns the conversation, or its demo was deleted while the conversation ended here. */
  #lose(): void {
    const reason = this.#endReason
    if (reason === null) return this.stepDown()
    this.#outbox.tell({ t: 'bye', reason, text: goodbyeSentences[reason] })
  }

  #describe() {
    const { demo, share } = this.#options
    const state: TalkState = {
      version: talkStateVersion,
      demoId: demo.demoId,
      ...share,
      ...this.#talk.state,
      lastClientSeq: this.#lastClientSeq,
      transcript: this.#transcript.state,
      lastOrder: this.#lastOrder,
    }
    return {
      workspaceId: demo.workspaceId,
      epoch: this.#epoch,
      tokenHash: hashToken(this.token),
      step: this.#talk.step,
      phase: this.#talk.phase,
      hasTurnedToVoice: this.#talk.hasTurnedToVoice,
      state,
      lastOrder: this.#lastOrder,
    }
  }

  #timestamp(): string {
    return new Date(this.#options.services.now()).toISOString()
  }
}
