import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'

import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'

import type { SmtpConfig } from './mail-config.ts'
import { MailError } from './mailer.ts'
import { sampleMail, testMailer, type ReceivedMail } from './mailer-suite.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const config: SmtpConfig = {
  host: '127.0.0.1',
  port: 0,
  isTls: false,
  user: null,
  password: null,
  senderAddress: 'demos@example.com',
  senderName: 'Demos',
}

async function startSmtp(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map((to) => to.address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
    ...options,
  })
  // Some tests disconnect the client on purpose.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received: async () => received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

testMailer('SMTP', async () => {
  const { port, received, close } = await startSmtp()
  return { mailer: createSmtpMailer({ ...config, port }), received, close }
})

function refusal(code: number): Error {
  return Object.assign(new Error('refused'), { responseCode: code })
}

async function failureOf(port: number, settings: Partial<SmtpConfig> = {}): Promise<MailError> {
  const mailer = createSmtpMailer({ ...config, port, ...settings }, { timeoutMs: 300 })
  try {
    await mailer.send(sampleMail)
  } catch (error) {
    if (error instanceof MailError) return error
    throw error
  } finally {
    mailer.close()
  }
  throw new Error('The mail was taken')
}

describe('a mail server', () => {
  test.each([
    ['does not know the address', { onRcptTo: (_address, _session, done) => done(refusal(550)) }, false],
    ['is busy', { onRcptTo: (_address, _session, done) => done(refusal(451)) }, true],
    ['does not take the sender', { onMailFrom: (_address, _session, done) => done(refusal(553)) }, false],
    [
      'has no room for the message',
      {
        onData: (stream, _session, done) => {
          stream.resume()
          stream.on('end', () => done(refusal(452)))
        },
      },
      true,
    ],
  ] satisfies [string, SMTPServerOptions, boolean][])('that %s', async (_, options, isRetryable) => {
    const { port, received, close } = await startSmtp(options)
    expect((await failureOf(port)).isRetryable).toBe(isRetryable)
    expect(await received()).toEqual([])
    await close()
  })

  test('requires a password', async () => {
    const { port, close } = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'user' && password === 'secret' ? done(null, { user: username }) : done(refusal(535)),
    })
    expect((await failureOf(port, { user: 'user', password: 'wrong' })).isRetryable).toBe(false)
    const mailer = createSmtpMailer({ ...config, port, user: 'user', password: 'secret' })
    await mailer.send(sampleMail)
    mailer.close()
    await close()
  })

  test('that disconnects is worth a retry', async () => {
    const raw = await startRaw((socket) => socket.destroy())
    expect((await failureOf(raw.port)).isRetryable).toBe(true)
    await raw.close()
  })

  test('that stays silent times out', async () => {
    const raw = await startRaw(() => undefined)
    const startedAt = performance.now()
    expect((await failureOf(raw.port)).isRetryable).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    await raw.close()
  })

  test("that can't be reached is worth a retry", async () => {
    const raw = await startRaw(() => undefined)
    await raw.close()
    expect((await failureOf(raw.port)).isRetryable).toBe(true)
  })
})

async function startRaw(onConnection: Parameters<typeof createServer>[1] & object) {
  const sockets = new Set<{ destroy: () => void }>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
