import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { sampleMail, testMailer } from './mailer-suite.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import { createOutbox } from './outbox.ts'

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'understudy-outbox-'))
}

testMailer('the outbox', async () => {
  const folder = emptyFolder()
  return {
    mailer: createOutboxMailer(createOutbox(folder, () => Date.UTC(2026, 10, 21))),
    received: async () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map((name) => {
          const raw = readFileSync(join(folder, name), 'utf8')
          return { raw, to: [/^To: (.*)\r$/m.exec(raw)?.[1] ?? ''] }
        }),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
})

test('lists the newest entry first, readable by its owner only', async () => {
  const folder = emptyFolder()
  const outbox = createOutbox(folder, () => 0)
  const mailer = createOutboxMailer(outbox)
  for (const code of ['1', '2', '3']) await mailer.send({ ...sampleMail, note: { ...sampleMail.note, code } })
  expect((await outbox.list()).map((entry) => entry.code)).toEqual(['3', '2', '1'])
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})

test('ignores foreign files in the folder', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'a.json'), '{')
  writeFileSync(join(folder, 'b.json'), '{"channel":"pigeon"}')
  expect(await createOutbox(folder, () => 0).list()).toEqual([])
  expect(await createOutbox(join(folder, 'missing'), () => 0).list()).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})
