import type { Preferences } from './query-plan.ts'
import { invalidPreferences } from './rest-error.ts'
import type { RestContext } from './run-request.ts'

export interface PreferenceOptions {
  /** Whether the caller may choose commit or rollback. */
  readonly isTxAllowed: boolean
}

/** The request's preferences, within what the settings allow. */
export function preferencesOf({ request, config }: RestContext): Preferences {
  return parsePreferences(request.headers.get('prefer') ?? undefined, {
    isTxAllowed: config.transactionEnd.isOverridable,
  })
}

/** The Prefer header. Unknown preferences are ignored, unless `handling=strict` reports them. */
function parsePreferences(header: string | undefined, options: PreferenceOptions): Preferences {
  const given = new Map<string, string>()
  const unknown: string[] = []
  let hasTimezone = false
  for (const text of (header ?? '').split(',', maxPreferences).map((part) => part.trim())) {
    const [name = '', value = ''] = text.split('=')
    // Checking an invalid time zone takes milliseconds, so check only the first.
    if (name === 'timezone' && hasTimezone) continue
    hasTimezone ||= name === 'timezone'
    if (!isKnown(name, value)) {
      unknown.push(text)
    } else if (!given.has(name)) {
      // The first of two contradicting preferences wins.
      given.set(name, value)
    }
  }
  const handling = pick(given, 'handling', ['strict', 'lenient'])
  if (handling === 'strict' && unknown.some((text) => text !== '')) {
    throw invalidPreferences(unknown.filter((text) => text !== ''))
  }
  const maxAffected = given.get('max-affected')
  return {
    resolution: pick(given, 'resolution', ['merge-duplicates', 'ignore-duplicates']),
    missing: pick(given, 'missing', ['default', 'null']),
    returned: pick(given, 'return', ['minimal', 'headers-only', 'representation']),
    count: pick(given, 'count', ['exact', 'planned', 'estimated']),
    tx: options.isTxAllowed ? pick(given, 'tx', ['commit', 'rollback']) : null,
    handling,
    timezone: given.get('timezone') ?? null,
    maxAffected: handling === 'strict' && maxAffected !== undefined ? Number(maxAffected) : null,
  }
}

/** The Preference-Applied header: preferences that apply to this kind of request. */
export function appliedPreferences(
  preferences: Preferences,
  meaningful: readonly (keyof Preferences)[],
): string | null {
  const applied = meaningful.flatMap((key) => {
    const value = preferences[key]
    return value === null ? [] : [`${headerNames[key]}=${value}`]
  })
  return applied.length === 0 ? null : applied.join(', ')
}

const headerNames: Readonly<Record<keyof Preferences, string>> = {
  resolution: 'resolution',
  missing: 'missing',
  returned: 'return',
  count: 'count',
  tx: 'tx',
  timezone: 'timezone',
  handling: 'handling',
  maxAffected: 'max-affected',
}

const maxPreferences = 50

const knownValues: Readonly<Record<string, readonly string[]>> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
}

function isKnown(name: string, value: string): boolean {
  if (name === 'max-affected') return /^\d+$/.test(value)
  if (name === 'timezone') return isTimezone(value)
  return knownValues[name]?.includes(value) ?? false
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function pick<T extends string>(given: ReadonlyMap<string, string>, name: string, values: readonly T[]): T | null {
  return values.find((value) => value === given.get(name)) ?? null
}
