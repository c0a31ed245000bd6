import type { Logger } from 'pino'

import type { Evidence } from '#agent/qualification.ts'
import type { HeardFact } from '#agent/responder.ts'
import { isRefusal, procedureCaller, type CallProcedure } from '#server/backend-access/call-procedure.ts'
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
  readonly speaker: 'visitor' | 'agent'
  readonly text: string
  readonly source: 'typed' | 'voice' | 'button' | 'agent'
  readonly outcome: string | null
  /** Of an agent turn with outcome `objection`. */
  readonly objection?: string | null
  readonly cited_steps: readonly number[]
  readonly step_order: number | null
  readonly interrupted: boolean
  readonly created_at: string
}

/** What a visitor told so far; null is not known to this server and leaves what is stored. */
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
}

export interface ConversationEnd {
  readonly ended_at: string
  readonly end_reason: string
}

/**
 * Writes conversations with a group commit: one writer sends everything gathered during the previous write in one
 * transaction. Retries while the database is down.
 */
export class ConversationStore {
  readonly #call: CallProcedure
  readonly #log: Logger
  #waiting: Entry[] = []
  #running: Promise<void> | null = null
  #isClosing = false
  #wake = (): void => undefined

  constructor(services: Services) {
    this.#call = procedureCaller(services)
    this.#log = services.log
  }

  addConversation(row: NewConversationRow): void {
    void this.#add({ kind: 'conversations', conversationId: row.id, row: { ...row } })
  }

  /** Resolves to true once the turn is on disk or permanently refused; false if it will never be written. */
  addTurn(row: NewTurnRow): Promise<boolean> {
    return this.#add({ kind: 'turns', conversationId: row.conversation_id, row: { ...row } })
  }

  /** Replaces an agent turn's text by the part that was heard. */
  truncateTurn(conversationId: string, id: string, heard: string): void {
    void this.#add({ kind: 'heard', conversationId, row: { id, text: heard } })
  }

  endConversation(id: string, end: ConversationEnd): void {
    void this.#add({ kind: 'ends', conversationId: id, row: { id, ...end } })
  }

  /** Stores what the visitor told; resolves like `addTurn`. */
  keepTalk(report: TalkReport): Promise<boolean> {
    return this.#add({ kind: 'talks', conversationId: report.id, row: { ...report } })
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

  #add(entry: Omit<Entry, 'settle'>): Promise<boolean> {
    if (this.#waiting.length >= waitingMax) {
      this.#log.error('Conversations could not be stored for too long; dropping the newest entry')
      return Promise.resolve(false)
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#waiting.push({ ...entry, settle: resolve })
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return promise
  }

  async #run(): Promise<void> {
    // Everything queued in this tick shares the first write.
    await new Promise((resolve) => setImmediate(resolve))
    let failures = 0
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, batchMax)
      try {
        await this.#write(batch)
        this.#waiting.splice(0, batch.length)
        for (const { settle } of batch) settle(true)
        failures = 0
      } catch (error) {
        failures += 1
        if (this.#isClosing && failures >= attemptsMax) return this.#giveUp(error)
        this.#log.warn({ err: error }, 'Could not store a conversation; retrying')
        await this.#pause(Math.min(200 * 2 ** failures, retryMsMax))
      }
    }
  }

  #giveUp(error: unknown): void {
    this.#log.error({ err: error, entries: this.#waiting.length }, 'Conversations could not be stored and are lost')
    for (const { settle } of this.#waiting.splice(0)) settle(false)
  }

  async #write(batch: readonly Entry[]): Promise<void> {
    try {
      await this.#record(batch)
    } catch (error) {
      if (!isRefusal(error)) throw error
      // A conversation whose demo was deleted must not block the others.
      for (const own of Map.groupBy(batch, ({ conversationId }) => conversationId).values()) await this.#writeAlone(own)
    }
  }

  async #writeAlone(entries: readonly Entry[]): Promise<void> {
    try {
      await this.#record(entries)
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.#log.error({ err: error, entries: entries.length }, 'Part of a conversation was rejected and dropped')
    }
  }

  async #record(entries: readonly Entry[]): Promise<void> {
    const rowsOf = (kind: Entry['kind']) => entries.flatMap((entry) => (entry.kind === kind ? [entry.row] : []))
    // An update drops one of several rows of a turn, not the last one.
    const heard = new Map(entries.flatMap(({ kind, row }) => (kind === 'heard' ? [[row.id, row] as const] : [])))
    await this.#call('record_conversations', {
      p_conversations: rowsOf('conversations'),
      p_turns: rowsOf('turns'),
      p_heard: [...heard.values()],
      p_ends: rowsOf('ends'),
    })
    // Each report repeats the ones before.
    const talks = new Map(entries.flatMap(({ kind, row }) => (kind === 'talks' ? [[row.id, row] as const] : [])))
    if (talks.size > 0) await this.#call('keep_talk_leads', { p_talks: [...talks.values()] })
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

interface Entry {
  readonly kind: 'conversations' | 'turns' | 'heard' | 'ends' | 'talks'
  readonly conversationId: string
  readonly row: Readonly<Record<string, unknown>> & { readonly id: string }
  readonly settle: (isStored: boolean) => void
}

const batchMax = 500
const waitingMax = 20_000
/** While closing; otherwise it retries for as long as the server runs. */
const attemptsMax = 4
const retryMsMax = 2_000
