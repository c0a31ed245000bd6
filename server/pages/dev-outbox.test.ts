import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Hono } from 'hono'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openDelivery } from '#backend/open-delivery.ts'
import type { AppEnv } from '#backend/http/app-env.ts'
import type { Environment } from '#backend/settings/settings-reader.ts'
import { loadConfig } from '#server/settings/config.ts'
import { absentDatabase, absentFileStore } from '#server/backend-access/absent-backend.ts'
import { createServices } from '#server/create-services.ts'

import { devOutbox, outboxLink } from './dev-outbox.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-outbox-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(environment: Environment = {}) {
  const config = loadConfig({ DATA_DIR: folder, ...environment })
  const log = pino({ level: 'silent' })
  const now = (): number => Date.UTC(2026, 10, 21)
  const database = absentDatabase()
  const delivery = openDelivery({ config, log, now, database })
  const services = createServices({ config, log, now, delivery, database, files: absentFileStore() })
  const app = new Hono<AppEnv>().get('/dev/outbox', devOutbox(services))
  const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', path = '/dev/outbox') =>
    app.request(path, { headers: { host: 'localhost:3000', ...headers } }, { incoming: { socket: { remoteAddress } } })
  /** The same from a browser that has opened the link. */
  const read = async (): Promise<Response> => {
    const opened = await ask({}, '127.0.0.1', (outboxLink(config) ?? '').replace(config.publicUrl, ''))
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/dev/outbox'])
    const cookie = opened.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/; Path=\/dev\/outbox; HttpOnly; SameSite=Strict$/)
    return ask({ cookie: cookie.replace(/;.*/, '') })
  }
  return { ask, read, delivery, config }
}

const mail = {
  to: 'ada@example.com',
  subject: '<script>alert(1)</script>',
  text: 'Hello & welcome',
  html: '<p>Hello</p>',
  note: { kind: 'recovery', link: 'http://localhost:3000/auth/v1/verify?token=a&type=recovery', code: '123456' },
}

describe('the outbox page', () => {
  test('shows each message with its link and code, as text', async () => {
    const { read, delivery } = start()
    await delivery.mail.send(mail)
    await delivery.smsSender.send({ to: '4915112345', text: 'Your code is 654321', channel: 'sms', code: '654321' })
    const answer = await read()
    const page = await answer.text()
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(page).toContain('href="http://localhost:3000/auth/v1/verify?token=a&amp;type=recovery"')
    expect(page).toContain('123456')
    expect(page).toContain('654321')
    expect(page).not.toContain('<script>')
    expect(page).toContain('&lt;script&gt;')
    expect(page.indexOf('654321')).toBeLessThan(page.indexOf('123456'))
  })

  test('is closed to a browser without the printed link', async () => {
    const { ask, delivery } = start()
    await delivery.mail.send(mail)
    for (const path of ['/dev/outbox', '/dev/outbox?token=', '/dev/outbox?token=guessed']) {
      const answer = await ask({ host: '127.0.0.1', cookie: 'understudy-outbox=guessed' }, '127.0.0.1', path)
      expect(answer.status).toBe(403)
      expect(await answer.text()).not.toContain('ada@example.com')
    }
  })

  test('rejects the link of another installation', async () => {
    const { ask } = start()
    const other = loadConfig({ DATA_DIR: folder, JWT_SECRET: 'x'.repeat(40) })
    const path = (outboxLink(other) ?? '').replace(other.publicUrl, '')
    expect((await ask({}, '127.0.0.1', path)).status).toBe(403)
  })

  test('has no link when the page is off', () => {
    expect(outboxLink(loadConfig({ DATA_DIR: folder, PUBLIC_URL: 'https://demos.example' }))).toBeNull()
    expect(outboxLink(loadConfig({ DATA_DIR: folder, HOST: '0.0.0.0' }))).toBeNull()
  })

  test.each([
    ['at a public address', {}, '127.0.0.1', { PUBLIC_URL: 'https://demos.example' }],
    [
      'at a public address, by a bare loopback name',
      { host: '127.0.0.1' },
      '127.0.0.1',
      { PUBLIC_URL: 'https://demos.example' },
    ],
    ['from another machine', {}, '192.0.2.7', {}],
    ['through a proxy', { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1', {}],
    ['by a name that somebody gave our address', { host: 'evil.example' }, '127.0.0.1', {}],
    ['where other machines reach the server', {}, '127.0.0.1', { HOST: '0.0.0.0' }],
    ['with a mail server', {}, '127.0.0.1', { SMTP_URL: 'smtp://localhost', GOTRUE_SMTP_ADMIN_EMAIL: 'a@example.com' }],
  ])('is not there %s', async (_, headers, remote, environment) => {
    expect((await start(environment).ask(headers, remote)).status).toBe(404)
  })
})
