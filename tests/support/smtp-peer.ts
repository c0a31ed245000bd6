import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { SMTPServer } from 'smtp-server'

export interface PeerMail {
  readonly to: string
  readonly raw: string
}

/** A mail server on loopback. It rejects addresses starting with `nobody`. */
export interface SmtpPeer {
  /** Settings of a server that mails through it. */
  readonly env: Readonly<Record<string, string>>
  readonly received: readonly PeerMail[]
  /** `hang`: a mail is started and never finished. */
  mode: 'take' | 'hang'
  /** Resolves when a mail to this address is started. */
  readonly begun: (to: string) => Promise<void>
  /** The mail to an address, once it has come. */
  readonly mailTo: (to: string) => Promise<PeerMail>
  readonly close: () => Promise<void>
}

export async function startSmtpPeer(): Promise<SmtpPeer> {
  const received: PeerMail[] = []
  const asked = new Set<string>()
  const waiting = new Set<() => void>()
  const wake = (): void => waiting.forEach((look) => look())
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      asked.add(address)
      wake()
      if (peer.mode === 'hang') return
      done(address.startsWith('nobody') ? Object.assign(new Error('unknown'), { responseCode: 550 }) : null)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw: Buffer.concat(chunks).toString('utf8') })
        done()
        wake()
      })
    },
  })
  // A killed sender hangs up silently.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')

  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = find()
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const peer: SmtpPeer = {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
      GOTRUE_SMTP_ADMIN_EMAIL: 'demos@example.com',
    },
    received,
    mode: 'take',
    begun: async (to) => {
      await until(() => asked.has(to) || undefined)
    },
    mailTo: (to) => until(() => received.find((mail) => mail.to === to)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return peer
}
