import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'

export interface CuttingProxy {
  readonly databaseUrl: string
  /** From now on commit confirmations are dropped, and nothing else. */
  cutConfirmations: (isOn: boolean) => void
  stop: () => Promise<void>
}

/** Proxies a PostgreSQL and can drop part of its answers. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  let isCutting = false
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    client.pipe(upstream)
    let rest = Buffer.alloc(0)
    upstream.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      // A message is a letter and a length that excludes the letter.
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, rest.readInt32BE(1) + 1)
        rest = rest.subarray(message.length)
        if (!isCutting || message.toString('latin1', 5) !== 'COMMIT\0') client.write(message)
      }
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = new URL(databaseUrl)
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  return {
    databaseUrl: address.href,
    cutConfirmations: (isOn) => {
      isCutting = isOn
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
