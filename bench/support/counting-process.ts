import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/* The anchor of bench/tracking.ts, in its own process: reads, parses and counts events, and stores none. */
let counted = 0
const server = createServer((incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    counted += Array.isArray(body) ? body.length : 1
    response.writeHead(201, { 'x-counted': counted, 'content-length': 0 }).end()
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
