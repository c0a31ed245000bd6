import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

export interface PostLoad {
  /** Requests answered 201, per second. */
  readonly perSecond: number
  /** From the request's last byte to the answer's, in milliseconds. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly answered: number
}

export interface PostLoadOptions {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly forMs: number
  /** The next request's body. */
  readonly body: () => string
}

/**
 * Posts over keep-alive sockets, sending the next request when the last is answered. Speaks minimal HTTP, because the
 * client shares the machine with the server under test. Any answer but 201 ends the run.
 */
export async function postLoad(options: PostLoadOptions): Promise<PostLoad> {
  const { port, path, headers, connections, forMs, body } = options
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...Object.entries({ ...headers, 'content-type': 'application/json' }).map(([name, value]) => `${name}: ${value}`),
    'content-length: ',
  ].join('\r\n')
  const times: number[] = []
  const startedAt = performance.now()
  const end = startedAt + forMs
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      await once(socket, 'connect')
      return socket
    }),
  )
  await Promise.all(sockets.map((socket) => postOn(socket)))
  const seconds = (performance.now() - startedAt) / 1_000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), answered: times.length }

  function postOn(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let answer = ''
      let sentAt = 0
      const post = () => {
        const text = body()
        sentAt = performance.now()
        socket.write(`${head}${Buffer.byteLength(text)}\r\n\r\n${text}`)
      }
      socket.setEncoding('latin1')
      socket.on('error', reject)
      socket.on('data', (chunk: string) => {
        answer += chunk
        if (!isWhole(answer)) return
        if (!answer.startsWith('HTTP/1.1 201')) return reject(new Error(`Answered ${answer.slice(0, 400)}`))
        answer = ''
        const now = performance.now()
        times.push(now - sentAt)
        if (now < end) return post()
        socket.destroy()
        resolve()
      })
      post()
    })
  }
}

/** Both servers' 201 answers have no body, declared in different ways. */
function isWhole(answer: string): boolean {
  return answer.endsWith('\r\n\r\n')
}
