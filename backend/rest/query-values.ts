import type { Caller } from '#backend/database/database.ts'

import type { RequestQuery } from './request-query.ts'

/**
 * Passes the values an anonymous query names exactly (`email=eq.ada@example.com`) as headers to the policies, some of
 * which show a row only to callers who know its value. The first of several counts.
 */
export function withQueryValues(client: Caller, query: RequestQuery, allowsEmail: boolean): Caller {
  const caller = withoutNames(client)
  if (caller.role !== 'anon' || (caller.method !== 'GET' && caller.method !== 'HEAD')) return caller
  const named: Record<string, string> = {}
  for (const [column, filter] of query.parameters) {
    const name = `x-named-${column.replaceAll('_', '-')}`
    // Email look-ups are rate-limited (rest-routes.ts), so no embed may answer them.
    if (column === 'email' && !allowsEmail) continue
    if (!filter.startsWith('eq.') || !/^[a-z_]{1,63}$/.test(column) || name in named) continue
    named[name] = filter.slice('eq.'.length)
  }
  return Object.keys(named).length === 0 ? caller : { ...caller, headers: { ...caller.headers, ...named } }
}

/** Drops such headers sent by the client itself. */
function withoutNames(caller: Caller): Caller {
  const names = Object.keys(caller.headers).filter((name) => name.startsWith('x-named-'))
  if (names.length === 0) return caller
  const headers = Object.fromEntries(Object.entries(caller.headers).filter(([name]) => !names.includes(name)))
  return { ...caller, headers }
}
