import { queryOptions } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'

export type FeedbackKind = 'idea' | 'problem' | 'praise'

export interface Feedback {
  readonly id: string
  readonly kind: FeedbackKind
  readonly text: string
  readonly created_at: string
}

const shownMax = 50

export const feedbackQuery = queryOptions({ queryKey: ['feedback'], queryFn: loadFeedback })

function loadFeedback(): Promise<readonly Feedback[]> {
  return ask('onboardingFailed', (client) =>
    client
      .from('feedback')
      .select('id,kind,text,created_at')
      .order('created_at', { ascending: false })
      .limit(shownMax)
      .overrideTypes<Feedback[], { merge: false }>(),
  )
}

/** Saves and emails it; refusals have their sentence in the error. */
export async function sendFeedback(feedback: {
  readonly kind: FeedbackKind
  readonly text: string
  readonly page: string | null
}): Promise<void> {
  await ask('onboardingFailed', () => fetchAsUser('POST', '/account/v1/feedback', feedback))
}
