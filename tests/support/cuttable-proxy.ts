import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CuttableProxy {
  readonly port: number
  /** Drops all traffic silently: connections stay open, new ones are accepted without an answer. */
  readonly cut: () => void
  /** New connections work again. Cut ones stay dead, as behind a router that forgot them. */
  readonly mend: () => void
  readonly close: () => Promise<void>
}

/** A network between a server and its database that can be cut. */
export async function startCuttableProxy(target: {
  readonly host: string
  readonly port: number
}): Promise<CuttableProxy> {
  const open = new Set<Socket>()
  let isCut = false
  const proxy = createServer((client) => {
    open.add(client)
    client.on('error', () => undefined)
    client.once('close', () => open.delete(client))
    if (isCut) return void client.pause()
    const server = connect(target)
    open.add(server)
    server.on('error', () => undefined)
    server.once('close', () => {
      open.delete(server)
      if (!isCut) client.destroy()
    })
    client.once('close', () => server.destroy())
    client.pipe(server).pipe(client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      for (const socket of open) {
        socket.unpipe()
        socket.pause()
      }
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
