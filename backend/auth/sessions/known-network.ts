import { networkOf } from '#backend/http/network-of.ts'
import type { Statement } from '#backend/database/database.ts'

/**
 * Answers `is_known`: whether the account with this address has a session from this network. Such a network is exempt
 * from the limits on wrong attempts from all networks, so that nobody else can lock the owner out.
 */
export function knownNetwork(column: 'email' | 'phone', address: string, network: string): Statement {
  return {
    text: `select exists (
             select from auth.sessions s join auth.users u on u.id = s.user_id
             where u.${column} = $1 and not u.is_sso_user and u.deleted_at is null and s.ip <<= $2::inet
           ) as is_known`,
    values: [address, network === networkOf('') ? null : network],
  }
}

/**
 * The same for second factors: only a session that has passed one counts, since the attempts come from someone who
 * knows the password.
 */
export function hasFactorSession(userId: string, address: string): Statement {
  const network = networkOf(address)
  return {
    text: `select exists (
             select from auth.sessions s
             where s.user_id = $1::uuid and s.aal in ('aal2', 'aal3') and s.ip <<= $2::inet
           ) as is_known`,
    values: [userId, network === networkOf('') ? null : network],
  }
}
