import type { Services } from '#backend/services.ts'

/**
 * Enforces the session limits when issuing tokens. Returns when the session ends unless used: milliseconds since the
 * epoch, or Infinity.
 */
export async function enforceSessionLimits(
  services: Services,
  session: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { timeboxSeconds, isSinglePerUser, inactivitySeconds } = services.config.identity.sessions
  let notAfter = session['not_after']
  if (timeboxSeconds !== null || isSinglePerUser) {
    const limits = { session_id: session['session_id'], timebox_seconds: timeboxSeconds, is_single: isSinglePerUser }
    const [result] = await services.database.transaction('system', [
      { text: 'select auth.limit_session($1::jsonb) as not_after', values: [JSON.stringify(limits)] },
    ])
    notAfter = result?.rows[0]?.['not_after']
  }
  const idle =
    inactivitySeconds === null ? Infinity : Date.parse(String(session['last_used'])) + inactivitySeconds * 1000
  return Math.min(typeof notAfter === 'string' ? Date.parse(notAfter) : Infinity, idle)
}
