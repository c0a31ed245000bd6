import { ModelError } from '#server/models/language-model.ts'
import type { BegunCall, ModelAccounting } from '#server/models/model-accounting.ts'
import type { ModelUse } from '#server/models/model-budget.ts'

import { longestSpeechMs, speechBytesPerMs, type OpenSpeech, type SpeechRequest } from './speech-port.ts'
import type { WorkspaceSpeech } from './workspace-speech.ts'

export interface SpeechDeadlines {
  /** Deadline for the first audio. */
  readonly firstMs: number
  /** Deadline for each further chunk, while a visitor waits. */
  readonly nextMs: number
}

/** Sentences that are paid for together: a turn of the agent. */
export interface SpeechTurn {
  /** Rejects with a ModelError. Each call counts its characters. */
  readonly speak: (
    request: SpeechRequest,
    signal: AbortSignal,
    deadlines?: SpeechDeadlines,
  ) => AsyncGenerator<Uint8Array, void>
  /** Call once at the end: releases unused characters and returns the number used. */
  readonly close: () => number
}

/** Reserves characters; throws a ModelError over a limit or if the provider is failing. */
export function reserveSpeech(
  books: ModelAccounting,
  { endpoint, budgets, origin }: WorkspaceSpeech,
  asked: { readonly use: ModelUse; readonly characters: number },
): Promise<BegunCall> {
  return books.begin(
    {
      url: `${endpoint.url}${endpoint.command.join(' ')}`,
      priceIn: endpoint.price,
      priceOut: 0,
      origin,
      budgets: {
        conversation_budget_cents: budgets.conversation_budget_cents,
        agent_daily_budget_cents: budgets.agent_daily_budget_cents,
        daily_budget_cents: budgets.daily_budget_cents,
        monthly_budget_cents: budgets.monthly_budget_cents,
        conversation_tokens_max: budgets.conversation_characters_max,
        daily_tokens_max: budgets.daily_characters_max,
        daily_turns_max: null,
      },
    },
    { ...asked.use, purpose: 'speech' },
    { tokensIn: asked.characters, tokensOut: 0 },
  )
}

/** Speaks within a reservation; `onClose` gets the number of characters used, once. */
export function openSpeechTurn(
  open: OpenSpeech,
  speech: WorkspaceSpeech,
  { record }: BegunCall,
  onClose: (used: number) => void,
): SpeechTurn {
  let used = 0
  let isClosed = false
  return {
    async *speak(request, signal, deadlines = talkDeadlines) {
      used += request.text.length
      try {
        yield* inTime(open, { ...speech, request, signal, deadlines })
        record(null)
      } catch (error) {
        if (signal.aborted) return
        record(error)
        if (error instanceof ModelError && !error.isCharged) used -= request.text.length
        throw error
      }
    },
    close: () => {
      if (!isClosed) onClose(used)
      isClosed = true
      return used
    },
  }
}

/** Ends a call that is too slow for a listener, or that sends more audio than the text can need. */
async function* inTime(
  open: OpenSpeech,
  call: Pick<WorkspaceSpeech, 'endpoint'> & {
    readonly request: SpeechRequest
    readonly signal: AbortSignal
    readonly deadlines: SpeechDeadlines
  },
): AsyncGenerator<Uint8Array, void> {
  const { endpoint, request, signal, deadlines } = call
  const stop = new AbortController()
  const sound = open(endpoint, request, AbortSignal.any([signal, stop.signal]))
  let bytesLeft = longestSpeechMs(request.text) * speechBytesPerMs
  let waitMs = deadlines.firstMs
  let isDone = false
  const limit = new WaitLimit(() => stop.abort())
  try {
    for (;;) {
      const next = await limit.wait(sound.next(), waitMs)
      if (next.done === true) {
        isDone = true
        return
      }
      bytesLeft -= next.value.length
      if (bytesLeft < 0) {
        throw new ModelError('broken', 'The provider sent far more audio than the text needs.', { isCharged: true })
      }
      waitMs = deadlines.nextMs
      yield next.value
    }
  } finally {
    limit.stop()
    if (!isDone) {
      stop.abort()
      // Nothing waits for the call to end.
      sound.return().catch(() => undefined)
    }
  }
}

/** Limits each wait for audio, with one timer for all of a sentence's. */
class WaitLimit {
  readonly #onLate: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #ms = 0
  #reject: ((problem: ModelError) => void) | null = null

  constructor(onLate: () => void) {
    this.#onLate = onLate
  }

  /** Rejects if the work takes longer; its own outcome is then ignored. */
  async wait<T>(work: Promise<T>, ms: number): Promise<T> {
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#reject = reject
        this.#arm(ms)
        work.then(resolve, reject)
      })
    } finally {
      this.#reject = null
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #arm(ms: number): void {
    if (this.#timer !== undefined && ms === this.#ms) return void this.#timer.refresh()
    clearTimeout(this.#timer)
    this.#ms = ms
    this.#timer = setTimeout(() => {
      // Don't count the time a slow listener takes.
      if (this.#reject === null) return
      this.#reject(new ModelError('slow', `The provider sent nothing within ${ms / 1_000} s.`, { isCharged: true }))
      this.#onLate()
    }, ms)
  }
}

/** While a visitor waits. */
const talkDeadlines: SpeechDeadlines = { firstMs: 1_500, nextMs: 2_500 }
/** While nobody waits. */
export const patientDeadlines: SpeechDeadlines = { firstMs: 15_000, nextMs: 10_000 }
