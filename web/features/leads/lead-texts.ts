import { leadStatuses, type LeadStatus } from '#domain/card.ts'

import { csvText } from '../../lib/csv-text.ts'
import { nextMeeting, type Lead } from './lead-calls.ts'

const names = { new: 'New', open: 'Open', won: 'Won', lost: 'Lost', spam: 'Spam' } as const satisfies Record<
  LeadStatus,
  string
>

export function statusName(status: LeadStatus): string {
  return names[status]
}

export const statusOptions = leadStatuses.map((value) => ({ value, label: names[value] }))

/** Leads as a file for a spreadsheet: a column for each question that any of them answered. */
export function leadsCsv(leads: readonly Lead[]): string {
  const labels = [...new Set(leads.flatMap(({ fields }) => fields.map(({ label }) => label)))]
  const rows = leads.map((lead) => [
    lead.created_at,
    lead.name,
    lead.email,
    statusName(lead.status),
    lead.demo_name,
    lead.card_title,
    lead.consent_text,
    lead.consented_at,
    nextMeeting(lead)?.starts_at,
    ...labels.map((label) => lead.fields.find((field) => field.label === label)?.value),
  ])
  const head = [
    'Received',
    'Name',
    'Work email',
    'Status',
    'Demo',
    'Card',
    'Agreed to',
    'Agreed at',
    'Next meeting',
    ...labels,
  ]
  return csvText([head, ...rows])
}
