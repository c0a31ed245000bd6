import type { Services } from '#backend/services.ts'

import { isReadableHash, verifyPassword } from './passwords.ts'

/**
 * Makes every failed check cost the same, whatever the account's hash and even without an account: one comparison per
 * kind of hash in use. Looks those kinds up every ten minutes.
 */
export function createPasswordCheck(services: Services) {
  let kinds: readonly string[] = []
  let readAtMs = Number.NEGATIVE_INFINITY
  return async (address: string, password: string, encryptedPassword: string | null): Promise<boolean> => {
    if (services.now() - readAtMs >= renewMs) {
      readAtMs = services.now()
      kinds = await readHashKinds(services)
    }
    if (encryptedPassword !== null && !isReadableHash(encryptedPassword)) {
      services.log.warn('An account has an unsupported password hash; its owner must reset the password')
    }
    return services.passwordQueue.run(address, async () => {
      for (const hash of comparisons(encryptedPassword, kinds)) {
        const isSame = await verifyPassword(password, hash)
        if (isSame && hash === encryptedPassword) return true
      }
      return false
    })
  }
}

/** Identifies a hash's algorithm and cost by its prefix; null when it can't be compared. */
export function hashKindOf(hash: string): string | null {
  const [kind] = kindPattern.exec(hash) ?? []
  if (kind === undefined || !isReadableHash(hash)) return null
  return kind.replace(/^\$2[axy]/, '$2b')
}

/**
 * The account's own hash first, then a dummy for every other kind.
 *
 * @param kinds results of hashKindOf for the hashes in use
 */
export function comparisons(encryptedPassword: string | null, kinds: readonly string[]): readonly string[] {
  const own = encryptedPassword === null ? null : hashKindOf(encryptedPassword)
  const others = [...new Set([ourKind, ...kinds])].filter((kind) => kind !== own).map(dummyHash)
  return own === null || encryptedPassword === null ? others : [encryptedPassword, ...others]
}

/** The most common kinds of hash. Uses the index users_foreign_hash, which holds only hashes we didn't make. */
export async function readHashKinds(services: Services): Promise<readonly string[]> {
  const [found] = await services.database.transaction('system', [
    {
      text: `select substring(encrypted_password from $1::text) as kind from auth.users
             where encrypted_password <> '' and encrypted_password not like '$2_$10$%'
             group by 1 order by count(*) desc limit $2::integer`,
      values: [kindPattern.source, kindsMax],
    },
  ])
  const kinds = (found?.rows ?? []).map(({ kind }) => hashKindOf(dummyHash(String(kind))))
  return [...new Set(kinds.filter((kind) => kind !== null))]
}

/** A dummy that matches no password. */
function dummyHash(kind: string): string {
  if (kind.startsWith('$argon2')) return `${kind}$${'A'.repeat(22)}$${'A'.repeat(43)}`
  if (kind.startsWith('$fbscrypt')) return `${kind},sk=AAAA$AAAA$AAAA`
  return `${kind}$${'.'.repeat(53)}`
}

const kindPattern = /^\$(?:2[abxy]\$\d\d|argon2id?\$v=19\$m=\d+,t=\d+,p=\d+|fbscrypt\$v=1,n=\d+,r=\d+,p=\d+)/
/** As passwords.ts writes it. */
const ourKind = '$2b$10'
const renewMs = 600_000
/** Bounds the cost of a failed check; rarer kinds of hash can be recognised by timing. */
const kindsMax = 4
