import type { Card } from '#domain/card.ts'

import type { LeadAnswers, LeadProblem } from './lead-form.tsx'
import { trackedSession } from './record-visit.ts'

/** Brings a visitor's answers to the server, under the address that they came by. Never rejects; null when kept. */
export async function sendLead(link: string, card: Card, lead: LeadAnswers): Promise<LeadProblem | null> {
  try {
    const response = await fetch(`/share/v1/demos/${link}/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...lead, cardId: card.id, sessionId: trackedSession() }),
    })
    if (response.ok) return null
    const { message, field } = (await response.json()) as { message?: unknown; field?: unknown }
    if (typeof message === 'string') return { text: message, fieldId: typeof field === 'string' ? field : null }
  } catch {
    // Said below: nothing of it is lost.
  }
  return { text: 'Your answers could not be sent. They are still here. Try again in a moment.', fieldId: null }
}
