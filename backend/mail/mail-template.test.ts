import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { mailTemplateNames } from './mail-config.ts'
import { renderMail, type MailValues } from './mail-template.ts'

const values: MailValues = {
  ConfirmationURL: 'https://demos.example.com/auth/v1/verify?token=a&type=b',
  Token: '123456',
  TokenHash: 'abcdef',
  SiteURL: 'https://demos.example.com',
  RedirectTo: 'https://demos.example.com/next',
  Email: 'ada@example.com',
  NewEmail: 'new@example.com',
  SendingTo: 'ada@example.com',
  Data: { firstName: '<b>"Ada" & co</b>', nested: { city: 'London' } },
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-templates-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each(mailTemplateNames)('%s has its code and any link in text and HTML', async (name) => {
  const mail = await renderMail(name, values, { operatorFolder: folder })
  expect(mail.subject).not.toBe('')
  expect(mail.subject + mail.text + mail.html).not.toContain('{{')
  expect(mail.text).toContain('123456')
  expect(mail.html).toContain('123456')
  expect(mail.text.includes(values.ConfirmationURL)).toBe(name !== 'reauthentication')
  expect(mail.html.includes('verify?token=a&#38;type=b"')).toBe(name !== 'reauthentication')
})

test("an operator's template replaces ours and escapes its values", async () => {
  writeFileSync(
    join(folder, 'recovery.html'),
    '<p title="{{ .Data.firstName }}">{{.Data.firstName}} {{ .Data.nested.city }}</p>',
  )
  const mail = await renderMail('recovery', values, {
    operatorFolder: folder,
    subject: '{{ .Data.firstName }}\r\nBcc: x',
  })
  const escaped = '&#60;b&#62;&#34;Ada&#34; &#38; co&#60;/b&#62;'
  expect(mail.html).toBe(`<p title="${escaped}">${escaped} London</p>`)
  expect(mail.text).toContain('ada@example.com')
  expect(mail.subject).toBe('<b>"Ada" & co</b> Bcc: x')
})

test('unknown variables are empty, and values are not evaluated', async () => {
  writeFileSync(
    join(folder, 'invite.txt'),
    '[{{ .Nothing }}][{{ .constructor }}][{{ .Data.toString }}][{{ .Data.twice }}]',
  )
  const mail = await renderMail('invite', { ...values, Data: { twice: '{{ .Token }}' } }, { operatorFolder: folder })
  expect(mail.text).toBe('[][][][{{ .Token }}]')
})
