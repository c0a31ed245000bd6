import type { Setting } from './database.ts'

/** The `statement_timeout` among settings, in milliseconds; null when absent or off. */
export function statementTimeoutMs(settings: readonly Setting[]): number | null {
  const text = settings.findLast(([name]) => name === 'statement_timeout')?.[1]
  const parts = /^\s*(\d+)\s*(us|ms|s|min|h|d)?\s*$/.exec(text ?? '')
  if (parts === null) return null
  const ms = Number(parts[1]) * (unitsInMs[parts[2] ?? 'ms'] ?? 1)
  return ms === 0 ? null : Math.max(1, ms)
}

const unitsInMs: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1e3, min: 6e4, h: 3.6e6, d: 8.64e7 }
