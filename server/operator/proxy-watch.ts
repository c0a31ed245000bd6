import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

import { createProxyCheck, plainAddress } from '#backend/http/client-address.ts'
import { isLoopback } from '#server/settings/loopback.ts'
import type { ServerBase } from '#server/services.ts'

/** Detects a proxy missing from TRUSTED_PROXY: behind it all visitors look like one, for every limit and figure. */
export interface ProxyWatch {
  /** Call for every request. */
  readonly see: (request: Pick<IncomingMessage, 'headers' | 'socket'>) => void
  /** What to change, for the user of this connection; null if nothing. */
  readonly advice: (
    remote: string,
    headers: Pick<IncomingHttpHeaders, 'host' | 'x-forwarded-for' | 'forwarded'>,
  ) => string | null
  /** Whether the settings or a request show a missing proxy. */
  readonly isWorried: () => boolean
  /** Requests whose X-Forwarded-For or Forwarded was ignored. */
  readonly ignored: () => number
}

/** Warns at once if the settings alone show the mistake. */
export function createProxyWatch({ config, log }: Pick<ServerBase, 'config' | 'log'>): ProxyWatch {
  const { publicUrl, isPublicUrlSet, trustedProxies } = config
  const isTrusted = createProxyCheck(trustedProxies)
  const isProxyMissing = isPublicUrlSet && trustedProxies.length === 0 && !isLoopback(new URL(publicUrl).hostname)
  let ignored = 0
  if (isProxyMissing)
    log.warn({ publicUrl }, 'TRUSTED_PROXY is not set: behind a proxy all visitors would count as one')

  function adviceFor(address: string): string {
    return `TRUSTED_PROXY=${[...trustedProxies, address].join(',')}`
  }

  return {
    see: ({ headers, socket }) => {
      if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return
      const peer = plainAddress(socket.remoteAddress ?? '')
      // Trusted proxies, and which of their headers to read.
      if (isTrusted(peer) && headers['x-forwarded-for'] !== undefined) return
      ignored += 1
      if (ignored > 1) return
      if (isTrusted(peer)) {
        log.warn({ peer }, 'A proxy sends Forwarded, which is not supported: make it send X-Forwarded-For')
      } else {
        log.warn(
          { peer, setting: adviceFor(peer) },
          'X-Forwarded-For is ignored because TRUSTED_PROXY does not name the sender; if that is your proxy, all visitors count as one',
        )
      }
    },
    advice: (remote, headers) => {
      const peer = plainAddress(remote)
      if (peer === '' || (isTrusted(peer) && headers['x-forwarded-for'] !== undefined)) return null
      const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
      // This server doesn't speak TLS, so an https request came through a proxy, which must name the client.
      const isBehindTls = isPublicUrlSet && publicUrl === `https://${headers.host ?? ''}`
      if (!isTrusted(peer) && (isForwarded || isBehindTls)) return adviceFor(peer)
      return null
    },
    isWorried: () => isProxyMissing || ignored > 0,
    ignored: () => ignored,
  }
}
