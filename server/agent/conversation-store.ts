import type { Logger } from 'pino'

import type { Evidence } from '#agent/qualification.ts'
import type { HeardFact } from '#agent/responder.ts'
import type { TurnFigures } from '#domain/turn-figures.ts'
import type { ServerEvent } from '#protocol/agent-events.ts'
import { isRefusal, procedureCaller, type CallProcedure } from '#server/backend-access/call-procedure.ts'
import { leaseMs } from '#server/live/live-talks.ts'
import type { Services } from '#server/services.ts'

export interface NewConversationRow {
  readonly id: string
  readonly workspace_id: string
  readonly demo_id: string
  readonly agent_id: string | null
  readonly mode: 'text' | 'voice'
  readonly language: string
  readonly consent_at: string
  readonly started_at: string
}

export interface NewTurnRow {
  readonly id: string
  readonly workspace_id: string
  readonly conversation_id: string
  readonly number: number
  readonly speaker: 'visitor' | 'agent' | 'person'
  readonly text: string
  readonly source: 'typed' | 'voice' | 'button' | 'agent'
  readonly outcome: string | null
  /** The kind of objection, for an agent turn with outcome `objection`. */
  readonly objection?: string | null
  readonly cited_steps: readonly number[]
  readonly step_order: number | null
  readonly interrupted: boolean
  readonly created_at: string
  /** The member who wrote it, for a member's turn. */
  readonly member_name: string | null
}

/** A change to a stored turn: the agent's, cut to what was heard, or the visitor's, continued. */
export interface TurnChange {
  readonly id: string
  /** Null leaves the text unchanged. */
  readonly text: string | null
  readonly interrupted: boolean
  /** It answered an unfinished remark, and no longer counts as an answer. */
  readonly withdrawn: boolean
  /** Added to those already stored. */
  readonly figures: TurnFigures | null
}

/** A visitor's facts so far; null if this server doesn't know them, which keeps the stored ones. */
export interface TalkReport {
  readonly id: string
  readonly as_of: string
  readonly facts: readonly HeardFact[] | null
  readonly score: number | null
  readonly evidence: readonly Evidence[] | null
  /** When to call back. */
  readonly call_back: string | null
  /** The tracker's session. */
  readonly session_id: string | null
  /** The visitor's. */
  readonly network: string
}

export interface ConversationEnd {
  readonly ended_at: string
  readonly end_reason: string
}

/** A conversation's state after a change, from which another server can continue. */
export interface TalkRecord {
  readonly workspaceId: string
  readonly epoch: number
  readonly isNew: boolean
  readonly tokenHash: string
  readonly step: number
  readonly phase: string
  /** The conversation started in text mode. */
  readonly hasTurnedToVoice: boolean
  readonly state: unknown
  /** The number of the last event, and the events since the last write. */
  readonly seq: number
  readonly events: readonly ServerEvent[]
  /** Orders up to this one are carried out. */
  readonly lastOrder: number
}

/** One write of a conversation: all of it is stored, or nothing. */
export interface TalkChange {
  readonly conversationId: string
  readonly conversation: NewConversationRow | null
  readonly turns: readonly NewTurnRow[]
  readonly heard: readonly TurnChange[]
  readonly end: ConversationEnd | null
  readonly talk: TalkRecord
}

/** `lost`: another server owns the conversation, or it was deleted. `failed`: it can never be written. */
export type StoreOutcome = 'stored' | 'lost' | 'failed'

/**
 * Writes conversations with a group commit: one writer sends everything gathered during the previous write in one
 * transaction. Retries while the database is down.
 */
export class ConversationStore {
  readonly #call: CallProcedure
  readonly #log: Logger
  readonly #owner: string
  #waiting: Entry[] = []
  #running: Promise<void> | null = null
  #isClosing = false
  #isGathering = false
  #wroteAt = Number.NEGATIVE_INFINITY
  #wake = (): void => undefined

  constructor(services: Services, owner: string) {
    this.#call = procedureCaller(services)
    this.#log = services.log
    this.#owner = owner
  }

  /**
   * Resolves once the change is on disk or permanently refused. One at a time per conversation. A change that nobody
   * waits for shares the write of others.
   */
  save(change: TalkChange, { isWaitedFor = true }: { readonly isWaitedFor?: boolean } = {}): Promise<StoreOutcome> {
    return this.#add({ change, report: null }, isWaitedFor ? 0 : companyMs)
  }

  /** A caller now waits for the conversation's pending change, so write it at once. */
  hurry(conversationId: string): void {
    for (const entry of this.#waiting) if (entry.change?.conversationId === conversationId) entry.dueAt = 0
    if (this.#isGathering) this.#wake()
  }

  /** Stores facts; resolves to true once they are on disk or permanently refused. */
  async keepTalk(report: TalkReport): Promise<boolean> {
    return (await this.#add({ change: null, report })) === 'stored'
  }

  #add(entry: Pick<Entry, 'change' | 'report'>, waitMs = 0): Promise<StoreOutcome> {
    if (this.#waiting.length >= waitingMax) {
      this.#log.error('Conversations could not be stored for too long; dropping the newest entry')
      return Promise.resolve('failed')
    }
    const { promise, resolve } = Promise.withResolvers<StoreOutcome>()
    this.#waiting.push({ ...entry, dueAt: performance.now() + waitMs, settle: resolve })
    if (waitMs === 0 && this.#isGathering) this.#wake()
    this.#running ??= this.#run()
    return promise
  }

  /** Resolves when everything queued so far is stored. */
  async flush(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  /** The same, but gives up after some attempts while the database is down. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#wake()
    await this.flush()
  }

  async #run(): Promise<void> {
    // Everything queued in this tick shares the first write.
    await new Promise((resolve) => setImmediate(resolve))
    let failures = 0
    while (this.#waiting.length > 0) {
      await this.#gather()
      const batch = this.#waiting.slice(0, batchMax)
      try {
        const lost = await this.#write(batch)
        this.#waiting.splice(0, batch.length)
        for (const { change, settle } of batch) settle(lost.has(change?.conversationId ?? '') ? 'lost' : 'stored')
        failures = 0
      } catch (error) {
        failures += 1
        if (this.#isClosing && failures >= attemptsMax) {
          this.#giveUp(error)
          break
        }
        this.#log.warn({ err: error }, 'Could not store a conversation; retrying')
        await this.#pause(Math.min(200 * 2 ** failures, retryMsMax))
      }
    }
    // Synchronously, so that a change after the last check starts a new run.
    this.#running = null
  }

  /** Waits until a write is due. */
  async #gather(): Promise<void> {
    for (;;) {
      const dueAt = Math.max(this.#wroteAt + spacingMs, Math.min(...this.#waiting.map((entry) => entry.dueAt)))
      const earlyMs = dueAt - performance.now()
      if (earlyMs <= 0 || this.#isClosing) break
      this.#isGathering = true
      await this.#pause(earlyMs)
      this.#isGathering = false
    }
    this.#wroteAt = performance.now()
  }

  #giveUp(error: unknown): void {
    this.#log.error({ err: error, entries: this.#waiting.length }, 'Conversations could not be stored and are lost')
    for (const { settle } of this.#waiting.splice(0)) settle('failed')
  }

  async #write(batch: readonly Entry[]): Promise<ReadonlySet<string>> {
    try {
      return await this.#record(batch)
    } catch (error) {
      if (!isRefusal(error)) throw error
      // A conversation whose demo was deleted must not block the others.
      const lost: string[] = []
      for (const entry of batch) lost.push(...(await this.#writeAlone(entry)))
      return new Set(lost)
    }
  }

  async #writeAlone(entry: Entry): Promise<ReadonlySet<string>> {
    try {
      return await this.#record([entry])
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.#log.error({ err: error }, 'Part of a conversation was rejected and dropped')
      return new Set()
    }
  }

  async #record(entries: readonly Entry[]): Promise<ReadonlySet<string>> {
    const changes = entries.flatMap(({ change }) => change ?? [])
    const lost = changes.length === 0 ? [] : await this.#recordTalks(changes)
    // Each report includes the previous ones.
    const reports = new Map(entries.flatMap(({ report }) => (report === null ? [] : [[report.id, report] as const])))
    if (reports.size > 0) await this.#call('keep_talk_leads', { p_talks: [...reports.values()] })
    return new Set(lost)
  }

  async #recordTalks(batch: readonly TalkChange[]): Promise<readonly string[]> {
    const lost = await this.#call('record_talks', {
      p_owner: this.#owner,
      p_lease_ms: leaseMs,
      p_talks: batch.map(({ conversationId, talk }) => toRow(conversationId, talk)),
      p_conversations: batch.flatMap(({ conversation }) => conversation ?? []),
      p_turns: batch.flatMap(({ turns }) => turns),
      p_heard: batch.flatMap(({ conversationId, heard }) =>
        heard.map((each) => ({ ...each, conversation_id: conversationId })),
      ),
      p_ends: batch.flatMap(({ conversationId, end }) => (end === null ? [] : [{ id: conversationId, ...end }])),
    })
    return lost as readonly string[]
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

function toRow(id: string, talk: TalkRecord): Readonly<Record<string, unknown>> {
  return {
    id,
    workspace_id: talk.workspaceId,
    epoch: talk.epoch,
    is_new: talk.isNew,
    token_hash: talk.tokenHash,
    step: talk.step,
    phase: talk.phase,
    has_turned_to_voice: talk.hasTurnedToVoice,
    state: talk.state,
    seq: talk.seq,
    first_seq: talk.events[0]?.seq ?? 0,
    events: talk.events,
    last_order: talk.lastOrder,
  }
}

interface Entry {
  readonly change: TalkChange | null
  readonly report: TalkReport | null
  dueAt: number
  readonly settle: (outcome: StoreOutcome) => void
}

/** Pause between writes, so that a busy server makes fewer. Answers wait for it. */
const spacingMs = 20
/** How long a change that nobody waits for may wait to share a write. */
const companyMs = 150
const batchMax = 500
const waitingMax = 20_000
/** While closing; otherwise it retries as long as the server runs. */
const attemptsMax = 4
const retryMsMax = 2_000
