import type { Card } from './card.ts'
import { isEmailAddress } from './email-address.ts'

/** The lead form's first invalid field: its id and a sentence. The database checks again. */
export function leadProblem(
  card: Pick<Card, 'fields' | 'consentText'>,
  answers: Readonly<Record<string, string>>,
  hasConsented: boolean,
): { readonly fieldId: string; readonly text: string } | null {
  for (const { id, isRequired } of card.fields) {
    const value = (answers[id] ?? '').trim()
    if (id === 'email' && !isEmailAddress(value)) {
      return { fieldId: id, text: 'Enter a work email such as name@company.com.' }
    }
    if (id === 'name' && value === '') return { fieldId: id, text: 'Enter your name.' }
    if (isRequired && value === '') return { fieldId: id, text: 'Fill in this field.' }
  }
  return card.consentText !== null && !hasConsented ? { fieldId: 'consent', text: 'Accept this to continue.' } : null
}

/** A lead's status, set by members. */
export const leadStatuses = ['new', 'open', 'won', 'lost', 'spam'] as const
export type LeadStatus = (typeof leadStatuses)[number]
