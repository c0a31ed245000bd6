import type { Logger } from 'pino'
import type { SupabaseClient } from '@supabase/supabase-js'

import { backendClient } from '#server/backend-client.ts'
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
  readonly cited_steps: readonly number[]
  readonly step_order: number | null
  readonly interrupted: boolean
  readonly created_at: string
}

export interface ConversationEnd {
  readonly ended_at: string
  readonly end_reason: string
}

/**
 * Writes conversations as they happen without making anybody wait. All conversations share one writer that sends what
 * has gathered while the last write ran, so a busy server writes larger batches, not more of them. What can't be
 * written because the backend is away is kept and tried again.
 */
export class ConversationStore {
  readonly #client: SupabaseClient
  readonly #log: Logger
  #conversations: NewConversationRow[] = []
  #turns = new Map<string, NewTurnRow>()
  #heard = new Map<string, string>()
  #ends = new Map<string, ConversationEnd>()
  #running: Promise<void> | null = null

  constructor(services: Services) {
    this.#client = backendClient(services, { role: 'service_role' })
    this.#log = services.log
  }

  addConversation(row: NewConversationRow): void {
    this.#conversations.push(row)
    this.#start()
  }

  addTurn(row: NewTurnRow): void {
    if (this.#turns.size >= keptTurnsMax) {
      this.#log.error('Turns of conversations could not be stored for too long; the newest is dropped')
      return
    }
    this.#turns.set(row.id, row)
    this.#start()
  }

  /** Replaces what an agent's turn said by what was heard of it. */
  truncateTurn(id: string, heard: string): void {
    const waiting = this.#turns.get(id)
    if (waiting !== undefined) this.#turns.set(id, { ...waiting, text: heard, interrupted: true })
    else this.#heard.set(id, heard)
    this.#start()
  }

  endConversation(id: string, end: ConversationEnd): void {
    this.#ends.set(id, end)
    this.#start()
  }

  /** Resolves when everything handed over so far is stored, or can't be. */
  async flush(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  async #run(): Promise<void> {
    // Lets the events of this moment gather first.
    await Promise.resolve()
    let failures = 0
    while (this.#hasWork() && failures < attemptsMax) {
      try {
        await this.#writeOnce()
        failures = 0
      } catch (error) {
        failures += 1
        this.#log.warn({ err: error }, 'A conversation could not be stored; trying again')
        await new Promise((resolve) => setTimeout(resolve, Math.min(200 * 2 ** failures, 5_000)))
      }
    }
    if (this.#hasWork()) this.#log.error('Conversations could not be stored; they are kept for the next attempt')
  }

  #hasWork(): boolean {
    return this.#conversations.length + this.#turns.size + this.#heard.size + this.#ends.size > 0
  }

  /** In the order the rows depend on each other. What was written is forgotten only then. */
  async #writeOnce(): Promise<void> {
    const conversations = this.#conversations.slice(0, batchMax)
    await this.#insert('conversations', conversations)
    this.#conversations.splice(0, conversations.length)

    const turns = [...this.#turns.values()].slice(0, batchMax)
    await this.#insert('conversation_turns', turns)
    for (const turn of turns) {
      const latest = this.#turns.get(turn.id)
      this.#turns.delete(turn.id)
      // Interrupted while it was being written.
      if (latest !== undefined && latest !== turn) this.#heard.set(turn.id, latest.text)
    }

    for (const [id, text] of this.#heard) {
      await this.#update('conversation_turns', id, { text, interrupted: true })
      if (this.#heard.get(id) === text) this.#heard.delete(id)
    }
    if (this.#conversations.length + this.#turns.size > 0) return
    for (const [id, end] of this.#ends) {
      await this.#update('conversations', id, end)
      if (this.#ends.get(id) === end) this.#ends.delete(id)
      // New turns come first: an author may be reading along.
      if (this.#turns.size > 0) return
    }
  }

  async #insert(table: 'conversations' | 'conversation_turns', rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return
    // A repeated attempt must not double what an unanswered one wrote.
    const { error } = await this.#client.from(table).upsert([...rows], { onConflict: 'id', ignoreDuplicates: true })
    if (error === null) return
    if (!isRefusal(error.code)) throw new Error(error.message, { cause: error })
    if (rows.length === 1) {
      this.#log.error({ code: error.code, table }, 'A row of a conversation was refused and is dropped')
      return
    }
    for (const row of rows) await this.#insert(table, [row])
  }

  async #update(table: 'conversations' | 'conversation_turns', id: string, change: object): Promise<void> {
    const { error } = await this.#client.from(table).update(change).eq('id', id)
    if (error === null) return
    if (!isRefusal(error.code)) throw new Error(error.message, { cause: error })
    this.#log.error({ code: error.code, table }, 'A change of a conversation was refused and is dropped')
  }
}

const batchMax = 500
const keptTurnsMax = 20_000
const attemptsMax = 6

/** Constraint, data and permission errors: the demo was deleted, or the value can't be. Trying again won't help. */
function isRefusal(code: string): boolean {
  return /^(?:22|23|42)/.test(code)
}
