import { guardProposal } from '#agent/guards.ts'
import type { Proposal, Responder, ResponderInput } from '#agent/responder.ts'
import type { Services } from '#server/services.ts'

/**
 * Asks the responder and passes on its guarded proposal, exactly once, immediately if no time is needed. An error or
 * timeout counts as “not understood”. Aborting ends it without an answer.
 */
export function askResponder(
  responder: Responder,
  input: ResponderInput,
  {
    thinkMs,
    log,
    onAnswer,
  }: { readonly thinkMs: number; readonly log: Services['log']; readonly onAnswer: (proposal: Proposal) => void },
): AbortController {
  const abort = new AbortController()
  let isOver = false
  const answer = (proposal: Proposal): void => {
    if (isOver || abort.signal.aborted) return
    isOver = true
    clearTimeout(deadline)
    onAnswer(guardProposal(proposal))
  }
  const give = (error: unknown): void => {
    if (isOver || abort.signal.aborted) return
    log.warn({ err: error }, 'The responder did not answer')
    answer(notUnderstood)
  }
  const deadline = setTimeout(() => {
    give(new Error('The responder took too long'))
    abort.abort()
  }, thinkMs)
  abort.signal.addEventListener('abort', () => clearTimeout(deadline))
  try {
    const proposal = responder.propose(input, abort.signal)
    if (proposal instanceof Promise) proposal.then(answer, give)
    else answer(proposal)
  } catch (error) {
    give(error)
  }
  return abort
}

const notUnderstood: Proposal = { intent: { type: 'question' }, answer: [], retrieved: [] }
