import type { SettingsReader } from '#server/settings-reader.ts'

/** What PostgREST is configured with, under PostgREST's own names. */
export interface RestConfig {
  /** Schemas that requests may name; the first is meant when they name none. */
  readonly schemas: readonly string[]
  /** Searched after the schema of the request, for extensions. */
  readonly extraSearchPath: readonly string[]
  /** Off: a request without a token is refused. */
  readonly isAnonymousAllowed: boolean
  /** Rows that one answer holds at most; null means all. */
  readonly maxRows: number | null
  /** A function without arguments that runs before every request and may refuse it. */
  readonly preRequest: string | null
  readonly transactionEnd: TransactionEnd
  readonly hasAggregates: boolean
  /** Read by functions as `current_setting('app.settings.name')`. */
  readonly appSettings: ReadonlyMap<string, string>
  readonly hasOpenApi: boolean
}

export interface TransactionEnd {
  readonly isRollback: boolean
  /** Whether `Prefer: tx=…` may ask for the other one. */
  readonly isOverridable: boolean
}

/** What holds when nothing is set; the same as on hosted Supabase. */
export const defaultRestConfig: RestConfig = {
  schemas: ['public'],
  extraSearchPath: ['extensions'],
  isAnonymousAllowed: true,
  maxRows: 1000,
  preRequest: null,
  transactionEnd: { isRollback: false, isOverridable: false },
  hasAggregates: false,
  appSettings: new Map(),
  hasOpenApi: true,
}

/** Reads PGRST_*; a name that PostgREST knows and we don't is refused, so that nobody relies on it in vain. */
export function parseRestConfig(
  reader: SettingsReader,
  environment: Readonly<Record<string, string | undefined>>,
): RestConfig {
  const { text, refuse, list, flag, oneOf } = reader
  const schemas = text('PGRST_DB_SCHEMAS') === null ? list('PGRST_DB_SCHEMA') : list('PGRST_DB_SCHEMAS')
  for (const schema of schemas) {
    if (internalSchemas.has(schema) || schema.startsWith('pg_')) {
      refuse(`PGRST_DB_SCHEMAS must not expose "${schema}", which belongs to the backend itself.`)
    }
  }
  const anonymous = text('PGRST_DB_ANON_ROLE')
  if (anonymous !== null && anonymous !== 'anon' && anonymous !== 'none') {
    refuse(`PGRST_DB_ANON_ROLE must be anon, or none to refuse requests without a token, but is "${anonymous}".`)
  }
  const preRequest = text('PGRST_DB_PRE_REQUEST')
  if (preRequest !== null && !/^[a-zA-Z_][\w$]*(\.[a-zA-Z_][\w$]*)?$/.test(preRequest)) {
    refuse(`PGRST_DB_PRE_REQUEST must be the name of a function like public.check_request, but is "${preRequest}".`)
  }
  const end = oneOf('PGRST_DB_TX_END', transactionEnds, 'commit')
  const openApi = oneOf('PGRST_OPENAPI_MODE', ['follow-privileges', 'disabled'], 'follow-privileges')
  const config: RestConfig = {
    schemas: schemas.length === 0 ? defaultRestConfig.schemas : schemas,
    extraSearchPath:
      text('PGRST_DB_EXTRA_SEARCH_PATH') === null
        ? defaultRestConfig.extraSearchPath
        : list('PGRST_DB_EXTRA_SEARCH_PATH'),
    isAnonymousAllowed: anonymous !== 'none',
    maxRows: readMaxRows(reader),
    preRequest,
    transactionEnd: { isRollback: end.startsWith('rollback'), isOverridable: end.endsWith('-allow-override') },
    hasAggregates: flag('PGRST_DB_AGGREGATES_ENABLED', false),
    appSettings: readAppSettings(environment),
    hasOpenApi: openApi !== 'disabled',
  }
  for (const name of Object.keys(environment)) {
    const isRead = reader.names.has(name) || readElsewhere.has(name) || appSetting.test(name)
    if (name.startsWith('PGRST_') && !isRead) refuse(`${name} is set, but nothing here reads it; remove it.`)
  }
  return config
}

const appSetting = /^PGRST_APP_SETTINGS_(\w+)$/

function readAppSettings(environment: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const settings = Object.entries(environment).flatMap(([name, value]) => {
    const key = appSetting.exec(name)?.[1]
    return key === undefined || value === undefined ? [] : [[key.toLowerCase(), value] as const]
  })
  return new Map(settings)
}

const transactionEnds = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const

/** Tables of these hold secrets or are no part of the REST contract. */
const internalSchemas = new Set(['auth', 'storage', 'realtime', 'rest', 'information_schema', 'supabase_migrations'])

const readElsewhere = new Set(['PGRST_JWT_SECRET'])

function readMaxRows({ text, wholeNumber }: SettingsReader): number | null {
  if (text('PGRST_DB_MAX_ROWS')?.toLowerCase() === 'none') return null
  return wholeNumber('PGRST_DB_MAX_ROWS', 1, 100_000_000, defaultRestConfig.maxRows ?? 0)
}
