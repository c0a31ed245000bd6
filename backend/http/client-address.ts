import { BlockList, isIPv6 } from 'node:net'

import type { Context } from 'hono'

import type { AppEnv } from './app-env.ts'

/** The address a request came from; null for in-process calls. */
export type ClientAddress = (context: Pick<Context<AppEnv>, 'req' | 'env'>) => string | null

/** The client address behind a connection from `remote` with this X-Forwarded-For. */
export type AddressReader = (remote: string, forwardedFor: string) => string

export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const read = createAddressReader(trustedProxies)
  return (context) => {
    const remote = context.env?.incoming?.socket.remoteAddress
    return remote === undefined ? null : read(remote, context.req.header('x-forwarded-for') ?? '')
  }
}

/** Whether an address belongs to a trusted proxy. */
export function createProxyCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
  }
  return (remote) => {
    const address = plainAddress(remote)
    return trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}

/** Trusts X-Forwarded-For from the right, as far as trusted proxies wrote it. */
export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  const isTrusted = createProxyCheck(trustedProxies)
  return (remote, forwardedFor) => {
    let address = plainAddress(remote)
    if (trustedProxies.length === 0) return address
    const hops = forwardedFor.split(',').flatMap((hop) => hop.trim() || [])
    while (isTrusted(address)) {
      const next = hops.pop()
      if (next === undefined) break
      address = plainAddress(next)
    }
    return address
  }
}

/** Unwraps IPv4-mapped IPv6 addresses. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
