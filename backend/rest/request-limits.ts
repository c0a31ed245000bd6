import type { Role } from '#backend/database/database.ts'

import type { RestConfig } from './rest-config.ts'

export interface RequestLimits {
  /** Nesting depth of embedded tables. */
  readonly embedDepth: number
  /** Embedded tables in total. */
  readonly embeds: number
  /** Bytes per response and per list in it; null for no limit. */
  readonly answerBytes: number | null
}

/** Anonymous callers get lower limits than accounts. */
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
