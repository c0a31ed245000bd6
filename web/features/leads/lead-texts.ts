import { leadStatuses, type LeadStatus } from '#domain/lead.ts'

import { csvMoment, csvText } from '../../lib/csv-text.ts'
import { leadOrders, nextMeeting, type Lead, type LeadOrder } from '../../lib/lead-calls.ts'

const names = { new: 'New', open: 'Open', won: 'Won', lost: 'Lost', spam: 'Spam' } as const satisfies Record<
  LeadStatus,
  string
>

export function statusName(status: LeadStatus): string {
  return names[status]
}

export const statusOptions = leadStatuses.map((value) => ({ value, label: names[value] }))

const orderNames: Readonly<Record<LeadOrder, string>> = {
  newest: 'Newest',
  oldest: 'Oldest',
  name: 'Name',
  score: 'Score',
}

export const orderOptions = leadOrders.map((value) => ({ value, label: orderNames[value] }))

/** The email address, or the phone number if there is none. */
export function contactOf({ email, phone, name }: Pick<Lead, 'email' | 'phone' | 'name'>): string {
  return email ?? phone ?? name
}

export function sourceName({ source }: Pick<Lead, 'source'>): string {
  return source === 'talk' ? 'Conversation' : 'Form'
}

/** A link that starts an email to the lead. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}

/** A question as a label; text in capitals is converted to sentence case. */
export function questionLabel(label: string): string {
  const isShouted = label.length > shortMax && label === label.toUpperCase() && label !== label.toLowerCase()
  return isShouted ? label.charAt(0) + label.slice(1).toLowerCase() : label
}

/** Longer than an abbreviation. */
const shortMax = 5

/** Leads as CSV with a column per question. */
export function leadsCsv(leads: readonly Lead[]): string {
  const answers = leads.map(answersByQuestion)
  const labels = [...new Set(answers.flatMap((answer) => [...answer.keys()]))]
  const rows = leads.map((lead, index) => [
    csvMoment(lead.created_at),
    lead.name,
    lead.email,
    lead.phone,
    statusName(lead.status),
    sourceName(lead),
    lead.score,
    lead.demo_name,
    lead.card_title,
    lead.consent_text,
    csvMoment(lead.consented_at),
    csvMoment(nextMeeting(lead)?.starts_at),
    ...labels.map((label) => answers[index]?.get(label)),
  ])
  const head = [
    'Received (UTC)',
    'Name',
    'Work email',
    'Phone',
    'Status',
    'Source',
    'Score',
    'Demo',
    'Card',
    'Consent',
    'Consented (UTC)',
    'Next meeting (UTC)',
    ...labels,
  ]
  return csvText([head, ...rows])
}

/** In the order asked; duplicate questions are numbered. */
export function answersByQuestion({ fields }: Pick<Lead, 'fields'>): ReadonlyMap<string, string> {
  const answers = new Map<string, string>()
  for (const { label, value } of fields) {
    let question = label
    for (let number = 2; answers.has(question); number += 1) question = `${label} (${number})`
    answers.set(question, value)
  }
  return answers
}
