import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts the server on a free port; `end` also closes its connections. */
export async function startServer(server: Server): Promise<{ readonly port: number; readonly end: () => void }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const end = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { port, end }
}
