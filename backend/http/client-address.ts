import { BlockList, isIPv6 } from 'node:net'

import type { Context } from 'hono'

import type { AppEnv } from './app-env.ts'

/** Answers the address a request came from, or null for a call made in process. */
export type ClientAddress = (context: Pick<Context<AppEnv>, 'req' | 'env'>) => string | null

/** Answers the address behind a connection of `remote` that carries this X-Forwarded-For. */
export type AddressReader = (remote: string, forwardedFor: string) => string

export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const read = createAddressReader(trustedProxies)
  return (context) => {
    const remote = context.env?.incoming?.socket.remoteAddress
    return remote === undefined ? null : read(remote, context.req.header('x-forwarded-for') ?? '')
  }
}

/** Whether a connection from this address is one of the proxies. */
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

/** X-Forwarded-For is believed from the right, and only as far as it was written by proxies we trust. */
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

/** An IPv4 address in IPv6 clothes is the same visitor. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
