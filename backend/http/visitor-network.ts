import { networkOf } from './network-of.ts'

/** Names the visitor's network on in-process calls; dropped from external requests. */
export const visitorNetworkHeader = 'x-visitor-network'

/**
 * Adds the sender's network to the headers procedures see, under a name no HTTP header can have
 * (`public.visitor_network` reads it). In-process calls have no address and name the visitor themselves.
 */
export function withVisitorNetwork(
  headers: Readonly<Record<string, string>>,
  address: string | null,
): Readonly<Record<string, string>> {
  const { [visitorNetworkHeader]: named, ...others } = headers
  return { ...others, 'visitor network': address === null ? (named ?? networkOf('')) : networkOf(address) }
}
