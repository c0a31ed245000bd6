import type { ConversationRow } from '#protocol/rows.ts'

/** What the visitor is called: their name, company or address; null when they told none. */
export function visitorName(facts: ConversationRow['facts']): string | null {
  for (const wanted of ['name', 'company', 'email']) {
    const fact = facts.find(({ field }) => field === wanted)
    if (fact !== undefined) return fact.value
  }
  return null
}
