import type { Lead } from './lead-calls.ts'

/** The answer to the question for the company; null without one. */
export function companyOf({ fields }: Pick<Lead, 'fields'>): string | null {
  const answer = fields.find(({ label, value }) => companyLabels.has(label.trim().toLowerCase()) && value.trim() !== '')
  return answer?.value.trim() ?? null
}

const companyLabels: ReadonlySet<string> = new Set([
  'company',
  'company name',
  'your company',
  'organisation',
  'organization',
])
