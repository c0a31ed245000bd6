import type { ChipTone } from '../../ui/chip.tsx'
import type { ListedVisit, VisitOutcome } from './visits-calls.ts'

export const outcomeLooks: Readonly<Record<VisitOutcome, { readonly text: string; readonly tone: ChipTone }>> = {
  booked: { text: 'Booked', tone: 'success' },
  lead: { text: 'Lead', tone: 'accent' },
  asked: { text: 'Asked', tone: 'spot' },
  finished: { text: 'Finished', tone: 'plain' },
}

/** "Ada Moreau", or "Visitor on a phone". */
export function visitTitle({ name, device }: Pick<ListedVisit, 'name' | 'device'>): string {
  if (name !== null) return name
  return deviceTexts[device] ?? 'Visitor'
}

const deviceTexts: Readonly<Record<string, string>> = {
  desktop: 'Visitor on desktop',
  phone: 'Visitor on a phone',
  tablet: 'Visitor on a tablet',
}

/** What else is known about the visitor: company, address, or source. */
export function visitOrigin(visit: ListedVisit, linkName: (id: string) => string): string {
  const company = visit.talk?.facts.find(({ field }) => field === 'company')?.value
  if (company !== undefined && company !== visit.name) return company
  if (visit.lead?.email !== null && visit.lead?.email !== undefined) return visit.lead.email
  return visit.link === '' ? visit.source : linkName(visit.link)
}
