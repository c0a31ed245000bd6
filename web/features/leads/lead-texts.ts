import { leadStatuses, type LeadStatus } from '#domain/card.ts'

import { csvText } from '../../lib/csv-text.ts'
import type { Lead, StoryEvent } from './lead-calls.ts'

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
    ...labels.map((label) => lead.fields.find((field) => field.label === label)?.value),
  ])
  const head = ['Received', 'Name', 'Work email', 'Status', 'Demo', 'Card', 'Agreed to', 'Agreed at', ...labels]
  return csvText([head, ...rows])
}

/** What a visitor did, in words; `stepName` names a step of the demo. */
export function storyText(event: StoryEvent, stepName: (id: string) => string): string {
  switch (event.event_type) {
    case 'page_view':
      return `Opened ${event.page_url}`
    case 'time_spent':
      return `Stayed ${event.time_spent ?? 0} s`
    case 'step_viewed':
      return `Saw ${event.step_id === null ? 'a step' : stepName(event.step_id)}`
    default:
      return deeds[event.event_type] ?? event.event_type
  }
}

const deeds: Readonly<Record<string, string>> = {
  click: 'Clicked',
  demo_started: 'Began the demo',
  demo_completed: 'Reached the last step',
  card_shown: 'Saw a card',
  card_clicked: 'Followed a card',
  lead_submitted: 'Sent the form',
  agent_opened: 'Talked to the agent',
  engage_shown: 'Was offered a talk',
  engage_accepted: 'Accepted the offered talk',
}
