import type { Database, Isolation, Setting } from '#backend/database/database.ts'
import { createSettingsReader } from '#backend/settings/settings-reader.ts'

import type { RestConfig } from './rest-config.ts'
import { readRestConfig, unreadNames } from './rest-config.ts'

/** Settings of a transaction from `alter role … set` or `create function … set`. */
export interface TransactionSettings {
  readonly settings: readonly Setting[]
  readonly isolation: Isolation | null
}

export const noTransactionSettings: TransactionSettings = { settings: [], isolation: null }

export interface RoleSettings {
  /** PostgREST's own settings, by environment variable name. */
  readonly server: Readonly<Record<string, string>>
  /** By the request's role. */
  readonly transactions: ReadonlyMap<string, TransactionSettings>
}

export const noRoleSettings: RoleSettings = { server: {}, transactions: new Map() }

/**
 * Reads `alter role … set`: PostgREST's own settings from the role it would connect as, and user-settable ones of the
 * request roles. Settings for this database override those for all.
 */
export async function readRoleSettings(database: Database): Promise<RoleSettings> {
  const [result] = await database.transaction('system', [{ text: settingsText }], { readOnly: true })
  const rows = (result?.rows ?? []) as unknown as readonly SettingRow[]
  const ofServer = rows.filter(({ name }) => name.startsWith(serverPrefix))
  const ofRoles = Map.groupBy(
    rows.filter(({ name }) => !name.startsWith(serverPrefix)),
    ({ role }) => role,
  )
  return {
    server: Object.fromEntries(ofServer.map(({ name, value }) => [environmentName(name), value])),
    transactions: new Map([...ofRoles].map(([role, found]) => [role, transactionSettings(found)])),
  }
}

/** Separates the isolation level, which must be known when a transaction begins. */
export function transactionSettings(found: readonly { readonly name: string; readonly value: string }[]) {
  const isolation = found.find(({ name }) => name === isolationName)?.value.toLowerCase()
  return {
    settings: found.filter(({ name }) => name !== isolationName).map(({ name, value }): Setting => [name, value]),
    isolation: isolations.find((each) => each === isolation) ?? null,
  } satisfies TransactionSettings
}

export interface OverriddenConfig {
  readonly config: RestConfig
  /** Error messages for invalid settings, which disable all overrides. */
  readonly problems: readonly string[]
  /** Names that nothing here reads. */
  readonly unread: readonly string[]
}

/** Settings in the database override the environment. */
export function overrideConfig(config: RestConfig, { server }: RoleSettings): OverriddenConfig {
  const reader = createSettingsReader(server)
  const overridden = readRestConfig(reader, server, config)
  const { problems } = reader
  return { config: problems.length === 0 ? overridden : config, problems, unread: unreadNames(reader, server) }
}

interface SettingRow {
  readonly role: string
  readonly name: string
  readonly value: string
}

/** Rows of the connecting role come last, so that they win. */
const settingsText = `
  with given as (
    select distinct on (setrole, name) setrole, name,
      substr(setting, strpos(setting, '=') + 1) as value
    from pg_db_role_setting, unnest(setconfig) as setting, lower(split_part(setting, '=', 1)) as name
    where setdatabase in (0, (select oid from pg_database where datname = current_database()))
    order by setrole, name, setdatabase desc
  )
  select r.rolname as role, given.name, given.value
  from given join pg_roles r on r.oid = given.setrole left join pg_settings p on p.name = given.name
  where (given.name like 'pgrst.%' and r.rolname in ('authenticator', current_user))
    or (p.context = 'user' and r.rolname in ('anon', 'authenticated', 'service_role'))
  order by r.rolname = current_user, r.rolname, given.name`

const serverPrefix = 'pgrst.'
const isolationName = 'default_transaction_isolation'
const isolations = ['read committed', 'repeatable read', 'serializable'] as const

/** `pgrst.db_max_rows` → `PGRST_DB_MAX_ROWS`. */
function environmentName(name: string): string {
  return `PGRST_${name.slice(serverPrefix.length).replaceAll('.', '_').toUpperCase()}`
}
