import { Agent, createServer, request as send } from 'node:http'

import { listenOnLoopback } from './listen-on-loopback.ts'

export interface RoundRobin {
  readonly url: string
  /** Checks every server's health, and from then on sends requests to healthy ones only. */
  readonly check: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A proxy that gives each request to the next server, for any sender. No retries. */
export async function startRoundRobin(targets: readonly string[]): Promise<RoundRobin> {
  let healthy = targets
  let turn = 0
  let [asked, heard] = [0, 0]
  const agent = new Agent({ keepAlive: true })
  const proxy = createServer((incoming, outgoing) => {
    const target = new URL(healthy[(turn += 1) % healthy.length] ?? '')
    const { method, url: path, headers } = incoming
    const forwarded = send({ agent, host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  const { origin, close } = await listenOnLoopback(proxy)
  return {
    url: origin,
    check: async () => {
      const check = (asked += 1)
      const states = await Promise.all(
        targets.map(async (target) => {
          const answer = await fetch(`${target}/healthz`).catch(() => null)
          await answer?.body?.cancel()
          return answer?.status === 200
        }),
      )
      // Ignores a slow check that a newer one has overtaken.
      if (check < heard) return
      heard = check
      // If none is healthy, any will do, as with most proxies.
      healthy = states.includes(true) ? targets.filter((_, index) => states[index]) : targets
    },
    close: async () => {
      agent.destroy()
      await close()
    },
  }
}
