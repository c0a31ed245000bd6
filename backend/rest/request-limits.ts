import type { Role } from '#backend/database/database.ts'

import type { RestConfig } from './rest-config.ts'

/** What one request may cost at most. */
export interface RequestLimits {
  /** Tables embedded in one another. */
  readonly embedDepth: number
  /** Embedded tables in all. */
  readonly embeds: number
  /** Bytes of an answer, and of each list in it; null means as many as there are. */
  readonly answerBytes: number | null
}

/** A stranger is held to less than somebody who has an account. */
export interface LimitsByCaller {
  readonly anon: RequestLimits
  readonly signedIn: RequestLimits
}

export const defaultLimits: LimitsByCaller = {
  anon: { embedDepth: 3, embeds: 15, answerBytes: 4 * 1024 * 1024 },
  signedIn: { embedDepth: 5, embeds: 40, answerBytes: 32 * 1024 * 1024 },
}

export function limitsFor(role: Role, { limits }: RestConfig): RequestLimits {
  return role === 'anon' ? limits.anon : limits.signedIn
}
