/**
 * The request headers exposed to policies: only the application's own. Per-connection ones (handshake keys, proxy
 * addresses) would make every permission query unique.
 */
export function headersForPolicies(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const isOurs = name.startsWith('x-') && !/^x-(forwarded|real|request|client|api-key|amzn|cloud|vercel)/.test(name)
      return isOurs && typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
