import type { Caller } from '#server/database/database.ts'

import type { RequestQuery } from './request-query.ts'

/**
 * A stranger's caller with the values that their query names exactly (`email=eq.ada@example.com`), as headers for the
 * policies: some show a row only to who knows what to ask for. The first of several counts.
 */
export function withNamedValues(caller: Caller, query: RequestQuery): Caller {
  if (caller.role !== 'anon' || (caller.method !== 'GET' && caller.method !== 'HEAD')) return caller
  const named: Record<string, string> = {}
  for (const [column, filter] of query.parameters) {
    const name = `x-named-${column.replaceAll('_', '-')}`
    if (!filter.startsWith('eq.') || !/^[a-z_]{1,63}$/.test(column) || name in named) continue
    named[name] = filter.slice('eq.'.length)
  }
  return Object.keys(named).length === 0 ? caller : { ...caller, headers: { ...caller.headers, ...named } }
}
