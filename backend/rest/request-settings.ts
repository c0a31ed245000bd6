import type { Setting, Statement } from '#backend/database/database.ts'

import type { Preferences } from './query-plan.ts'
import { defaultRestConfig } from './rest-config.ts'
import type { RestConfig } from './rest-config.ts'
import { quoteName } from './sql-text.ts'

/** What of a request's settings differs from the database port's own. Usually nothing. */
export function requestSettings(
  config: RestConfig,
  request: {
    readonly schema: string
    readonly cookie: string | undefined
    readonly timezone: Preferences['timezone']
    /** For the caller's role, then for the called function. */
    readonly set: readonly Setting[]
  },
): readonly Setting[] {
  return [
    ...searchPath(config, request.schema),
    ...request.set,
    ...(request.timezone === null ? [] : [['timezone', request.timezone] as const]),
    ...[...config.appSettings].map(([name, value]) => [`app.settings.${name}`, value] as const),
    ...cookies(request.cookie),
  ]
}

/** The function that runs before a request's own statement, in the same transaction, and may refuse it. */
export function statementsBefore({ preRequest }: RestConfig): readonly Statement[] {
  return preRequest === null ? [] : [{ text: `select ${quoteFunction(preRequest)}()` }]
}

function searchPath({ extraSearchPath }: RestConfig, schema: string): readonly Setting[] {
  const path = [...new Set([schema, ...extraSearchPath])]
  return path.join() === portSearchPath ? [] : [['search_path', path.map(quoteName).join(', ')]]
}

/** What the database port sets for every caller. */
const portSearchPath = defaultRestConfig.extraSearchPath.join()

function cookies(header: string | undefined): readonly Setting[] {
  if (header === undefined) {
    return []
  }
  const pairs = header.split(';').map((pair) => pair.trim().split('='))
  return [
    ['request.cookies', JSON.stringify(Object.fromEntries(pairs.map(([name, ...value]) => [name, value.join('=')])))],
  ]
}

function quoteFunction(name: string): string {
  return name.split('.').map(quoteName).join('.')
}
