import { createStore } from '#player/create-store.ts'

import type { AgentEdit, AgentRow } from '../../lib/agent-rows.ts'
import { isSameJson } from '../../lib/stable-text.ts'

export interface SaverCalls {
  /** The saved row, or null if somebody else changed it since `knownAt`. */
  readonly write: (edit: AgentEdit, knownAt: string) => Promise<AgentRow | null>
  readonly read: () => Promise<AgentRow>
  readonly onSaved: (row: AgentRow) => void
}

export type SaveStatus = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

export interface SaverView {
  /** The stored row with the unsaved changes. */
  readonly agent: AgentRow
  readonly unsaved: AgentEdit
  readonly status: SaveStatus
  readonly error: unknown
  /** Fields that a colleague and this author both changed, with the colleague's values. */
  readonly theirs: AgentEdit
}

/**
 * Saves an agent's fields as they are edited, after a pause. A colleague's changes to other fields are merged; those to
 * the same field wait for the author's choice, and neither text is lost.
 */
export class AgentSaver {
  readonly #calls: SaverCalls
  readonly #store
  #stored: AgentRow
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSaving = false

  constructor(stored: AgentRow, calls: SaverCalls) {
    this.#stored = stored
    this.#calls = calls
    this.#store = createStore<SaverView>({ agent: stored, unsaved: {}, status: 'saved', error: null, theirs: {} })
  }

  readonly view = (): SaverView => this.#store.get()
  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener)

  /** Takes a newer row from the server; unsaved changes stay. */
  accept(row: AgentRow): void {
    if (row.updated_at < this.#stored.updated_at || this.#isSaving) return
    // The next save detects a colleague's changes to the same fields.
    if (Object.keys(this.view().unsaved).length > 0) return
    this.#stored = row
    this.#show({})
  }

  change(edit: AgentEdit): void {
    const unsaved = dropSame({ ...this.view().unsaved, ...edit }, this.#stored)
    this.#show({ unsaved, status: this.view().status === 'conflict' ? 'conflict' : 'waiting' })
    this.#saveSoon()
  }

  /** Saves now; also after a failure. */
  readonly flush = async (): Promise<void> => {
    clearTimeout(this.#timer)
    const { unsaved, status } = this.view()
    if (this.#isSaving || status === 'conflict') return
    const edit = sendable(unsaved)
    if (Object.keys(edit).length === 0) {
      return this.#show({ status: Object.keys(unsaved).length === 0 ? 'saved' : 'waiting' })
    }
    this.#isSaving = true
    this.#show({ status: 'saving' })
    try {
      const row = await this.#calls.write(edit, this.#stored.updated_at)
      if (row === null) this.#merge(edit, await this.#calls.read())
      else this.#settle(edit, row)
    } catch (error) {
      this.#show({ status: 'failed', error })
    } finally {
      this.#isSaving = false
    }
    if (this.view().status === 'waiting' && Object.keys(sendable(this.view().unsaved)).length > 0) this.#saveSoon()
  }

  /** Resolves a conflict: keeps this author's text. */
  keepMine(): void {
    this.#show({ theirs: {}, status: 'waiting' })
    void this.flush()
  }

  /** Resolves a conflict: keeps the colleague's text. */
  takeTheirs(): void {
    const { unsaved, theirs } = this.view()
    const kept = Object.fromEntries(Object.entries(unsaved).filter(([field]) => !(field in theirs)))
    this.#show({ unsaved: kept, theirs: {}, status: 'waiting' })
    void this.flush()
  }

  #saveSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), restMs)
  }

  #settle(sent: AgentEdit, row: AgentRow): void {
    this.#stored = row
    const { unsaved } = this.view()
    const later = Object.fromEntries(
      Object.entries(unsaved).filter(([field, value]) => value !== sent[field as keyof AgentEdit]),
    )
    this.#show({ unsaved: later, status: Object.keys(later).length > 0 ? 'waiting' : 'saved', error: null })
    this.#calls.onSaved(row)
  }

  #merge(sent: AgentEdit, row: AgentRow): void {
    const before = this.#stored
    this.#stored = row
    const fields = Object.keys(sent) as (keyof AgentEdit)[]
    const both = fields.filter(
      (field) => !isSameJson(row[field], before[field]) && !isSameJson(row[field], sent[field]),
    )
    const theirs: AgentEdit = Object.fromEntries(both.map((field) => [field, row[field]]))
    this.#show({ theirs, status: both.length > 0 ? 'conflict' : 'waiting' })
    this.#calls.onSaved(row)
  }

  #show(change: Partial<SaverView>): void {
    const next = { ...this.view(), ...change }
    this.#store.set({ ...next, agent: { ...this.#stored, ...next.unsaved } })
  }
}

const restMs = 700

/** An empty name isn't saved. */
function sendable(unsaved: AgentEdit): AgentEdit {
  const { name, ...others } = unsaved
  return name === undefined || name.trim() === '' ? others : unsaved
}

function dropSame(edit: AgentEdit, row: AgentRow): AgentEdit {
  return Object.fromEntries(
    Object.entries(edit).filter(([field, value]) => !isSameJson(value, row[field as keyof AgentRow])),
  )
}
