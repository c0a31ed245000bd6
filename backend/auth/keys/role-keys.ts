import { createHmac } from 'node:crypto'

/**
 * A role's long-lived API key, an HS256 JWT. Deterministic, so it survives restarts and matches on every server with
 * the same secret.
 */
export function roleKey(role: 'anon' | 'service_role', jwtSecret: string): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'supabase', role, iat: issuedAt, exp: expiresAt })}`
  return `${content}.${createHmac('sha256', jwtSecret).update(content).digest('base64url')}`
}

const issuedAt = Date.UTC(2026, 0, 1) / 1000
const expiresAt = Date.UTC(2056, 0, 1) / 1000
