import { networkOf } from './network-of.ts'

/** Names the visitor's network on a call that our own server makes for them. From anybody else it is dropped. */
export const visitorNetworkHeader = 'x-visitor-network'

/**
 * The headers that procedures see, with the network of whoever sent them in a field whose name no HTTP header can have
 * (`public.visitor_network` reads it). A call made in process has no address, and says itself whom it is for.
 */
export function withVisitorNetwork(
  headers: Readonly<Record<string, string>>,
  address: string | null,
): Readonly<Record<string, string>> {
  const { [visitorNetworkHeader]: named, ...others } = headers
  return { ...others, 'visitor network': address === null ? (named ?? networkOf('')) : networkOf(address) }
}
