import pino from 'pino'
import { expect, test } from 'vitest'

import { createMailQueue } from './mail-queue.ts'
import { MailError, type Mailer } from './mailer.ts'
import { sampleMail } from './mailer-suite.ts'

/** Fails as often as told, and notes each attempt. */
function mailerFailing(...failures: readonly MailError[]) {
  const left = [...failures]
  const attempts: string[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      attempts.push(mail.to)
      const failure = left.shift()
      if (failure !== undefined) throw failure
    },
    close: () => undefined,
  }
  return { mailer, attempts }
}

function logLines() {
  const lines: { kind?: string }[] = []
  const log = pino(
    { level: 'error' },
    { write: (line: string) => void lines.push(JSON.parse(line) as { kind?: string }) },
  )
  return { lines, log }
}

const busy = new MailError('busy', true)
const unknown = new MailError('unknown address', false)

test('a busy server is asked again', async () => {
  const { mailer, attempts } = mailerFailing(busy, busy)
  const { lines, log } = logLines()
  const queue = createMailQueue(mailer, log, [0, 0, 0])
  queue.post(Promise.resolve(sampleMail), 'recovery')
  await queue.settled()
  expect(attempts).toHaveLength(3)
  expect(lines).toEqual([])
})

test('one that stays busy is given up, and the log says so, without the address', async () => {
  const { mailer, attempts } = mailerFailing(busy, busy, busy)
  const { lines, log } = logLines()
  const queue = createMailQueue(mailer, log, [0, 0])
  queue.post(Promise.resolve(sampleMail), 'recovery')
  await queue.settled()
  expect(attempts).toHaveLength(3)
  expect(lines).toMatchObject([{ kind: 'recovery' }])
  expect(JSON.stringify(lines)).not.toContain(sampleMail.to)
})

test('an address that nobody knows is not tried twice', async () => {
  const { mailer, attempts } = mailerFailing(unknown)
  const queue = createMailQueue(mailer, logLines().log, [0, 0])
  queue.post(Promise.resolve(sampleMail), 'recovery')
  await queue.settled()
  expect(attempts).toHaveLength(1)
})

test('whoever waits learns of the failure at once', async () => {
  const { mailer } = mailerFailing(busy)
  await expect(createMailQueue(mailer, logLines().log).send(sampleMail)).rejects.toBe(busy)
})

test('closing does not wait for another attempt', async () => {
  const { mailer, attempts } = mailerFailing(busy, busy, busy, busy)
  const queue = createMailQueue(mailer, logLines().log, [3_600_000])
  queue.post(Promise.resolve(sampleMail), 'recovery')
  await queue.close()
  expect(attempts.length).toBeLessThanOrEqual(2)
})
