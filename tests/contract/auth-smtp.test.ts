import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

/* With a mail server addresses must be confirmed, and mails travel by it. */

const received: { readonly to: string; readonly raw: string }[] = []
let smtp: SMTPServer
let backend: Backend

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? Object.assign(new Error('unknown'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  backend = await startBackend({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      GOTRUE_SMTP_ADMIN_EMAIL: 'demos@example.com',
      GOTRUE_SMTP_SENDER_NAME: 'Demos of Example',
      GOTRUE_MAILER_SUBJECTS_CONFIRMATION: 'Welcome, {{ .Data.firstName }}',
    },
  })
})

afterAll(async () => {
  await backend.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

test('a new account gets a mail with the operator’s words, and its code signs in', async () => {
  const templates = join(backend.services.config.dataDir, 'templates')
  mkdirSync(templates)
  writeFileSync(join(templates, 'confirmation.txt'), 'Hello {{ .Data.firstName }}, your code: {{ .Token }}')
  const email = `${randomUUID()}@example.com`
  const client = backend.anonClient()
  const { data } = await client.auth.signUp({
    email,
    password: 'correct horse',
    options: { data: { firstName: 'Ada' } },
  })
  expect(data.session).toBeNull()
  await backend.services.delivery.mail.settled()
  const mail = received.find(({ to }) => to === email)
  expect(mail?.raw).toMatch(/^From: Demos of Example <demos@example\.com>\r$/m)
  expect(mail?.raw).toMatch(/^Subject: Welcome, Ada\r$/m)
  const code = /Hello Ada, your code: (\d{6})/.exec(mail?.raw ?? '')?.[1] ?? ''
  expect((await client.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
  expect(await backend.services.delivery.outbox.list()).toEqual([])
})

test('an address that the mail server does not know is told to the administrator only', async () => {
  const invited = await backend.serviceClient().auth.admin.inviteUserByEmail('nobody-1@example.com')
  expect(invited.error).toMatchObject({
    status: 500,
    message: 'Error sending invite email',
  })
  const signedUp = await backend.anonClient().auth.signUp({ email: 'nobody-2@example.com', password: 'correct horse' })
  expect(signedUp.error).toBeNull()
})
