import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { Agent as PlainAgent, request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as TlsAgent, request as requestTls } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ReadableStream as StreamFactory } from 'node:stream/web'

export interface OutboundOptions {
  /** Off where addresses come from users, who must not reach our internal network. */
  readonly mayCallPrivateAddresses: boolean
  /** With all redirects. */
  readonly timeoutMs?: number
  readonly bytesMax?: number
  /** Reuses connections for a few seconds, for speech calls, whose handshakes would be audible. */
  readonly keepsConnections?: boolean
}

export type OutboundFetch = (url: string, init?: OutboundInit) => Promise<Response>

export interface OutboundInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | null
  /** `follow` follows up to three redirects of a GET, checking each. */
  readonly redirect?: 'follow' | 'manual'
  /** Ends the call early. */
  readonly signal?: AbortSignal
}

/** A forbidden address, or a response that was too slow or too large. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
}

/**
 * Fetches URLs that come from settings, administrators or other servers. Checks the address on connecting, which
 * defeats DNS rebinding.
 */
export function createOutboundFetch(options: OutboundOptions): OutboundFetch {
  return async (url, init = {}) => {
    const late = AbortSignal.timeout(options.timeoutMs ?? 8_000)
    const signal = init.signal === undefined ? late : AbortSignal.any([late, init.signal])
    let address = url
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(address, init, options, signal)
      const location = response.headers.get('location')
      const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null
      if (!isRedirect || init.redirect !== 'follow' || (init.method ?? 'GET') !== 'GET') return response
      if (redirects === redirectsMax) throw new OutboundError('The URL redirects too often')
      if (!URL.canParse(location, address)) throw new OutboundError('The URL redirects to no address')
      address = new URL(location, address).href
    }
  }
}

/** Whether an IP address is outside the public internet. */
export function isPrivateAddress(address: string): boolean {
  const plain = mappedIpv4(address) ?? address
  return isIP(plain) === 4 ? privateNetworks.ipv4.check(plain, 'ipv4') : privateNetworks.ipv6.check(plain, 'ipv6')
}

/**
 * The same guard with a body that streams, for clients that bring their own `fetch` calls. Times out by the caller's
 * signal; follows no redirects.
 */
export function createOutboundStream(options: Omit<OutboundOptions, 'timeoutMs'>): typeof fetch {
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input)
    const headers = Object.fromEntries(new Headers(init.headers))
    const { body = null, signal = null } = init
    if (body !== null && typeof body !== 'string') throw new OutboundError('Only text can be sent')
    const incoming = await open(address, { method: init.method ?? 'GET', headers, body }, options, signal)
    const stream = StreamFactory.from(chunksOf(incoming, options.bytesMax ?? 1024 * 1024))
    return toResponse(incoming, stream as ReadableStream<Uint8Array<ArrayBuffer>>)
  }
}

/** A response with a streamed body. */
export interface OutboundAnswer {
  readonly status: number
  /** The media type in lower case, without parameters; '' if missing. */
  readonly mediaType: string
  /** The Retry-After header; null if missing. */
  readonly retryAfter: string | null
  readonly body: AsyncIterable<Uint8Array>
}

/** The same guard for many small streams, without the cost of a Response and a web stream for each. */
export function createOutboundCall(options: Omit<OutboundOptions, 'timeoutMs'>) {
  return async (url: string, init: OutboundInit, signal: AbortSignal): Promise<OutboundAnswer> => {
    const incoming = await open(url, init, options, signal)
    return {
      status: incoming.statusCode ?? 502,
      mediaType: (incoming.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      retryAfter: incoming.headers['retry-after'] ?? null,
      body: chunksOf(incoming, options.bytesMax ?? 1024 * 1024),
    }
  }
}

async function send(
  address: string,
  init: OutboundInit,
  options: OutboundOptions,
  signal: AbortSignal,
): Promise<Response> {
  const { bytesMax = 1024 * 1024 } = options
  try {
    const incoming = await open(address, init, options, signal)
    const chunks: Uint8Array[] = []
    for await (const chunk of chunksOf(incoming, bytesMax)) chunks.push(chunk)
    return toResponse(incoming, new Uint8Array(Buffer.concat(chunks)))
  } catch (error) {
    if (error instanceof OutboundError) throw error
    if (signal.aborted) throw new OutboundError('The address did not answer in time', { cause: error })
    throw new OutboundError('The address could not be reached', { cause: error })
  }
}

/** The address as a URL; throws an OutboundError if it is forbidden. Host names are checked on connecting. */
export function allowedUrl(address: string, mayCallPrivateAddresses: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    throw new OutboundError('The URL is not http or https')
  }
  if (mayCallPrivateAddresses) return url
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (url.protocol !== 'https:') throw new OutboundError('Only https URLs are allowed')
  if (isIP(host) !== 0 && isPrivateAddress(host)) {
    throw new OutboundError('The address is not on the public internet')
  }
  return url
}

/** Sends a request to an allowed address; resolves when the response's headers have arrived. */
function open(
  address: string,
  init: OutboundInit,
  options: OutboundOptions,
  signal: AbortSignal | null,
): Promise<IncomingMessage> {
  const { mayCallPrivateAddresses, keepsConnections = false } = options
  let url: URL
  try {
    url = allowedUrl(address, mayCallPrivateAddresses)
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new OutboundError('The URL is not http or https'))
  }
  const requestOptions: RequestOptions = {
    method: init.method ?? 'GET',
    headers: { 'accept-encoding': 'identity', ...init.headers },
    ...(signal !== null && { signal }),
    agent: keepsConnections ? keptConnections(url.protocol, mayCallPrivateAddresses) : false,
    ...(!mayCallPrivateAddresses && { lookup: publicLookup }),
  }
  return new Promise((settle, reject) => {
    const request = (url.protocol === 'https:' ? requestTls : requestPlain)(url, requestOptions, (incoming) => {
      isAnswered = true
      settle(incoming)
    })
    let isAnswered = false
    request.on('error', (error) => {
      // The server closed the kept-alive connection before it handled the request.
      const isStale = request.reusedSocket && !isAnswered && 'code' in error && error.code === 'ECONNRESET'
      if (!isStale || signal?.aborted === true) return reject(error)
      open(address, init, { ...options, keepsConnections: false }, signal).then(settle, reject)
    })
    request.end(init.body ?? undefined)
  })
}

/** Separate agents per policy, so that a reused connection can't bypass the guard. */
function keptConnections(protocol: string, mayCallPrivateAddresses: boolean): PlainAgent {
  const kept = connections[mayCallPrivateAddresses ? 'any' : 'public']
  return protocol === 'https:' ? kept.tls : kept.plain
}

/** Minimum read-ahead, so that audio nobody has asked for yet arrives in few large pieces. */
const readAheadBytes = 1
const keptOptions = { keepAlive: true, maxFreeSockets: 200, timeout: 10_000, highWaterMark: readAheadBytes }
const connections = {
  any: { plain: new PlainAgent(keptOptions), tls: new TlsAgent(keptOptions) },
  public: { plain: new PlainAgent(keptOptions), tls: new TlsAgent(keptOptions) },
}

/**
 * A DNS lookup that refuses names with any private address. Asks the name servers itself: the system's own lookups take
 * turns in two threads, so a few names whose server never answers would keep everybody's waiting for minutes.
 */
export function createPublicLookup(names: Resolver): LookupFunction {
  return (hostname, { family, all }, callback) => {
    findPublicAddresses(names, hostname).then(
      (found) => {
        const addresses = found.filter((each) => (family !== 4 && family !== 6) || each.family === family)
        const [first] = addresses
        if (first === undefined) callback(new OutboundError('The name has no address'), '', 4)
        else if (all === true) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, '', 4),
    )
  }
}

async function findPublicAddresses(names: Resolver, hostname: string): Promise<readonly LookupAddress[]> {
  const isOurs = /(?:^|\.)localhost\.?$/i.test(hostname)
  const [four, six] = isOurs ? [] : await Promise.allSettled([names.resolve4(hostname), names.resolve6(hostname)])
  const addresses = [
    ...(four?.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six?.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (isOurs || addresses.some(({ address }) => isPrivateAddress(address))) {
    throw new OutboundError('The address is not on the public internet')
  }
  return addresses
}

export const publicLookup = createPublicLookup(new Resolver({ timeout: 2_000, tries: 2 }))

async function* chunksOf(incoming: IncomingMessage, bytesMax: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > bytesMax) throw new OutboundError('The answer is too large')
    yield chunk
  }
}

function toResponse(
  incoming: IncomingMessage,
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  const headers = new Headers()
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
  }
  const status = incoming.statusCode ?? 502
  const hasBody = status >= 200 && ![204, 205, 304].includes(status)
  return new Response(hasBody ? body : null, { status: status < 200 ? 502 : status, headers })
}

/** The IPv4 address inside an IPv4-mapped or NAT64 address. */
function mappedIpv4(address: string): string | null {
  if (isIP(address) !== 6) return null
  const canonical = new URL(`http://[${address.split('%', 1)[0] ?? ''}]`).hostname.slice(1, -1)
  const groups = /^(?:::ffff:|::|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)
  if (groups === null) return null
  const high = Number.parseInt(groups[1] ?? '0', 16)
  const low = Number.parseInt(groups[2] ?? '0', 16)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

const redirectsMax = 3

// Two lists, because one would match IPv4 addresses against IPv6 rules.
const privateNetworks = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.ipv4.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 8],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateNetworks.ipv6.addSubnet(network, prefix, 'ipv6')
}
