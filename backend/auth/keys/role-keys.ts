import { createHmac } from 'node:crypto'

/**
 * The long-lived API key of a role: an HS256 JWT. The same secret always gives the same key, so a client's key
 * outlives restarts and is the same on every server that shares the secret.
 */
export function roleKey(role: 'anon' | 'service_role', jwtSecret: string): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'supabase', role, iat: issuedAt, exp: expiresAt })}`
  return `${content}.${createHmac('sha256', jwtSecret).update(content).digest('base64url')}`
}

const issuedAt = Date.UTC(2026, 0, 1) / 1000
const expiresAt = Date.UTC(2056, 0, 1) / 1000
