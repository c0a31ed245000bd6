import { createHash } from 'node:crypto'

/**
 * A statement's name for plan caching; null the first time it is seen, since anonymous filters make endless new ones.
 * Names are hashes of the text, so connections agree on them. They include the role: inlined functions in a cached plan
 * skip the execute permission check of other roles.
 */
export function statementName(text: string, role: string): string | null {
  // Anonymous callers can send any number of long ones.
  if (text.length > maxTextLength) return null
  const known = namesOf(role)
  const name = known.get(text)
  // Keeps least recently used first.
  known.delete(text)
  if (name === undefined) {
    known.set(text, null)
    evictOldest(known)
    return null
  }
  const found = name ?? createHash('sha256').update(`${role}\0${text}`).digest('base64url').slice(0, 32)
  known.set(text, found)
  return found
}

const maxTexts = 2000
const maxTextLength = 20_000
const namesByRole = new Map<string, Map<string, string | null>>()

function namesOf(role: string): Map<string, string | null> {
  const known = namesByRole.get(role)
  if (known !== undefined) return known
  const names = new Map<string, string | null>()
  namesByRole.set(role, names)
  return names
}

function evictOldest(known: Map<string, string | null>): void {
  const [oldest] = known.keys()
  if (known.size > maxTexts && oldest !== undefined) known.delete(oldest)
}
