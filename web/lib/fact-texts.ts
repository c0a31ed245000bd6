import type { FactField } from '#domain/sales-rules.ts'

const labels: Readonly<Record<FactField, string>> = {
  email: 'Email',
  name: 'Name',
  company: 'Company',
  phone: 'Phone',
  role: 'Role',
  size: 'Team size',
  need: 'Need',
  tool: 'Uses now',
  budget: 'Budget',
  timeline: 'Timeline',
}

export function factLabel(field: string): string {
  return Object.hasOwn(labels, field) ? labels[field as FactField] : field
}

/** The score from which a lead is hot. */
export const hotScore = 70

export function scoreText(score: number | null): string {
  if (score === null) return 'No score yet'
  if (score >= hotScore) return 'Hot lead'
  return score >= 40 ? 'Warm lead' : 'Cold lead'
}
