import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackServer {
  /** http://127.0.0.1:port */
  readonly origin: string
  /** Also closes open connections. */
  readonly close: () => Promise<void>
}

/** Serves on a port of 127.0.0.1 that the system chooses. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
