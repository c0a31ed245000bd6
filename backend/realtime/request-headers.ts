/**
 * The headers that policies can ask about: those with a meaning of the application's own. What differs from one connection
 * to the next (keys of the handshake, addresses of proxies) would make every question to the database its own.
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
