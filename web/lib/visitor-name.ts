import type { ConversationRow } from '#protocol/rows.ts'

/** The visitor's name, company or address; null if unknown. */
export function visitorName(facts: ConversationRow['facts']): string | null {
  for (const wanted of ['name', 'company', 'email']) {
    const fact = facts.find(({ field }) => field === wanted)
    if (fact !== undefined) return fact.value
  }
  return null
}
