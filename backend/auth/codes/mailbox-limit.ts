import { networkOf, wideNetworkOf } from '#backend/http/network-of.ts'
import type { Services } from '#backend/services.ts'
import { knownNetwork } from '#backend/auth/sessions/known-network.ts'
import { createSharedLimit } from '#backend/auth/shared-limit.ts'
import { mailboxOf } from '#domain/email-address.ts'

/**
 * Whether a network may have one more email sent to an address. Each tag (ada+1@example.com) makes another account of
 * the same inbox, so waits between the emails of one account don't protect it. So that a few networks can't keep codes
 * from the recipient, half are for each network's first one, and networks of their sessions are exempt.
 */
export function createMailboxLimit(services: Services) {
  const perHour = (name: string, burst: number) => createSharedLimit(services, { name, burst, refillSeconds: 3_600 })
  const ofAll = perHour('mailbox of all', mailsMax)
  const first = perHour('mailbox first', 1)
  const repeats = perHour('mailbox repeats', repeatsMax)

  return async (email: string, address: string): Promise<boolean> => {
    const mailbox = mailboxOf(email)
    const network = networkOf(address)
    const sender = `${mailbox} ${wideNetworkOf(network) ?? network}`
    if (((await first.take(sender)) || (await repeats.take(mailbox))) && (await ofAll.take(mailbox))) return true
    const [result] = await services.database.transaction('system', [knownNetwork('email', email, network)])
    return result?.rows[0]?.['is_known'] === true
  }
}

const mailsMax = 20
const repeatsMax = 10
