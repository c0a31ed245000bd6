import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { CallerName, FuzzWorld } from './fuzz-world.ts'

/** What is wrong with an answer, in a sentence; null if nothing. */
export function judgeAnswer(world: FuzzWorld, caller: CallerName, status: number, text: string): string | null {
  const foreign = foreignMark(world, caller, text)
  if (foreign !== null) return foreign
  return status >= 500 && !isPostgresLimit(status, text) && !isUnbuilt(status, text)
    ? `answered ${status}: ${text.slice(0, 300)}`
    : null
}

/** Names the owner of a leaked row or file. */
export function foreignMark(world: FuzzWorld, caller: CallerName, text: string): string | null {
  const owner = (['ada', 'bob', 'carol'] as const).find(
    (name) => name !== caller && text.includes(world.authors[name].mark),
  )
  return owner === undefined ? null : `${caller} was given what is ${owner}'s`
}

/** A statement PostgreSQL rejects as too large, too deep or too long keeps PostgREST's status. */
function isPostgresLimit(status: number, text: string): boolean {
  return status === 500 && /"code":"(?:54\d\d\d|57014)"/.test(text)
}

/** Without `npm run build` there is no web application; a HEAD response has no text that shows this. */
function isUnbuilt(status: number, text: string): boolean {
  return status === 503 && !hasWeb && (text.startsWith('\n') || text.includes('has not been built yet'))
}

const hasWeb = existsSync(join(import.meta.dirname, '../../dist/web/landing.html'))
