import { networkOf, wideNetworkOf } from '#backend/http/network-of.ts'
import type { Services } from '#backend/services.ts'
import { knownNetwork } from '#backend/auth/sessions/known-network.ts'
import { createSharedLimit } from '#backend/auth/shared-limit.ts'
import { mailboxOf } from '#domain/email-address.ts'

/**
 * Whether a network may have one more email sent to an address. Each tag (ada+1@example.com) makes another account of
 * the same inbox, so waits between the emails of one account don't protect it. An inbox gets at most `mailsMax` emails
 * an hour, and at most `repeatsMax` of them to networks that have had one sent before: a few networks can't keep codes
 * from the recipient. Networks from which the recipient has signed in are exempt.
 */
export function createMailboxLimit(services: Services) {
  const perHour = (name: string, burst: number) => createSharedLimit(services, { name, burst, refillSeconds: 3_600 })
  const mailbox = perHour('mailbox', mailsMax)
  const firstOfNetwork = perHour('mailbox first of network', 1)
  const repeated = perHour('mailbox repeated', repeatsMax)

  return async (email: string, address: string): Promise<boolean> => {
    const inbox = mailboxOf(email)
    const network = networkOf(address)
    const sender = `${inbox} ${wideNetworkOf(network) ?? network}`
    const isWithin = (await firstOfNetwork.take(sender)) || (await repeated.take(inbox))
    if (isWithin && (await mailbox.take(inbox))) return true
    const [result] = await services.database.transaction('system', [knownNetwork('email', email, network)])
    return result?.rows[0]?.['is_known'] === true
  }
}

const mailsMax = 20
const repeatsMax = 10
