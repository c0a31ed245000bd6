import { createHash } from 'node:crypto'

import type { SettingsReader } from '#backend/settings/settings-reader.ts'

/** Supabase's newer short API keys, as configured. */
export interface ApiKeySettings {
  readonly publishable: readonly string[]
  readonly secret: readonly string[]
}

/** JWTs by the hash of their short key, so that lookup time reveals nothing about a guess. */
export type ApiKeys = ReadonlyMap<string, string>

/** Reads SUPABASE_PUBLISHABLE_KEY(S) and SUPABASE_SECRET_KEY(S): one key, or a JSON object of named ones. */
export function parseApiKeys(settings: SettingsReader): ApiKeySettings {
  const read = (kind: 'publishable' | 'secret'): readonly string[] => {
    const name = `SUPABASE_${kind.toUpperCase()}_KEY`
    const one = settings.text(name)
    const several = settings.text(`${name}S`)
    const keys = [...(one === null ? [] : [one]), ...(several === null ? [] : namedKeys(several, `${name}S`, settings))]
    const pattern = new RegExp(`^sb_${kind}_[\\w-]{24,200}$`)
    const isValid = keys.every((key) => pattern.test(key))
    if (!isValid) settings.refuse(`${name} must be sb_${kind}_ and 24 or more letters, digits, dashes and underscores.`)
    return isValid ? keys : []
  }
  return { publishable: read('publishable'), secret: read('secret') }
}

export function createApiKeys(keys: ApiKeySettings, anonKey: string, serviceRoleKey: string): ApiKeys {
  return new Map([
    ...keys.publishable.map((key) => [hashOf(key), anonKey] as const),
    ...keys.secret.map((key) => [hashOf(key), serviceRoleKey] as const),
  ])
}

/** The JWT behind a short key; other keys are returned unchanged. */
export function longKeyOf(key: string, keys: ApiKeys): string {
  return key.startsWith('sb_') ? (keys.get(hashOf(key)) ?? key) : key
}

function namedKeys(text: string, name: string, settings: SettingsReader): readonly string[] {
  try {
    const keys: unknown = JSON.parse(text)
    if (typeof keys === 'object' && keys !== null && !Array.isArray(keys)) {
      return Object.values(keys).map((key) => (typeof key === 'string' ? key : ''))
    }
  } catch {
    // Reported below.
  }
  settings.refuse(`${name} must be a JSON object like {"default":"sb_publishable_…"}.`)
  return []
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
