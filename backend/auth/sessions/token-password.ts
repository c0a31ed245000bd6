import type { Context } from 'hono'

import type { Statement } from '#backend/database/database.ts'
import { createClientAddress } from '#backend/http/client-address.ts'
import { QueueFull } from '#backend/http/fair-queue.ts'
import { networkOf, wideNetworkOf } from '#backend/http/network-of.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#backend/services.ts'
import type { AuthConfig } from '#backend/auth/auth-config.ts'
import { phoneField } from '#backend/auth/auth-address.ts'
import {
  emailLoginsDisabled,
  invalidCredentials,
  phoneLoginsDisabled,
  tooManyRequests,
  userBanned,
  validationFailed,
} from '#backend/auth/auth-errors.ts'
import { textField } from '#backend/auth/auth-request.ts'
import { createPasswordCheck } from '#backend/auth/accounts/password-work.ts'
import { findWeakness } from '#backend/auth/accounts/passwords.ts'
import { createSharedLimit } from '#backend/auth/shared-limit.ts'
import { afterMinimum } from '#backend/auth/minimum-duration.ts'

import { knownNetwork } from './known-network.ts'
import { emailNotConfirmed, phoneNotConfirmed } from './session-refusals.ts'
import { callProcedure, newRefreshToken, timestamp, tokenResponse } from './sessions.ts'

/**
 * Grant `password`. Unknown accounts and wrong passwords get the same answer after the same hashing work and a fixed
 * minimum time.
 */
export function tokenByPassword(services: Services) {
  const config = services.config.auth
  const addressOf = createClientAddress(services.config.trustedProxies)
  const isLimited = services.config.hasAuthRateLimits
  const isPassword = createPasswordCheck(services)
  const failures = createSharedLimit(services, { name: 'password', burst: failuresMax, refillSeconds: 3_600 })
  const ofNetwork = createSharedLimit(services, { name: 'password network', burst: ofNetworkMax, refillSeconds: 3_600 })
  return async (context: Context<AppEnv>, body: Readonly<Record<string, unknown>>): Promise<Response> => {
    const earliestRefusal = afterMinimum(context, refusalMs)
    const { email, phone, password } = readCredentials(config, body)
    const nowMs = services.now()
    const address = addressOf(context) ?? ''
    const network = networkOf(address)
    // Counted before the check, so that parallel attempts count too, whether or not the account exists.
    const counts = isLimited ? countsOf(email || phone, network) : []
    const { account, isKnown, taken } = await findAccount(services, { email, phone, network, nowMs, counts })
    const [ofAccount, ...others] = taken
    // A per-network limit keeps attackers from locking the owner out.
    if ((ofAccount === false && !isKnown) || others.includes(false)) throw tooManyRequests()
    const stored = account?.['encrypted_password']
    const refund = async (): Promise<void> => {
      if (isLimited)
        await services.database.transaction(
          'system',
          counts.map((each) => each.refund),
        )
    }
    const hash = typeof stored === 'string' && stored !== '' ? stored : null
    const isRight = await isPassword(address, password, hash).catch(async (error: unknown) => {
      if (error instanceof QueueFull) await refund()
      throw error
    })
    if (account === undefined || !isRight) {
      await recordFailure(services, account?.['id'] ?? null, address || null, nowMs)
      await earliestRefusal
      throw invalidCredentials()
    }
    await refund()
    if (account['is_banned'] === true) throw userBanned(400)
    if (email !== '' && account['has_email'] !== true) throw emailNotConfirmed()
    if (phone !== '' && account['has_phone'] !== true) throw phoneNotConfirmed()

    const session = await callProcedure(services, {
      text: `select auth.open_session($1::uuid, 'password', $2, $3, $4, $5::timestamptz) as answer`,
      values: [
        account['id'],
        newRefreshToken(),
        context.req.header('user-agent') ?? null,
        address || null,
        timestamp(nowMs),
      ],
    })
    // The rules may be stricter since the password was set; clients can then ask for a new one.
    const weakness = await findWeakness(password, config.password)
    return tokenResponse(services, context, session, weakness === null ? {} : { weak_password: weakness })
  }

  /** Counts attempts on the account from unfamiliar networks, and from this network alone. */
  function countsOf(account: string, network: string) {
    const ofAccount = failures.statements(account)
    if (network === networkOf('')) return [ofAccount]
    return [ofAccount, ofNetwork.statements(`${account} ${wideNetworkOf(network) ?? network}`)]
  }
}

/** Longer than the comparisons take on an idle machine: bcrypt at cost 10, argon2 at its usual settings. */
const refusalMs = 400

/** Half of NIST SP 800-63B's limit, because as many more refill within the first hour. */
const failuresMax = 50
/** So an attack needs at least three networks. */
const ofNetworkMax = 20

interface Credentials {
  readonly email: string
  readonly phone: string
  readonly password: string
}

/** Either email or phone is ''. */
function readCredentials(config: AuthConfig, body: Readonly<Record<string, unknown>>): Credentials {
  const email = textField(body, 'email').trim().toLowerCase()
  const phone = phoneField(body)
  const password = textField(body, 'password')
  if (email !== '' && phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on login.')
  }
  if (email === '' && phone === '') throw validationFailed('missing email or phone')
  if (email !== '' && !config.isEmailEnabled) throw emailLoginsDisabled()
  if (phone !== '' && !config.isPhoneEnabled) throw phoneLoginsDisabled()
  return { email, phone, password }
}

interface AccountQuery extends Pick<Credentials, 'email' | 'phone'> {
  readonly network: string
  readonly nowMs: number
  readonly counts: readonly { readonly take: Statement }[]
}

/** Finds the account, whether it has a session from this network, and whether each count was still available. */
async function findAccount(services: Services, { email, phone, network, nowMs, counts }: AccountQuery) {
  const column = email === '' ? 'phone' : 'email'
  const [found, known, ...taken] = await services.database.transaction('system', [
    {
      text: `select id, encrypted_password, coalesce(banned_until > $2::timestamptz, false) as is_banned,
               email_confirmed_at is not null as has_email, phone_confirmed_at is not null as has_phone
             from auth.users where ${column} = $1 and not is_sso_user and deleted_at is null`,
      values: [email || phone, timestamp(nowMs)],
    },
    knownNetwork(column, email || phone, network),
    ...counts.map(({ take }) => take),
  ])
  return {
    account: found?.rows[0],
    isKnown: known?.rows[0]?.['is_known'] === true,
    taken: taken.map((result) => result.rows[0]?.['taken'] === true),
  }
}

async function recordFailure(services: Services, userId: unknown, ip: string | null, nowMs: number): Promise<void> {
  await services.database.transaction('system', [
    {
      text: `select auth.write_audit('login_failed', $1::uuid, $2, $3::timestamptz)`,
      values: [userId, ip, timestamp(nowMs)],
    },
  ])
}
