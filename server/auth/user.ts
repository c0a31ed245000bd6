import type { Context } from 'hono'

import type { Services } from '#server/services.ts'

import { samePassword, validationFailed } from './auth-errors.ts'
import { dataField, readJsonObject, textField } from './auth-request.ts'
import { checkNewPassword, hashPassword, verifyPassword } from './passwords.ts'
import { timestamp } from './sessions.ts'
import type { SignedInEnv } from './signed-in.ts'

/** GET /user: as the account is now, not as the token remembers it. */
export function readUser(context: Context<SignedInEnv>): Response {
  return context.json(context.get('signedIn').user)
}

/** PUT /user: password and data. Addresses need a confirmation by mail or text, which this version cannot send. */
export function updateUser(services: Services) {
  return async (context: Context<SignedInEnv>): Promise<Response> => {
    const { userId, sessionId, user } = context.get('signedIn')
    const body = await readJsonObject(context.req.raw)
    const email = textField(body, 'email').trim().toLowerCase()
    if (email !== '' && email !== user['email'])
      throw validationFailed('Changing the email address is not supported yet')
    if (textField(body, 'phone') !== '') throw validationFailed('Changing the phone number is not supported yet')

    const password = textField(body, 'password')
    if (password !== '') {
      checkNewPassword(password)
      const [found] = await services.database.transaction('system', [
        { text: 'select encrypted_password from auth.users where id = $1::uuid', values: [userId] },
      ])
      const current = found?.rows[0]?.['encrypted_password']
      if (typeof current === 'string' && (await verifyPassword(password, current))) throw samePassword()
    }
    const data = dataField(body)
    const [updated] = await services.database.transaction('system', [
      {
        text: 'select auth.update_user($1::uuid, $2::uuid, $3, $4::jsonb, $5::timestamptz) as answer',
        values: [
          userId,
          sessionId,
          password === '' ? null : await hashPassword(password),
          data === null ? null : JSON.stringify(data),
          timestamp(services.now()),
        ],
      },
    ])
    return context.json(updated?.rows[0]?.['answer'] ?? user)
  }
}
