import { ModelError } from './language-model.ts'

export interface ModelDeadlines {
  /** Until the first part of the answer. */
  readonly firstMs: number
  /** Until its end. */
  readonly wholeMs: number
}

/** A signal that also aborts at a deadline; `problem` says which. */
export interface DeadlineWatch {
  readonly signal: AbortSignal
  /** Reports that something has arrived. */
  readonly hear: () => void
  readonly problem: () => ModelError | null
  readonly stop: () => void
}

export function watchDeadlines({ firstMs, wholeMs }: ModelDeadlines, outer: AbortSignal): DeadlineWatch {
  const late = new AbortController()
  let problem: ModelError | null = null
  const after = (ms: number, sentence: string) =>
    setTimeout(() => {
      problem = new ModelError('slow', sentence, { isCharged: true })
      late.abort(problem)
    }, ms)
  const first = after(firstMs, `The provider sent nothing within ${firstMs / 1_000} s.`)
  const whole = after(wholeMs, `The answer took longer than ${wholeMs / 1_000} s.`)
  return {
    signal: AbortSignal.any([outer, late.signal]),
    hear: () => clearTimeout(first),
    problem: () => problem,
    // Also ends a call whose answer isn't read to the end.
    stop: () => {
      clearTimeout(first)
      clearTimeout(whole)
      late.abort()
    },
  }
}
