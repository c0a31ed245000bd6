import { createHash, randomBytes } from 'node:crypto'

import { isReadableHash, verifyPassword } from '#backend/auth/accounts/passwords.ts'
import { backendClient } from '#server/backend-access/backend-client.ts'
import type { Services } from '#server/services.ts'

import { passSeconds } from './share-access.ts'

/** A pass for visitors who know the password; the database counts attempts across processes. */
export async function unlockLink(
  services: Services,
  { token, password, network }: { readonly token: string; readonly password: string; readonly network: string },
): Promise<{ readonly pass: string } | 'wrong' | 'tooMany' | 'gone'> {
  const client = backendClient(services, { role: 'service_role' })
  const begun = await client.rpc('begin_share_unlock', { p_token: token, p_network: network })
  if (begun.error !== null) throw new Error(`begin_share_unlock: ${begun.error.message}`, { cause: begun.error })
  const [lock] = begun.data as { readonly link_id: string; readonly password_hash: string | null }[]
  if (lock === undefined) return 'gone'
  if (lock.password_hash === null) return 'tooMany'
  if (!isReadableHash(lock.password_hash)) {
    services.log.warn(
      { link: lock.link_id },
      'A link has a password hash of an unsupported kind; set the password again',
    )
  }
  if (!(await verifyPassword(password, lock.password_hash))) return 'wrong'
  const pass = randomBytes(32).toString('base64url')
  const finished = await client.rpc('finish_share_unlock', {
    p_link_id: lock.link_id,
    p_pass_hash: createHash('sha256').update(pass).digest('hex'),
    p_valid_seconds: passSeconds,
  })
  if (finished.error !== null) {
    throw new Error(`finish_share_unlock: ${finished.error.message}`, { cause: finished.error })
  }
  return { pass }
}
