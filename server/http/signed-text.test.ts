import { expect, test } from 'vitest'

import { createSignedTexts } from './signed-text.ts'

const secret = 'a secret of at least thirty-two characters'
const links = createSignedTexts(secret, 'meeting link')
const signed = links.sign('6f1f1c1e meeting')

test('round-trips signed text', () => {
  expect(links.read(signed)).toBe('6f1f1c1e meeting')
})

test.each([
  ['changed', signed.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ['cut', signed.slice(0, -1)],
  ['longer', `${signed}.more`],
  ['followed by another character', `${signed}!`],
  ['without a signature', signed.split('.')[0] ?? ''],
  ['empty', ''],
  ['signed for something else', createSignedTexts(secret, 'meeting time').sign('6f1f1c1e meeting')],
  ['signed with another secret', createSignedTexts(`${secret}!`, 'meeting link').sign('6f1f1c1e meeting')],
])('what is %s is refused', (_, text) => {
  expect(links.read(text)).toBeNull()
})
