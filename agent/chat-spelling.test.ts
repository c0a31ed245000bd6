import { expect, test } from 'vitest'

import { withoutShouting, writeOut } from './chat-spelling.ts'

test.each([
  ['wat about xero', 'what about xero'],
  ['Wats the cost pls', "what's the cost please"],
  ['can i talk to somone tmrw', 'can i talk to someone tomorrow'],
  ['r u a bot', 'are you a bot'],
  ['does it work w quickbooks', 'does it work with quickbooks'],
  ['what would it set me back?', 'what would it cost me?'],
  ['what would that come to, all in?', 'what would that cost, all in?'],
  ["so what's the damage", 'so what does it cost'],
  ['could a nice person telephone me', 'could someone call me'],
  ['w/o a contract? w/ sso?', 'without a contract? with sso?'],
])('“%s” is understood as “%s”', (typed, meant) => {
  expect(writeOut(typed)).toBe(meant)
})

test.each([
  'Ask Wen, she knows',
  'Is TMR supported?',
  'write to wen.wat@cos.com',
  'R&D and vitamin U',
  'the w-2 form',
  'see cos.com/ur',
])('leaves names and addresses alone: “%s”', (text) => {
  expect(writeOut(text)).toBe(text)
})

test.each([
  ['I AM VERY DEAF AND THE TELEPHONE IS NO USE TO ME', 'I am very deaf and the telephone is no use to me'],
  ['RAMS and COSHH?', 'RAMS and COSHH?'],
  ['API, SSO, SAML?', 'API, SSO, SAML?'],
  ['Does it do SSO and SAML?', 'Does it do SSO and SAML?'],
])('reads “%s” as “%s”', (typed, read) => {
  expect(withoutShouting(typed)).toBe(read)
})
