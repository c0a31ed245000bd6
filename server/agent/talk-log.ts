import type {
  ConversationEnd,
  ConversationStore,
  NewConversationRow,
  StoreOutcome,
  TalkChange,
  TalkRecord,
} from './conversation-store.ts'
import type { EventOutbox } from './event-outbox.ts'
import type { Transcript } from './transcript.ts'

interface TalkLogOptions {
  /** Null for a trial, which isn't stored. */
  readonly store: ConversationStore | null
  readonly conversationId: string
  readonly outbox: EventOutbox
  readonly transcript: Transcript
  /** The conversation's current state. */
  readonly describe: () => Omit<TalkRecord, 'isNew' | 'seq' | 'events'>
  readonly lastClientSeq: () => number
  /** Another server owns the conversation, or it was deleted. */
  readonly onLost: () => void
  /** The conversation can't be stored; called at most once. */
  readonly onFailed: () => void
}

/**
 * Stores a conversation's changes, one write at a time, and sends events once they are stored. Changes during a write
 * are batched into the next.
 */
export class TalkLog {
  readonly #options: TalkLogOptions
  #conversation: NewConversationRow | null = null
  #end: ConversationEnd | null = null
  #isNew = false
  #isDue = false
  #isWaitedFor = false
  #isUnhurried = false
  /** The write in progress waits for other conversations to share it. */
  #isSavingLater = false
  #isOver = false
  #hasFailed = false
  #storedSeq: number
  #storedClientSeq: number
  #running: Promise<void> | null = null

  constructor(options: TalkLogOptions) {
    this.#options = options
    this.#storedSeq = options.outbox.seq
    this.#storedClientSeq = options.lastClientSeq()
  }

  /** The last browser event whose effects are stored; the browser keeps later ones. */
  get storedClientSeq(): number {
    return this.#storedClientSeq
  }

  begin(conversation: NewConversationRow): void {
    this.#conversation = conversation
    this.#isNew = true
    this.touch()
  }

  /** The last write. */
  end(end: ConversationEnd): void {
    this.#end = end
    this.touch()
  }

  /** Stores the state soon. */
  readonly touch = (): void => {
    this.#isDue = true
    if (!this.#isUnhurried) {
      this.#isWaitedFor = true
      if (this.#isSavingLater) this.#options.store?.hurry(this.#options.conversationId)
      this.#isSavingLater = false
    }
    // Runs after all synchronous changes.
    this.#running ??= Promise.resolve().then(() => this.#saveAll())
  }

  /** Changes that nobody waits for, such as the next step's turn: they may share a write with other conversations. */
  unhurried(change: () => void): void {
    this.#isUnhurried = true
    try {
      change()
    } finally {
      this.#isUnhurried = false
    }
  }

  /** Stops writing. */
  abandon(): void {
    this.#isOver = true
  }

  /** Resolves when nothing is waiting to be stored. */
  async settled(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async #saveAll(): Promise<void> {
    const { outbox, lastClientSeq, onLost } = this.#options
    while (this.#isDue && !this.#isOver) {
      this.#isDue = false
      const { seq } = outbox
      const clientSeq = lastClientSeq()
      const isLast = this.#end !== null
      const outcome = await this.#save(seq)
      if (isLast) this.#isOver = true
      if (outcome === 'lost') {
        this.#isOver = true
        onLost()
      } else if (outcome === 'failed') {
        this.#isOver = true
        this.#fail()
      } else {
        this.#storedSeq = seq
        this.#storedClientSeq = clientSeq
        outbox.release(Math.min(seq, outbox.seq))
      }
    }
    // Synchronously, so that a change after the last check starts a new write.
    this.#running = null
  }

  async #save(seq: number): Promise<StoreOutcome> {
    const { store } = this.#options
    if (store === null) return 'stored'
    const late = setTimeout(() => this.#fail(), storeMs)
    const isWaitedFor = this.#isWaitedFor
    this.#isWaitedFor = false
    this.#isSavingLater = !isWaitedFor
    const outcome = await store.save(this.#takeChange(seq), { isWaitedFor })
    clearTimeout(late)
    this.#isSavingLater = false
    return outcome
  }

  #takeChange(seq: number): TalkChange {
    const { conversationId, outbox, transcript, describe } = this.#options
    const { turns, heard } = transcript.takeChanges()
    const change = {
      conversationId,
      conversation: this.#conversation,
      turns,
      heard,
      end: this.#end,
      talk: { ...describe(), isNew: this.#isNew, seq, events: outbox.since(this.#storedSeq) },
    }
    this.#conversation = null
    this.#isNew = false
    return change
  }

  #fail(): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#options.onFailed()
  }
}

/** How long a visitor waits for an answer while the database is down. */
const storeMs = 15_000
