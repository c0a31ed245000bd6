import type { Lead } from './lead-calls.ts'

/** The answer to the question for the company, in the agent's languages; null without one. */
export function companyOf({ fields }: Pick<Lead, 'fields'>): string | null {
  const answer = fields.find(({ label, value }) => companyLabel.test(label) && value.trim() !== '')
  return answer?.value.trim() ?? null
}

const companyLabel =
  /^\s*(?:(?:your|ihre?|deine?|votre|su|tu|nombre de(?: la| su)?|nom de(?: l[ae’']| votre)?)\s*)?(?:company|organi[sz]ation|employer|firma|unternehmen|firmenname|entreprise|société|empresa|compañía|organización)(?: name)?\s*[:?*]*\s*$/iu
