import { describe, expect, test } from 'vitest'

import type { Mail, Mailer } from './mailer.ts'

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly raw: string
}

/** The contract of every mailer. `received` returns the delivered mails in order. */
export function testMailer(
  name: string,
  open: () => Promise<{ mailer: Mailer; received: () => Promise<readonly ReceivedMail[]>; close: () => Promise<void> }>,
): void {
  describe(`${name} as a mailer`, () => {
    async function withMailer(
      run: (mailer: Mailer, received: () => Promise<readonly ReceivedMail[]>) => Promise<void>,
    ): Promise<void> {
      const { mailer, received, close } = await open()
      try {
        await run(mailer, received)
      } finally {
        mailer.close()
        await close()
      }
    }

    test('delivers text and HTML to one address', () =>
      withMailer(async (mailer, received) => {
        await mailer.send(sampleMail)
        const [mail] = await received()
        expect(mail?.to).toEqual(['ada@example.com'])
        expect(mail?.raw).toMatch(/^To: ada@example\.com\r$/m)
        expect(mail?.raw).toMatch(/^Subject: Your code\r$/m)
        expect(mail?.raw).toContain('multipart/alternative')
        expect(mail?.raw).toContain('Enter 123456')
        expect(mail?.raw).toContain('<p>Enter <strong>123456</strong></p>')
      }))

    test('keeps text in any script', () =>
      withMailer(async (mailer, received) => {
        await mailer.send({ ...sampleMail, subject: 'Grüße 東京', text: 'Grüße 東京' })
        const [mail] = await received()
        const encoded = /^Subject: (.+(?:\r\n .+)*)\r$/m.exec(mail?.raw ?? '')?.[1] ?? ''
        expect(decodeWords(encoded)).toBe('Grüße 東京')
      }))

    test('refuses injected headers and recipients', () =>
      withMailer(async (mailer, received) => {
        await mailer.send({ ...sampleMail, subject: 'Hello\r\nBcc: eve@example.com' })
        const [mail] = await received()
        expect(mail?.to).toEqual(['ada@example.com'])
        expect(mail?.raw).not.toMatch(/^Bcc:/im)
      }))

    test('delivers several in parallel', () =>
      withMailer(async (mailer, received) => {
        await Promise.all(
          Array.from({ length: 5 }, (_, at) => mailer.send({ ...sampleMail, to: `a${at}@example.com` })),
        )
        const to = (await received()).flatMap((mail) => mail.to)
        expect(to.toSorted()).toEqual([
          'a0@example.com',
          'a1@example.com',
          'a2@example.com',
          'a3@example.com',
          'a4@example.com',
        ])
      }))
  })
}

export const sampleMail: Mail = {
  to: 'ada@example.com',
  subject: 'Your code',
  text: 'Enter 123456',
  html: '<p>Enter <strong>123456</strong></p>',
  note: { kind: 'reauthentication', link: null, code: '123456' },
}

function decodeWords(header: string): string {
  const bytes = header
    .replaceAll(/\r\n /g, ' ')
    .split(' ')
    .map((word) => {
      const [, kind = '', content = ''] = /^=\?utf-8\?([bq])\?(.*)\?=$/i.exec(word) ?? []
      if (kind.toLowerCase() === 'b') return Buffer.from(content, 'base64')
      return Buffer.from(
        content
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
    })
  return Buffer.concat(bytes).toString('utf8')
}
