import { WebSocket, type ClientOptions } from 'ws'

import { allowedUrl, publicLookup } from './outbound-fetch.ts'

export interface OutboundSocketOptions {
  readonly headers: Readonly<Record<string, string>>
  /** Off where addresses come from users, who must not reach our internal network. */
  readonly mayCallPrivateAddresses: boolean
  /** How long the handshake may take. */
  readonly openMs: number
  /** Larger messages close the connection. */
  readonly bytesMax: number
}

/** Opens a WebSocket to a provider, with the same guard as outbound fetches. Throws an OutboundError when forbidden. */
export function openOutboundSocket(address: string, options: OutboundSocketOptions): WebSocket {
  const { headers, mayCallPrivateAddresses, openMs, bytesMax } = options
  const url = allowedUrl(address.replace(/^ws/, 'http'), mayCallPrivateAddresses)
  const clientOptions: ClientOptions = {
    headers,
    handshakeTimeout: openMs,
    maxPayload: bytesMax,
    followRedirects: false,
    perMessageDeflate: false,
    ...(!mayCallPrivateAddresses && { lookup: publicLookup }),
  }
  return new WebSocket(url.href.replace(/^http/, 'ws'), clientOptions)
}
