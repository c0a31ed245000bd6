import { randomUUID } from 'node:crypto'

import type { Effect } from '#agent/conversation.ts'
import type { UserTextSource } from '#protocol/agent-events.ts'

import type { ConversationStore } from './conversation-store.ts'

interface TranscriptOptions {
  readonly store: ConversationStore
  readonly workspaceId: string
  readonly conversationId: string
  readonly now: () => number
}

/** Stores what was said, turn by turn, as heard. */
export class Transcript {
  readonly #options: TranscriptOptions
  #turnCount = 0
  /** The stored id of the agent's turn that may still be cut short. */
  #open: { readonly turn: number; readonly id: string } | null = null

  constructor(options: TranscriptOptions) {
    this.#options = options
  }

  addVisitorTurn(text: string, source: UserTextSource, step: number): void {
    void this.#add({
      id: randomUUID(),
      speaker: 'visitor',
      text,
      source,
      outcome: null,
      cited_steps: [],
      step_order: step,
    })
  }

  /** Resolves once the turn is on disk; false if it never will be. */
  addAgentTurn({ turn, lines, outcome, step }: Extract<Effect, { type: 'say' }>): Promise<boolean> {
    const id = randomUUID()
    this.#open = { turn, id }
    const cited = lines.flatMap((line) => line.cite).flatMap((cite) => cite.stepOrder ?? [])
    return this.#add({
      id,
      speaker: 'agent',
      text: lines.map((line) => line.text).join(' '),
      source: 'agent',
      outcome,
      cited_steps: [...new Set(cited)],
      step_order: step,
    })
  }

  /** The visitor heard only this much of a turn. */
  truncate(turn: number, heard: string): void {
    const { store, conversationId } = this.#options
    if (this.#open?.turn === turn) store.truncateTurn(conversationId, this.#open.id, heard)
  }

  #add(row: {
    readonly id: string
    readonly speaker: 'visitor' | 'agent'
    readonly text: string
    readonly source: UserTextSource | 'agent'
    readonly outcome: string | null
    readonly cited_steps: readonly number[]
    readonly step_order: number
  }): Promise<boolean> {
    const { store, workspaceId, conversationId, now } = this.#options
    this.#turnCount += 1
    return store.addTurn({
      ...row,
      workspace_id: workspaceId,
      conversation_id: conversationId,
      number: this.#turnCount,
      interrupted: false,
      created_at: new Date(now()).toISOString(),
    })
  }
}
