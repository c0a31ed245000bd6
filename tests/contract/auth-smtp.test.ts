import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'
import { startSmtpPeer, type SmtpPeer } from '#support/smtp-peer.ts'

/* With a mail server, addresses must be confirmed and mails are sent through it. */

let smtp: SmtpPeer
let backend: Backend

beforeAll(async () => {
  smtp = await startSmtpPeer()
  backend = await startBackend({
    env: {
      ...smtp.env,
      GOTRUE_SMTP_SENDER_NAME: 'Demos of Example',
      GOTRUE_MAILER_SUBJECTS_CONFIRMATION: 'Welcome, {{ .Data.firstName }}',
    },
  })
})

afterAll(async () => {
  await backend.close()
  await smtp.close()
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
  const mail = await smtp.mailTo(email)
  expect(mail.raw).toMatch(/^From: Demos of Example <demos@example\.com>\r$/m)
  expect(mail.raw).toMatch(/^Subject: Welcome, Ada\r$/m)
  const code = /Hello Ada, your code: (\d{6})/.exec(mail.raw)?.[1] ?? ''
  expect((await client.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
  expect(await backend.services.delivery.outbox.list()).toEqual([])
})

test('only the administrator learns of an address the mail server rejects', async () => {
  const invited = await backend.serviceClient().auth.admin.inviteUserByEmail('nobody-1@example.com')
  expect(invited.error).toMatchObject({
    status: 500,
    message: 'Error sending invite email',
  })
  const signedUp = await backend.anonClient().auth.signUp({ email: 'nobody-2@example.com', password: 'correct horse' })
  expect(signedUp.error).toBeNull()
})
