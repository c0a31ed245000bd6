import { createHash, randomUUID } from 'node:crypto'

import { fail, succeed, type Result } from '#domain/result.ts'

import type { OpenedShare } from '#server/share/open-shares.ts'
import { createSignedTexts } from '#server/http/signed-text.ts'

/** Who the token was minted for; it is useless to others. */
export interface TokenBearer {
  readonly address: string
  readonly userAgent: string
}

export interface SessionClaims extends OpenedShare {
  readonly demoId: string
  /** Opens one conversation, once. */
  readonly tokenId: string
  readonly expiresAtMs: number
}

/** Mints and reads tokens that open a conversation; stateless, so any server with the same secret can read them. */
export interface SessionTokens {
  mint(demoId: string, bearer: TokenBearer, expiresAtMs: number, share?: OpenedShare): string
  read(token: string, bearer: TokenBearer, at: number): Result<SessionClaims, 'invalid' | 'expired' | 'not-yours'>
}

export function createSessionTokens(serverSecret: string): SessionTokens {
  const texts = createSignedTexts(serverSecret, 'agent session token')

  return {
    mint(demoId, bearer, expiresAtMs, { link, passwordVersion } = { link: demoId, passwordVersion: null }) {
      const claims = {
        d: demoId,
        l: link,
        p: passwordVersion,
        j: randomUUID(),
        e: expiresAtMs,
        b: toFingerprint(bearer),
      }
      return texts.sign(JSON.stringify(claims))
    },
    read(token, bearer, at) {
      const content = texts.read(token)
      if (content === null) return fail('invalid')
      const claims = JSON.parse(content) as {
        readonly d: string
        readonly l: string
        readonly p: number | null
        readonly j: string
        readonly e: number
        readonly b: string
      }
      if (claims.e <= at) return fail('expired')
      if (claims.b !== toFingerprint(bearer)) return fail('not-yours')
      return succeed({
        demoId: claims.d,
        link: claims.l,
        passwordVersion: claims.p,
        tokenId: claims.j,
        expiresAtMs: claims.e,
      })
    },
  }
}

/** The network, not the address, because phones change the last part of theirs. */
function toFingerprint({ address, userAgent }: TokenBearer): string {
  const isVersion4 = /^\d+\.\d+\.\d+\.\d+$/.test(address)
  const network = isVersion4 ? address.split('.').slice(0, 3).join('.') : address.split(':').slice(0, 3).join(':')
  return createHash('sha256').update(`${network}\n${userAgent}`).digest('base64url').slice(0, 22)
}
