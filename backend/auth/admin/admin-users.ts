import type { Context } from 'hono'

import { DatabaseError } from '#backend/database/database.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import { emailField, phoneField } from '#backend/auth/auth-address.ts'
import {
  badJson,
  emailExists,
  notUuid,
  phoneExists,
  userAlreadyExists,
  userNotFound,
  validationFailed,
} from '#backend/auth/auth-errors.ts'
import { readJsonObject, textField } from '#backend/auth/auth-request.ts'
import { createCallFlow } from '#backend/auth/codes/flow-procedure.ts'
import { checkNewPassword, hashPassword, isReadableHash } from '#backend/auth/accounts/passwords.ts'
import { isObject } from '#domain/is-object.ts'
import { uuid } from '#domain/uuid.ts'

import { readPage, writePage } from './paging.ts'

/** GET /admin/users: all accounts, newest first, paged. */
export function adminListUsers(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const page = readPage(context)
    const [found, counted] = await services.database.transaction('system', [
      {
        text: `select auth.user_json(u) as user from auth.users u
               order by u.created_at desc nulls last, u.id limit $1::bigint offset $2::bigint`,
        values: [page.size, page.offset],
      },
      { text: 'select count(*) as total from auth.users' },
    ])
    writePage(context, page, Number(counted?.rows[0]?.['total'] ?? 0))
    return context.json({ users: found?.rows.map((row) => row['user']) ?? [], aud: 'authenticated' })
  }
}

/** GET /admin/users/{id} */
export function adminReadUser(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const [found] = await services.database.transaction('system', [
      { text: 'select auth.user_json(u) as user from auth.users u where u.id = $1::uuid', values: [userId(context)] },
    ])
    const user = found?.rows[0]?.['user']
    if (user === undefined) throw userNotFound()
    return context.json(user)
  }
}

/** POST /admin/users and PUT /admin/users/{id}: saves an account without mails or confirmations. */
export function adminSaveUser(services: Services, mode: 'create' | 'update') {
  const { password: rules } = services.config.auth
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const id = mode === 'update' ? userId(context) : null
    const body = await readJsonObject(context.req.raw)
    const email = emailField(body)
    const phone = phoneField(body)
    if (mode === 'create' && email === '' && phone === '') {
      throw validationFailed('Cannot create a user without either an email or phone')
    }
    const answer = await callFlow(context, 'admin_save_user', {
      is_new: mode === 'create',
      id: id ?? newId(body),
      email: email || null,
      phone: phone || null,
      encrypted_password: await encryptedPassword(services, body, rules),
      email_confirm: flagField(body, 'email_confirm'),
      phone_confirm: flagField(body, 'phone_confirm'),
      data: objectField(body, 'user_metadata'),
      app_metadata: objectField(body, 'app_metadata'),
      role: textField(body, 'role') || null,
      ban_seconds: banSeconds(body),
    }).catch((error: unknown) => {
      if (error instanceof DatabaseError && error.sqlstate === '23505') {
        throw error.constraint === 'users_phone_key' ? phoneExists() : emailExists()
      }
      throw error
    })
    switch (answer.outcome) {
      case 'ok':
        return context.json(answer['user'])
      case 'email_exists':
        throw emailExists()
      case 'phone_exists':
        throw phoneExists()
      case 'user_already_exists':
        throw userAlreadyExists()
      default:
        throw userNotFound()
    }
  }
}

/** DELETE /admin/users/{id}; `should_soft_delete` keeps the rows that refer to the account. */
export function adminDeleteUser(services: Services) {
  const callFlow = createCallFlow(services)
  return async (context: Context<AppEnv>): Promise<Response> => {
    const id = userId(context)
    const body = await readJsonObject(context.req.raw)
    const answer = await callFlow(context, 'admin_delete_user', { id, is_soft: flagField(body, 'should_soft_delete') })
    if (answer.outcome !== 'ok') throw userNotFound()
    return context.json({})
  }
}

function userId(context: Context<AppEnv>): string {
  const id = context.req.param('id') ?? ''
  if (!uuid.test(id)) throw notUuid('user_id')
  return id
}

function newId(body: Readonly<Record<string, unknown>>): string | null {
  const id = textField(body, 'id')
  if (id !== '' && !uuid.test(id)) throw validationFailed('ID must be a valid UUID')
  return id || null
}

async function encryptedPassword(
  services: Services,
  body: Readonly<Record<string, unknown>>,
  rules: Parameters<typeof checkNewPassword>[1],
): Promise<string | null> {
  const password = textField(body, 'password')
  const hash = textField(body, 'password_hash')
  if (password !== '' && hash !== '') throw validationFailed('Only a password or a password hash should be provided')
  if (hash !== '') {
    if (!isReadableHash(hash))
      throw validationFailed('The password hash is of a kind that cannot be verified here, or takes too much to verify')
    return hash
  }
  if (password === '') return null
  await checkNewPassword(password, rules)
  return services.passwordQueue.run(operator, () => hashPassword(password))
}

/** All holders of the service key share one place in the queue. */
const operator = ''

function flagField(body: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = body[name] ?? false
  if (typeof value !== 'boolean') throw badJson(`${name} must be true or false`)
  return value
}

function objectField(body: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = body[name] ?? null
  if (value !== null && !isObject(value)) throw badJson(`${name} must be an object`)
  if (JSON.stringify(value).includes(String.raw`\u0000`)) throw badJson(`${name} must not contain a null character`)
  return value
}

/** `none` lifts a ban; null leaves it unchanged. Go durations: 24h, 1h30m, 300ms. */
function banSeconds(body: Readonly<Record<string, unknown>>): number | null {
  const text = textField(body, 'ban_duration')
  if (text === '') return null
  if (text === 'none') return 0
  const parts = [...text.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|h|m|s)/g)]
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) {
    throw validationFailed(`invalid format for ban duration: time: invalid duration "${text}"`)
  }
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitSeconds[unit ?? ''] ?? 0), 0)
  // The maximum of a Go duration, about 292 years.
  return Math.min(seconds, 9_223_372_036)
}

const unitSeconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 }
