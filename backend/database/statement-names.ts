import { createHash } from 'node:crypto'

/**
 * The name that PostgreSQL keeps the plan of a statement under, or null for one that is seen for the first time: a
 * stranger's filters make new ones without end. A name says what it stands for, so two connections never mean different
 * statements by one. Each role has its own: a function that was inlined into the plan isn't asked again whether another
 * role may call it.
 */
export function statementName(text: string, role: string): string | null {
  // Strangers can make endless long ones.
  if (text.length > longestText) return null
  const known = namesOf(role)
  const name = known.get(text)
  // Whatever was asked for longest ago comes first.
  known.delete(text)
  if (name === undefined) {
    known.set(text, null)
    forgetOldest(known)
    return null
  }
  const found = name ?? createHash('sha256').update(`${role}\0${text}`).digest('base64url').slice(0, 32)
  known.set(text, found)
  return found
}

const mostTexts = 2000
const longestText = 20_000
const namesByRole = new Map<string, Map<string, string | null>>()

function namesOf(role: string): Map<string, string | null> {
  const known = namesByRole.get(role)
  if (known !== undefined) return known
  const names = new Map<string, string | null>()
  namesByRole.set(role, names)
  return names
}

function forgetOldest(known: Map<string, string | null>): void {
  const [oldest] = known.keys()
  if (known.size > mostTexts && oldest !== undefined) known.delete(oldest)
}
