import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of an address, as limits count it: an IPv4 address, or an IPv6 /64, the usual allocation per customer.
 * IPv4-mapped IPv6 counts as IPv4; a network maps to itself; `unknown` for invalid addresses.
 */
export function networkOf(address: string): string {
  const text = withoutPort(address.trim()).replace(/::\/64$/, '::')
  if (isIPv4(text)) return text
  if (!isIPv6(text)) return unknownNetwork
  const groups = toGroups(text)
  const embedded = embeddedIPv4(groups)
  if (embedded !== null) return embedded
  return `${toText(groups.slice(0, 4))}::/64`
}

/** The /48 around an IPv6 network, often one customer's; null for IPv4. */
export function wideNetworkOf(network: string): string | null {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null
}

/** The network that shares one queue or count: a /48 counts as one, because it usually belongs to one customer. */
export function networkKeyOf(address: string): string {
  const network = networkOf(address)
  return wideNetworkOf(network) ?? network
}

export const unknownNetwork = 'unknown'

/** Some proxies forward `203.0.113.9:5678` or `[2001:db8::1]:5678`. */
function withoutPort(text: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text
}

function toGroups(address: string): readonly number[] {
  const plain = address.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [before = '', after] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const missing = 8 - before.length - (after?.length ?? 0)
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...(after ?? [])]
  return groups.map((group) => Number.parseInt(group, 16))
}

/** ::ffff:0:0/96 and NAT64's 64:ff9b::/96 (RFC 6052). */
function embeddedIPv4(groups: readonly number[]): string | null {
  const prefix = toText(groups.slice(0, 6))
  if (prefix !== '0:0:0:0:0:ffff' && prefix !== '64:ff9b:0:0:0:0') return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

function toText(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':')
}
