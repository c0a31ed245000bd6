import type { Setting, Statement } from '#backend/database/database.ts'

import type { Preferences } from './query-plan.ts'
import { defaultRestConfig } from './rest-config.ts'
import type { RestConfig } from './rest-config.ts'
import { quoteName } from './sql-text.ts'

/** The request's settings that differ from the database port's own; usually none. */
export function requestSettings(
  config: RestConfig,
  request: {
    readonly schema: string
    readonly cookie: string | undefined
    readonly timezone: Preferences['timezone']
    /** The role's settings, then the called function's. */
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

/** The pre-request function, which runs first in the same transaction and may refuse the request. */
export function statementsBefore({ preRequest }: RestConfig): readonly Statement[] {
  return preRequest === null ? [] : [{ text: `select ${quoteFunction(preRequest)}()` }]
}

function searchPath({ extraSearchPath }: RestConfig, schema: string): readonly Setting[] {
  const path = [...new Set([schema, ...extraSearchPath])]
  return path.join() === portSearchPath ? [] : [['search_path', path.map(quoteName).join(', ')]]
}

/** The database port's own search path. */
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
