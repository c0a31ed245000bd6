import { describe, expect, it } from 'vitest'

import { createSigningKeys } from './signing-keys.ts'
import { VerifiedTokens } from './verified-tokens.ts'

const keys = createSigningKeys([], 'a secret of at least thirty-two characters')
const madeAtMs = Date.UTC(2026, 10, 21)
const at = (seconds: number) => madeAtMs + seconds * 1000

async function makeToken(more: object = {}): Promise<string> {
  return keys.sign({ ...more, sub: 'someone', iat: at(0) / 1000, exp: at(60) / 1000 })
}

describe('verified tokens', () => {
  it('caches the claims of a token', async () => {
    const tokens = new VerifiedTokens(keys)
    const token = await makeToken()
    const first = await tokens.verify(token, at(0))
    expect(first).toMatchObject({ sub: 'someone' })
    expect(await tokens.verify(token, at(1))).toBe(first)
  })

  it("doesn't cache long tokens, to bound memory", async () => {
    const tokens = new VerifiedTokens(keys)
    const token = await makeToken({ user_metadata: { about: 'x'.repeat(5000) } })
    const first = await tokens.verify(token, at(0))
    const second = await tokens.verify(token, at(1))
    expect(second).toEqual(first)
    expect(second).not.toBe(first)
  })

  it('refuses an expired token, cached or not', async () => {
    const tokens = new VerifiedTokens(keys)
    const token = await makeToken()
    await tokens.verify(token, at(89))
    await expect(tokens.verify(token, at(90))).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' })
    await expect(tokens.verify(token, at(90))).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' })
  })

  it('refuses a token that differs from a cached one by a letter', async () => {
    const tokens = new VerifiedTokens(keys)
    const token = await makeToken()
    await tokens.verify(token, at(0))
    const [head, body, signature = ''] = token.split('.')
    const turned = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    await expect(tokens.verify(`${head}.${body}.${turned}`, at(0))).rejects.toMatchObject({
      code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    })
  })
})
