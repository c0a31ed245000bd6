import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly code: string
  readonly link: string
}

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string
  /** The next unread mail to an address; waits up to half a minute. */
  readonly take: (to: string) => Promise<ReceivedMail>
  /** How many mails an address has got. */
  readonly countOf: (to: string) => number
  readonly close: () => Promise<void>
}

/** A mail server on loopback that stores its mail. */
export async function startMailServer(): Promise<MailServer> {
  const waiting: ReceivedMail[] = []
  const counts = new Map<string, number>()
  const takers = new Set<() => void>()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        waiting.push(readMail(to, Buffer.concat(chunks).toString('utf8')))
        counts.set(to, (counts.get(to) ?? 0) + 1)
        done()
        for (const taker of takers) taker()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    take: (to) =>
      new Promise((resolve, reject) => {
        const tooLate = setTimeout(() => reject(new Error(`No further mail has come to ${to}.`)), 30_000)
        const taker = () => {
          const index = waiting.findIndex((mail) => mail.to === to)
          if (index === -1) return
          clearTimeout(tooLate)
          takers.delete(taker)
          const [mail] = waiting.splice(index, 1)
          if (mail !== undefined) resolve(mail)
        }
        takers.add(taker)
        taker()
      }),
    countOf: (to) => counts.get(to) ?? 0,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}

/** A mail's visible text: the first text part, unwrapped from quoted-printable. */
function readMail(to: string, raw: string): ReceivedMail {
  const text = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return {
    to,
    subject: /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '',
    code: /code: (\d+)/.exec(text)?.[1] ?? '',
    link: /(https?:\S+\/auth\/v1\/verify\S+)/.exec(text)?.[1] ?? '',
  }
}
