import type { Caller, Role, Setting, Statement, TransactionOptions } from './database.ts'
import { sessionOf, sessionValues } from './caller-claims.ts'
import { DatabaseError } from './database.ts'
import type { LiveSessions, SessionQuestion } from './live-sessions.ts'
import type { TransactionSettings } from './settings-text.ts'
import { settingsText, settingsValues } from './settings-text.ts'
import { statementName } from './statement-names.ts'
import { toParameter } from './wire-values.ts'

/** One statement of a transaction as it is sent. */
export interface TransactionStep {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** Under which PostgreSQL keeps its plan; null when that isn't worth it. */
  readonly name: string | null
  /** Whether what it gives is one of the caller's results. */
  readonly isAnswered: boolean
}

export interface TransactionPlan {
  readonly steps: readonly TransactionStep[]
  /** Which of the steps looks whether the role is still the caller's; -1 when none does. */
  readonly roleCheck: number
  /** Asked about the caller's session by the step that sets what is set; its first value is the answer. */
  readonly question: SessionQuestion | null
  /** Which step that is; -1 when nothing is set. */
  readonly settingsStep: number
}

/**
 * A whole transaction, to be sent as one message: opened, made the caller's until it ends, the statements, and the
 * commit. PostgreSQL passes over everything behind a step that fails, so nothing ever runs outside the transaction or
 * as anybody else. `always` are settings for every caller, the server itself too. A caller's reading is neither opened
 * nor committed by words of its own: what one message asks for is one transaction, and the settings make it read only.
 */
export function planTransaction(
  caller: Caller | 'system',
  statements: readonly Statement[],
  options: TransactionOptions,
  { sessions, always = noSettings }: { readonly sessions: LiveSessions; readonly always?: readonly Setting[] },
): TransactionPlan {
  const role = caller === 'system' ? caller : caller.role
  const { isolation, readOnly = false, rollBack: isUndone = false, settings: more = noSettings } = options
  const session = caller === 'system' ? null : sessionOf(caller)
  const question = session === null || !readOnly ? null : sessions.question(session.key)
  const isReading = caller !== 'system' && readOnly && isolation === undefined && !isUndone
  const setting = settingStep({ caller, always, more, session: sessionValues(session, question), isReading })
  const steps: TransactionStep[] = isReading ? [] : [beginning(options)]
  const settingsStep = setting === null ? -1 : steps.length
  if (setting !== null) steps.push(setting)
  for (const { text, values = [] } of statements) {
    steps.push({ text, values: values.map(toParameter), name: statementName(text, role), isAnswered: true })
  }
  const isChecked = caller !== 'system' && !isUndone
  if (isChecked) steps.push(roleChecks[caller.role])
  const roleCheck = isChecked ? steps.length - 1 : -1
  if (!isReading) steps.push(isUndone ? rollBack : commit)
  return { steps, roleCheck, question, settingsStep }
}

const noSettings: readonly Setting[] = []

/** Says what a failed role check means: a division by zero. */
export function explainRoleCheck(error: DatabaseError): DatabaseError {
  return error.sqlstate === '22012'
    ? new DatabaseError({ message: 'The role was changed during the transaction', sqlstate: '42501', cause: error })
    : error
}

/** PostgreSQL takes these only before the first statement, so no setting could bring them. */
function beginning({ readOnly = false, isolation }: TransactionOptions): TransactionStep {
  if (isolation !== undefined) return ownStep(`begin isolation level ${isolation}${readOnly ? ' read only' : ''}`)
  return readOnly ? beginReading : begin
}

const begin = plainStep('begin')
const beginReading = plainStep('begin read only')
const commit = plainStep('commit')
const rollBack = plainStep('rollback')

/** Makes the transaction the caller's: role, claims and request, until it ends. */
function settingStep(settings: TransactionSettings): TransactionStep | null {
  const text = settingsText(settings)
  return text === null ? null : ownStep(text, settingsValues(settings))
}

/** Sent so often that it is worth a plan from the first time on. */
function plainStep(text: string): TransactionStep {
  return { text, values: [], name: text.replaceAll(' ', '_'), isAnswered: false }
}

/**
 * They raise unless the role is the one from the start. A function that resets the role would run what follows it as the
 * owner of the tables; then nothing is committed and nothing is answered.
 */
const roleChecks: Readonly<Record<Role, TransactionStep>> = {
  anon: checkOf('anon'),
  authenticated: checkOf('authenticated'),
  service_role: checkOf('service_role'),
}

function checkOf(role: Role): TransactionStep {
  const text = `select 1 / (current_user = '${role}')::integer`
  return { text, values: [], name: `is_${role}`, isAnswered: false }
}

function ownStep(text: string, values: readonly string[] = []): TransactionStep {
  return { text, values, name: statementName(text, 'system'), isAnswered: false }
}
