import type { Caller, Isolation, Role, Setting, Statement, TransactionOptions } from './database.ts'
import { sessionOf, sessionValues } from './caller-claims.ts'
import { DatabaseError, refusesWrites } from './database.ts'
import type { LiveSessions, SessionCheck } from './live-sessions.ts'
import type { TransactionSettings } from './settings-text.ts'
import { settingsText, settingsValues } from './settings-text.ts'
import { statementName } from './statement-names.ts'
import { toParameter } from './wire-values.ts'

/** One statement of a transaction, as sent. */
export interface TransactionStep {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** The prepared statement's name; null when not worth preparing. */
  readonly name: string | null
  /** Whether its result is one of the caller's. */
  readonly isAnswered: boolean
}

export interface TransactionPlan {
  readonly steps: readonly TransactionStep[]
  /** Index of the step that verifies the role; -1 for none. */
  readonly roleCheck: number
  /** The session check, which the settings step runs; that step's first value is the answer. */
  readonly check: SessionCheck | null
  /** Index of that step; -1 for none. */
  readonly settingsStep: number
}

/**
 * Plans a whole transaction as one message: begin, settings and role, statements, commit. PostgreSQL skips everything
 * after a failed step, so nothing runs outside the transaction or as another role. `always` are settings for every
 * caller, including the server. A caller's reads need no begin and commit: one message is one transaction, and the
 * settings make it read-only.
 */
export function planTransaction(
  caller: Caller | 'system',
  statements: readonly Statement[],
  options: TransactionOptions,
  { sessions, always = noSettings }: { readonly sessions: LiveSessions; readonly always?: readonly Setting[] },
): TransactionPlan {
  const role = caller === 'system' ? caller : caller.role
  const { isolation, rollBack: isUndone = false, settings: more = noSettings } = options
  const readOnly = refusesWrites(caller, options)
  const session = caller === 'system' ? null : sessionOf(caller)
  const check = session === null || !readOnly ? null : sessions.check(session.key)
  const isReading = caller !== 'system' && readOnly && isolation === undefined && !isUndone
  const setting = settingStep({ caller, always, more, session: sessionValues(session, check), isReading })
  const steps: TransactionStep[] = isReading ? [] : [beginStep({ readOnly, isolation })]
  const settingsStep = setting === null ? -1 : steps.length
  if (setting !== null) steps.push(setting)
  for (const { text, values = [] } of statements) {
    steps.push({ text, values: values.map(toParameter), name: statementName(text, role), isAnswered: true })
  }
  const isChecked = caller !== 'system' && !isUndone
  if (isChecked) steps.push(roleChecks[caller.role])
  const roleCheck = isChecked ? steps.length - 1 : -1
  if (!isReading) steps.push(isUndone ? rollBack : commit)
  return { steps, roleCheck, check, settingsStep }
}

const noSettings: readonly Setting[] = []

/** A failed role check shows as a division by zero. */
export function explainRoleCheck(error: DatabaseError): DatabaseError {
  return error.sqlstate === '22012'
    ? new DatabaseError({ message: 'The role was changed during the transaction', sqlstate: '42501', cause: error })
    : error
}

/** PostgreSQL only accepts these before the first statement, so they can't be settings. */
function beginStep({
  readOnly,
  isolation,
}: {
  readonly readOnly: boolean
  readonly isolation: Isolation | undefined
}): TransactionStep {
  if (isolation !== undefined) return unnamedStep(`begin isolation level ${isolation}${readOnly ? ' read only' : ''}`)
  return readOnly ? beginReading : begin
}

const begin = plainStep('begin')
const beginReading = plainStep('begin read only')
const commit = plainStep('commit')
const rollBack = plainStep('rollback')

/** Sets role, claims and request until the transaction ends. */
function settingStep(settings: TransactionSettings): TransactionStep | null {
  const text = settingsText(settings)
  return text === null ? null : unnamedStep(text, settingsValues(settings))
}

/** So frequent that it is always prepared. */
function plainStep(text: string): TransactionStep {
  return { text, values: [], name: text.replaceAll(' ', '_'), isAnswered: false }
}

/**
 * Raises unless the role is unchanged. A function that resets the role would run later statements as the table owner;
 * this rolls the transaction back.
 */
const roleChecks: Readonly<Record<Role, TransactionStep>> = {
  anon: roleCheckStep('anon'),
  authenticated: roleCheckStep('authenticated'),
  service_role: roleCheckStep('service_role'),
}

function roleCheckStep(role: Role): TransactionStep {
  const text = `select 1 / (current_user = '${role}')::integer`
  return { text, values: [], name: `is_${role}`, isAnswered: false }
}

function unnamedStep(text: string, values: readonly string[] = []): TransactionStep {
  return { text, values, name: statementName(text, 'system'), isAnswered: false }
}
