import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Database } from '#backend/database/database.ts'
import { isEmailAddress, mailboxOf } from '#domain/email-address.ts'
import { openTestDatabase } from '#support/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it.each([
  ['ada@example.com', true],
  ['ADA+demo@example.co.uk', true],
  ["o'hara@example.com", true],
  ['.ada.@example.com', true],
  ['ada@localhost', true],
  ['ada@mail-server', true],
  ['jürgen@müller.example', true],
  ['用户@例子.公司', true],
  ['👋@example.com', true],
  [`${'a'.repeat(64)}@example.com`, true],
  [`${'👋'.repeat(64)}@example.com`, true],
  [`${'a'.repeat(65)}@example.com`, false],
  [`ada@${'a'.repeat(251)}`, true],
  [`ada@${'a'.repeat(252)}`, false],
  ['', false],
  ['ada', false],
  ['ada@', false],
  ['@example.com', false],
  ['ada@@example.com', false],
  ['ada@home@example.com', false],
  ['ada@.example.com', false],
  ['ada@example.com.', false],
  ['ada@example..com', false],
  [' ada@example.com', false],
  ['ada @example.com', false],
  ['ada@exam\u00A0ple.com', false],
  ['ada\u3000@example.com', false],
  ['ada@example.com\r\nBcc: all@example.com', false],
  ['ada\u0085@example.com', false],
  ['ada\u2028@example.com', false],
  ['\uFEFFada@example.com', false],
  ['ada\u007F@example.com', false],
  ['ada@example.com,all@example.com', false],
  ['Ada <ada@example.com>', false],
  ['"ada"@example.com', false],
  ['ada(home)@example.com', false],
  ['ada:home@example.com', false],
  ['ada;home@example.com', false],
  ['ada\\@example.com', false],
  ['ada@[127.0.0.1]', false],
] as const)('TypeScript and SQL agree on %j: %j', async (text, isOne) => {
  const [result] = await database.transaction('system', [
    { text: 'select public.is_email_address($1) as is_one', values: [text] },
  ])
  expect({ typescript: isEmailAddress(text), sql: result?.rows[0]?.['is_one'] }).toEqual({
    typescript: isOne,
    sql: isOne,
  })
})

it.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada+1@Example.com ', 'ada@example.com'],
  ['ada+1+2@example.com', 'ada@example.com'],
  ['ada+@example.com', 'ada@example.com'],
  ['+1@example.com', '+1@example.com'],
  ['+ada+1@example.com', '+ada+1@example.com'],
  ['ada++1@example.com', 'ada@example.com'],
] as const)('TypeScript and SQL agree on the mailbox of %j', async (email, mailbox) => {
  const [result] = await database.transaction('system', [
    { text: 'select public.mailbox_of($1) as mailbox', values: [email] },
  ])
  expect({ typescript: mailboxOf(email), sql: result?.rows[0]?.['mailbox'] }).toEqual({
    typescript: mailbox,
    sql: mailbox,
  })
})
