import type { Statement } from '#server/database/database.ts'

import type { Preferences } from './query-plan.ts'
import { defaultRestConfig } from './rest-config.ts'
import type { RestConfig } from './rest-config.ts'
import { quoteName } from './sql-text.ts'

/**
 * What runs before a request's own statement, in the same transaction and as the caller: settings that differ from the
 * database port's own, and the function that may refuse. Usually nothing.
 */
export function statementsBefore(
  config: RestConfig,
  request: { readonly schema: string; readonly headers: Headers; readonly timezone: Preferences['timezone'] },
): readonly Statement[] {
  const settings = [
    ...searchPath(config, request.schema),
    ...(request.timezone === null ? [] : [['timezone', request.timezone] as const]),
    ...[...config.appSettings].map(([name, value]) => [`app.settings.${name}`, value] as const),
    ...cookies(request.headers.get('cookie')),
  ]
  const calls = settings.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  const setting = settings.length === 0 ? [] : [{ text: `select ${calls.join(', ')}`, values: settings.flat() }]
  const check = config.preRequest === null ? [] : [{ text: `select ${quoteFunction(config.preRequest)}()` }]
  return [...setting, ...check]
}

type Setting = readonly [name: string, value: string]

function searchPath({ extraSearchPath }: RestConfig, schema: string): readonly Setting[] {
  const path = [schema, ...extraSearchPath]
  return path.join() === portSearchPath.join() ? [] : [['search_path', path.map(quoteName).join(', ')]]
}

/** What the database port sets for every caller. */
const portSearchPath = ['public', ...defaultRestConfig.extraSearchPath]

function cookies(header: string | null): readonly Setting[] {
  if (header === null) {
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
