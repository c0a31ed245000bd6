import { queryOptions } from '@tanstack/react-query'

import { BackendError, failureKind, unwrap } from '../../lib/backend-error.ts'
import { loadClient } from '../../lib/backend.ts'

export type FeedbackKind = 'idea' | 'problem' | 'praise'

export interface Feedback {
  readonly id: string
  readonly kind: FeedbackKind
  readonly text: string
  readonly created_at: string
}

const shownMost = 50

export const feedbackQuery = queryOptions({ queryKey: ['feedback'], queryFn: loadFeedback })

async function loadFeedback(): Promise<readonly Feedback[]> {
  const client = await loadClient()
  const answer = await client
    .from('feedback')
    .select('id,kind,text,created_at')
    .order('created_at', { ascending: false })
    .limit(shownMost)
    .overrideTypes<Feedback[], { merge: false }>()
  return unwrap(answer, 'onboardingFailed') ?? []
}

/** Keeps it and has it mailed; the refusal's sentence is the error's message. */
export async function sendFeedback(feedback: {
  readonly kind: FeedbackKind
  readonly text: string
  readonly page: string | null
}): Promise<void> {
  const client = await loadClient()
  const { data } = await client.auth.getSession()
  if (data.session === null) throw new BackendError('onboardingFailed', 'signed-out')
  let answer: Response
  try {
    answer = await fetch('/account/v1/feedback', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${data.session.access_token}` },
      body: JSON.stringify(feedback),
    })
  } catch (error) {
    throw new BackendError('onboardingFailed', 'unreachable', error)
  }
  if (!answer.ok) throw new BackendError('onboardingFailed', failureKind({ status: answer.status }), answer.status)
}
