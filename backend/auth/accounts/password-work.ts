import type { Services } from '#backend/services.ts'

import { isReadableHash, verifyPassword } from './passwords.ts'

/**
 * Compares passwords so that a refusal costs the same work whatever hash the account has, and without an account: one
 * comparison of every kind of hash that accounts here have. Which those are is looked up every ten minutes.
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
      services.log.warn('An account has a password hash that is not verified here; its owner needs a new password')
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

/** What comparing with a hash costs, by how the hash begins; null for what is never compared. */
export function hashKindOf(hash: string): string | null {
  const [kind] = kindPattern.exec(hash) ?? []
  if (kind === undefined || !isReadableHash(hash)) return null
  return kind.replace(/^\$2[axy]/, '$2b')
}

/**
 * The account's own hash first, if it has one; then, for every other kind, one that is nobody's.
 * @param kinds what hashKindOf says of the hashes that accounts have
 */
export function comparisons(encryptedPassword: string | null, kinds: readonly string[]): readonly string[] {
  const own = encryptedPassword === null ? null : hashKindOf(encryptedPassword)
  const others = [...new Set([ourKind, ...kinds])].filter((kind) => kind !== own).map(nobodysHash)
  return own === null || encryptedPassword === null ? others : [encryptedPassword, ...others]
}

/** The kinds of hash that most accounts have. Through the index users_foreign_hash: few or none are not ours. */
export async function readHashKinds(services: Services): Promise<readonly string[]> {
  const [found] = await services.database.transaction('system', [
    {
      text: `select substring(encrypted_password from $1::text) as kind from auth.users
             where encrypted_password <> '' and encrypted_password not like '$2_$10$%'
             group by 1 order by count(*) desc limit $2::integer`,
      values: [kindPattern.source, kindsMax],
    },
  ])
  const kinds = (found?.rows ?? []).map(({ kind }) => hashKindOf(nobodysHash(String(kind))))
  return [...new Set(kinds.filter((kind) => kind !== null))]
}

/** Nobody has these passwords: the hashes were not made of any. */
function nobodysHash(kind: string): string {
  if (kind.startsWith('$argon2')) return `${kind}$${'A'.repeat(22)}$${'A'.repeat(43)}`
  if (kind.startsWith('$fbscrypt')) return `${kind},sk=AAAA$AAAA$AAAA`
  return `${kind}$${'.'.repeat(53)}`
}

const kindPattern = /^\$(?:2[abxy]\$\d\d|argon2id?\$v=19\$m=\d+,t=\d+,p=\d+|fbscrypt\$v=1,n=\d+,r=\d+,p=\d+)/
/** What passwords.ts writes. */
const ourKind = '$2b$10'
const renewMs = 600_000
/** So that nobody's wrong password costs seconds; whoever has a rarer kind of hash than these answers later by it. */
const kindsMax = 4
