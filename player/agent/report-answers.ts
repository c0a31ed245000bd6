import { postToHost } from '../post-player-event.ts'

/** Posts answers and meetings to the host page. */
export function createAnswerReporter(): { readonly asked: () => void; readonly ended: (outcome: string) => void } {
  let isAsked = false
  let answers = 0
  return {
    asked: () => {
      isAsked = true
    },
    ended: (outcome) => {
      if (outcome === 'booked') postToHost({ type: 'meeting' })
      // A greeting isn't an answer.
      if (!isAsked) return
      isAsked = false
      answers += 1
      postToHost({ type: 'agent', state: 'answered', answers })
    },
  }
}
