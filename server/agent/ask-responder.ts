import { guardProposal } from '#agent/guards.ts'
import type { Proposal, Responder, ResponderInput } from '#agent/responder.ts'
import type { Services } from '#server/services.ts'

export interface AskOptions {
  readonly thinkMs: number
  readonly log: Services['log']
  /** The first part of an answer; `onAnswer` follows with the whole. */
  readonly onBegin: (proposal: Proposal) => void
  readonly onAnswer: (proposal: Proposal) => void
}

/**
 * Asks the responder and passes on its guarded proposal, exactly once; synchronously if no time is needed. An error or
 * timeout counts as “not understood”, unless the answer has begun. After an abort there is no answer.
 */
export function askResponder(
  responder: Responder,
  input: ResponderInput,
  { thinkMs, log, onBegin, onAnswer }: AskOptions,
): AbortController {
  const abort = new AbortController()
  let isOver = false
  let begun: Proposal | null = null
  const answer = (proposal: Proposal): void => {
    if (isOver || abort.signal.aborted) return
    isOver = true
    clearTimeout(deadline)
    onAnswer(guardProposal(proposal))
  }
  const give = (error: unknown): void => {
    if (isOver || abort.signal.aborted) return
    log.warn({ err: error }, 'The responder did not answer')
    answer(begun ?? notUnderstood)
  }
  const begin = (proposal: Proposal): void => {
    if (isOver || abort.signal.aborted) return
    const isFirst = begun === null
    begun = guardProposal(proposal)
    if (!isFirst) return
    clearTimeout(deadline)
    deadline = giveUpAfter(wholeMs)
    onBegin(begun)
  }
  const giveUpAfter = (ms: number): ReturnType<typeof setTimeout> =>
    setTimeout(() => {
      give(new Error('The responder took too long'))
      abort.abort()
    }, ms)
  let deadline = giveUpAfter(thinkMs)
  abort.signal.addEventListener('abort', () => clearTimeout(deadline))
  try {
    const proposal = responder.propose(input, abort.signal, begin)
    if (proposal instanceof Promise) proposal.then(answer, give)
    else answer(proposal)
  } catch (error) {
    give(error)
  }
  return abort
}

/** Deadline for the rest of an answer that has begun. */
const wholeMs = 15_000
const notUnderstood: Proposal = { intent: { type: 'question' }, answer: [], retrieved: [] }
