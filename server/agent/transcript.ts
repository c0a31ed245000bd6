import { randomUUID } from 'node:crypto'

import type { Effect } from '#agent/conversation.ts'
import { joinSentences } from '#domain/join-sentences.ts'
import type { TurnFigures } from '#domain/turn-figures.ts'
import type { UserTextSource } from '#protocol/agent-events.ts'

import type { NewTurnRow, TurnChange } from './conversation-store.ts'
import type { TranscriptState } from './talk-state.ts'

interface TranscriptOptions {
  readonly workspaceId: string
  readonly conversationId: string
  readonly now: () => number
  /** Called when there is something to store. */
  readonly onChange: () => void
}

/** The conversation, turn by turn, as heard. */
export class Transcript {
  readonly #options: TranscriptOptions
  #turnCount: number
  #open: TranscriptState['open']
  #turns: NewTurnRow[] = []
  #visitor: string | null = null
  readonly #changes = new Map<string, TurnChange>()
  /** Stored ids of the agent's last turns, which can still get figures. */
  readonly #recent = new Map<number, string>()

  constructor(options: TranscriptOptions, before: TranscriptState = { turnCount: 0, open: null }) {
    this.#options = options
    this.#turnCount = before.turnCount
    this.#open = before.open
  }

  get state(): TranscriptState {
    return { turnCount: this.#turnCount, open: this.#open }
  }

  /** Returns the turn's stored id. The outcome `form` is input for a form, such as a chosen time; not a question. */
  addVisitorTurn(text: string, source: UserTextSource, step: number, outcome: 'form' | null = null): string {
    const id = randomUUID()
    this.#visitor = id
    this.#add({ ...plain, id, speaker: 'visitor', text, source, outcome, step_order: step })
    return id
  }

  /** The stored id of one of the agent's last turns. */
  agentTurnId(turn: number): string | null {
    return this.#recent.get(turn) ?? null
  }

  /** The visitor continued: `text` is their whole turn. False if there is none. */
  replaceVisitorTurn(text: string): boolean {
    const id = this.#visitor
    if (id === null) return false
    this.#change(id, { text })
    this.#options.onChange()
    return true
  }

  /** An agent turn answered an unfinished remark and no longer counts. */
  withdraw(turn: number): void {
    if (this.#open?.turn !== turn) return
    this.#change(this.#open.id, { interrupted: true, withdrawn: true })
    this.#options.onChange()
  }

  addAgentTurn({ turn, lines, outcome, step, objection }: Extract<Effect, { type: 'say' }>): void {
    const id = randomUUID()
    this.#open = { turn, id }
    this.#recent.set(turn, id)
    this.#recent.delete(turn - measuredTurns)
    const cited = lines.flatMap((line) => line.cite).flatMap((cite) => cite.stepOrder ?? [])
    this.#add({
      ...plain,
      id,
      speaker: 'agent',
      text: joinSentences(lines.map((line) => line.text)),
      source: 'agent',
      outcome,
      objection: objection ?? null,
      cited_steps: [...new Set(cited)],
      step_order: step,
    })
  }

  /** What a member of the team wrote. */
  addPersonTurn(id: string, text: string, name: string, step: number): void {
    this.#add({ ...plain, id, speaker: 'person', text, source: 'typed', step_order: step, member_name: name })
  }

  /** The visitor heard only this part of a turn. */
  truncate(turn: number, heard: string): void {
    if (this.#open?.turn !== turn) return
    this.#change(this.#open.id, { text: heard, interrupted: true })
    this.#options.onChange()
  }

  /** Figures about a turn; stored with the next change, since they aren't urgent. */
  measure(turn: number, figures: TurnFigures): void {
    const id = this.#recent.get(turn)
    if (id === undefined) return
    this.#change(id, { figures: { ...this.#changes.get(id)?.figures, ...figures } })
  }

  /** What was added since the last call. */
  takeChanges(): {
    readonly turns: readonly NewTurnRow[]
    readonly heard: readonly TurnChange[]
  } {
    const turns = this.#turns
    const heard = [...this.#changes.values()]
    this.#turns = []
    this.#changes.clear()
    return { turns, heard }
  }

  #change(id: string, change: Partial<TurnChange>): void {
    const before = this.#changes.get(id) ?? { id, text: null, interrupted: false, withdrawn: false, figures: null }
    this.#changes.set(id, { ...before, ...change })
  }

  #add(row: Omit<NewTurnRow, 'workspace_id' | 'conversation_id' | 'number' | 'interrupted' | 'created_at'>): void {
    const { workspaceId, conversationId, now, onChange } = this.#options
    this.#turnCount += 1
    this.#turns.push({
      ...row,
      workspace_id: workspaceId,
      conversation_id: conversationId,
      number: this.#turnCount,
      interrupted: false,
      created_at: new Date(now()).toISOString(),
    })
    onChange()
  }
}

/** A browser reports figures after a turn was heard. */
const measuredTurns = 8
const plain = { outcome: null, objection: null, cited_steps: [], member_name: null }
