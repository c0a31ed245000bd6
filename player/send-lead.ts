import type { Card } from '#domain/card.ts'

import type { LeadAnswers, LeadProblem } from './lead-form.tsx'
import { leadNotSent } from './lead-not-sent.ts'
import { trackedSession } from './record-visit.ts'

/** Sends a visitor's answers under the demo address they used. Never rejects; null when saved. */
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
    // Reported below; nothing is lost.
  }
  return leadNotSent
}
