/** A visitor's answers to a card's form, and whether they were submitted. */
export interface LeadDraft {
  /** The same for every try, so that repeated submissions are one lead. */
  readonly id: string
  readonly answers: Readonly<Record<string, string>>
  readonly isSent: boolean
}

/** For a form in a preview. */
export const emptyDraft: LeadDraft = { id: '', answers: {}, isSent: false }

/** Drafts last across steps but not across reloads, so that the next person at the device doesn't find them. */
const drafts = new Map<string, LeadDraft>()

/** The draft of a card's form; created empty with an id on first use. */
export function leadDraft(cardId: string): LeadDraft {
  const known = drafts.get(cardId)
  if (known !== undefined) return known
  const draft = { id: newLeadId(), answers: {}, isSent: false }
  drafts.set(cardId, draft)
  return draft
}

export function keepLeadDraft(cardId: string, change: Partial<LeadDraft>): void {
  drafts.set(cardId, { ...leadDraft(cardId), ...change })
}

/** A UUID of version 4; randomUUID is missing on pages without TLS. */
function newLeadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, at) => {
    const value = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  })
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
