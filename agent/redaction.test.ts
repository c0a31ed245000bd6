import { expect, test } from 'vitest'

import { redactSecrets } from './redaction.ts'

test.each([
  ['My card is 4242 4242 4242 4242 ok', 'My card is [card number removed] ok'],
  ['4111-1111-1111-1111', '[card number removed]'],
  ['My password is hunter2.', 'My password is [password removed]'],
  ['Password: "two words" here', 'Password: [password removed] here'],
  ['the pin code is 1234 thanks', 'the pin code is [password removed] thanks'],
  ['api_key=abc123', 'api_key= [password removed]'],
  ['Can I reset my password?', 'Can I reset my password?'],
  ['Order 1234567890123456 please', 'Order 1234567890123456 please'],
  ['Call 030 1234567', 'Call 030 1234567'],
])('stores %j as %j', (said, stored) => {
  expect(redactSecrets(said)).toBe(stored)
})
