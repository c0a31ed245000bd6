import type { SettingsReader } from '#backend/settings/settings-reader.ts'

import type { LimitsByCaller, RequestLimits } from './request-limits.ts'
import { defaultLimits } from './request-limits.ts'

/** PostgREST's configuration, under its own names. */
export interface RestConfig {
  /** Schemas that requests may name; the first is the default. */
  readonly schemas: readonly string[]
  /** Searched after the request's schema, for extensions. */
  readonly extraSearchPath: readonly string[]
  /** When off, requests without a token are refused. */
  readonly isAnonymousAllowed: boolean
  /** Maximum rows per response; null for all. */
  readonly maxRows: number | null
  readonly limits: LimitsByCaller
  /** A function without arguments that runs before every request and may refuse it. */
  readonly preRequest: string | null
  readonly transactionEnd: TransactionEnd
  readonly hasAggregates: boolean
  /** Whether callers may request query plans. */
  readonly hasPlans: boolean
  /** Function settings that apply from the start of the transaction. */
  readonly hoistedSettings: readonly string[]
  /** Whether to read `alter role … set`. */
  readonly isDatabaseRead: boolean
  /** Exposed to functions as `current_setting('app.settings.name')`. */
  readonly appSettings: ReadonlyMap<string, string>
  readonly hasOpenApi: boolean
}

export interface TransactionEnd {
  readonly isRollback: boolean
  /** Whether `Prefer: tx=…` may override it. */
  readonly isOverridable: boolean
}

/** Defaults of hosted Supabase. */
export const defaultRestConfig: RestConfig = {
  schemas: ['public'],
  extraSearchPath: ['public', 'extensions'],
  isAnonymousAllowed: true,
  maxRows: 1000,
  limits: defaultLimits,
  preRequest: null,
  transactionEnd: { isRollback: false, isOverridable: false },
  hasAggregates: false,
  hasPlans: false,
  hoistedSettings: ['statement_timeout', 'plan_filter.statement_cost_limit', 'default_transaction_isolation'],
  isDatabaseRead: true,
  appSettings: new Map(),
  hasOpenApi: true,
}

/** Reads PGRST_*. Refuses PostgREST settings that we don't support, so that nobody relies on them. */
export function parseRestConfig(
  reader: SettingsReader,
  environment: Readonly<Record<string, string | undefined>>,
): RestConfig {
  const isDatabaseRead = reader.flag('PGRST_DB_CONFIG', true)
  const config = readRestConfig(reader, environment, { ...defaultRestConfig, isDatabaseRead })
  for (const name of unreadNames(reader, environment)) {
    if (name !== 'PGRST_JWT_SECRET') reader.refuse(`${name} is set, but nothing here reads it; remove it.`)
  }
  return config
}

/** PostgREST settings that were set but not read. */
export function unreadNames(
  reader: SettingsReader,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.keys(environment).filter(
    (name) =>
      name.startsWith('PGRST_') && !reader.names.has(name) && !appSetting.test(name) && reader.text(name) !== null,
  )
}

/** Reads the settings that may also be in the database, with `base` as the default. */
export function readRestConfig(
  reader: SettingsReader,
  environment: Readonly<Record<string, string | undefined>>,
  base: RestConfig,
): RestConfig {
  const { text, refuse, list, flag, oneOf } = reader
  const schemas = text('PGRST_DB_SCHEMAS') === null ? list('PGRST_DB_SCHEMA') : list('PGRST_DB_SCHEMAS')
  for (const schema of schemas) {
    if (internalSchemas.has(schema) || schema.startsWith('pg_')) {
      refuse(`PGRST_DB_SCHEMAS must not expose "${schema}", which belongs to the backend itself.`)
    }
  }
  if (schemas.length > 0 && !schemas.includes('public')) {
    refuse(`PGRST_DB_SCHEMAS must hold public, which the application reads and writes, but is "${schemas.join(',')}".`)
  }
  const anonymous = text('PGRST_DB_ANON_ROLE')
  if (anonymous !== null && anonymous !== 'anon' && anonymous !== 'none') {
    refuse(`PGRST_DB_ANON_ROLE must be anon, or none to refuse requests without a token, but is "${anonymous}".`)
  }
  const preRequest = text('PGRST_DB_PRE_REQUEST')
  if (preRequest !== null && !/^[a-zA-Z_][\w$]*(\.[a-zA-Z_][\w$]*)?$/.test(preRequest)) {
    refuse(`PGRST_DB_PRE_REQUEST must be the name of a function like public.check_request, but is "${preRequest}".`)
  }
  const end = oneOf('PGRST_DB_TX_END', transactionEnds, endOf(base))
  const openApiModes = ['follow-privileges', 'disabled'] as const
  return {
    schemas: schemas.length === 0 ? base.schemas : schemas,
    extraSearchPath:
      text('PGRST_DB_EXTRA_SEARCH_PATH') === null ? base.extraSearchPath : list('PGRST_DB_EXTRA_SEARCH_PATH'),
    isAnonymousAllowed: anonymous === null ? base.isAnonymousAllowed : anonymous === 'anon',
    maxRows: readMaxRows(reader, base),
    limits: {
      anon: readLimits(reader, 'PGRST_DB_ANON_MAX', base.limits.anon),
      signedIn: readLimits(reader, 'PGRST_DB_MAX', base.limits.signedIn),
    },
    preRequest: preRequest ?? base.preRequest,
    transactionEnd: { isRollback: end.startsWith('rollback'), isOverridable: end.endsWith('-allow-override') },
    hasAggregates: flag('PGRST_DB_AGGREGATES_ENABLED', base.hasAggregates),
    hasPlans: flag('PGRST_DB_PLAN_ENABLED', base.hasPlans),
    hoistedSettings:
      text('PGRST_DB_HOISTED_TX_SETTINGS') === null ? base.hoistedSettings : list('PGRST_DB_HOISTED_TX_SETTINGS'),
    isDatabaseRead: base.isDatabaseRead,
    appSettings: new Map([...base.appSettings, ...readAppSettings(environment)]),
    hasOpenApi:
      oneOf('PGRST_OPENAPI_MODE', openApiModes, base.hasOpenApi ? 'follow-privileges' : 'disabled') !== 'disabled',
  }
}

function endOf({ transactionEnd: { isRollback, isOverridable } }: RestConfig): (typeof transactionEnds)[number] {
  return `${isRollback ? 'rollback' : 'commit'}${isOverridable ? '-allow-override' : ''}`
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

/** These hold secrets or aren't part of the REST API. */
const internalSchemas = new Set(['auth', 'storage', 'realtime', 'rest', 'information_schema', 'supabase_migrations'])

/** Not in PostgREST, which only limits rows. */
function readLimits(
  { text, wholeNumber }: SettingsReader,
  prefix: 'PGRST_DB_ANON_MAX' | 'PGRST_DB_MAX',
  base: RequestLimits,
): RequestLimits {
  const bytesName = `${prefix}_ANSWER_BYTES`
  return {
    embedDepth: wholeNumber(`${prefix}_EMBED_DEPTH`, 0, 30, base.embedDepth),
    embeds: wholeNumber(`${prefix}_EMBEDS`, 0, 500, base.embeds),
    answerBytes:
      text(bytesName)?.toLowerCase() === 'none'
        ? null
        : text(bytesName) === null
          ? base.answerBytes
          : wholeNumber(bytesName, 1000, 999_999_999, 1000),
  }
}

function readMaxRows({ text, wholeNumber }: SettingsReader, base: RestConfig): number | null {
  const given = text('PGRST_DB_MAX_ROWS')
  if (given === null) return base.maxRows
  return given.toLowerCase() === 'none' ? null : wholeNumber('PGRST_DB_MAX_ROWS', 1, 100_000_000, 1)
}
