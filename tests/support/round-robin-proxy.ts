import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface RoundRobinProxy {
  readonly url: string
  readonly close: () => Promise<void>
}

/** A load balancer: each connection goes to the next server that accepts it, and ends with it. */
export async function startRoundRobinProxy(targets: readonly { readonly url: string }[]): Promise<RoundRobinProxy> {
  const open = new Set<Socket>()
  let turn = 0

  const forward = (client: Socket, triesLeft: number): void => {
    const target = new URL(targets[turn++ % targets.length]?.url ?? '')
    const server = connect({ host: '127.0.0.1', port: Number(target.port) })
    open.add(server)
    server.once('connect', () => {
      client.pipe(server).pipe(client)
      client.resume()
    })
    let isConnected = false
    server.once('connect', () => (isConnected = true))
    server.on('error', () => undefined)
    server.once('close', () => {
      open.delete(server)
      if (!isConnected && triesLeft > 1 && !client.destroyed) forward(client, triesLeft - 1)
      else client.destroy()
    })
    client.once('close', () => server.destroy())
  }

  const proxy = createServer((client) => {
    open.add(client)
    client.pause()
    client.on('error', () => undefined)
    client.once('close', () => open.delete(client))
    forward(client, targets.length)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of open) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
