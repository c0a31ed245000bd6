import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { hideSecrets } from './secret-text.ts'

test.each([
  ['Remove ada.lovelace+work@mail.example.co.uk', 'Remove …'],
  ['ada @ example.com', '…'],
  ['ada(at)example.com', '…'],
  ['ada%40example.com', '…'],
  ['Inbox (3) - ada@example.com - Mail', 'Inbox (3) - … - Mail'],
  ['4111 1111 1111 1111', '…'],
  ['Visa 4111-1111-1111-1111 expires 12/27', 'Visa … expires 12/27'],
  ['4111\u00a01111\u00a01111\u00a01111', '…'],
  ['４１１１１１１１１１１１１１１１', '…'],
  ['3782 822463 10005', '…'],
  ['DE89 3704 0044 0532 0130 00', '…'],
  ['GB29NWBK60161331926819', '…'],
  ['Call +49 30 901820', 'Call …'],
  ['(555) 123-4567', '…'],
  ['0171 2345678', '…'],
  ['555.123.4567', '…'],
  ['Social security 078-05-1120', 'Social security …'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '…'],
  ['sk_live_51H8xyzABCDEFG', '…'],
  ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '…'],
  ['AKIAIOSFODNN7EXAMPLE', '…'],
  ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', '…'],
  ['xoxb-123456789012-abcdefABCDEF', '…'],
  ['// apiKey: hunter2secret', '// apiKey: …'],
  ['password=hunter2 next', 'password=… next'],
  ['Your code is 493817', 'Your code is …'],
  ['postgres://app:hunter2@db.example/app', 'postgres://…@db.example/app'],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '…'],
  ['d41d8cd98f00b204e9800998ecf8427e', '…'],
  ['-----BEGIN RSA PRIVATE KEY----- MIIE', '…'],
  ['ada\u200b@\u200bexample.com', '…'],
])('hides what is secret in "%s"', (text, shown) => {
  expect(hideSecrets(text)).toBe(shown)
})

test.each([
  'Save',
  'GET /rooms List the rooms',
  'auth-basic-password',
  'Forgot password?',
  'Create an API key',
  'Delete token',
  'Invoice 2026-11-22',
  '22.11.2026, 10:30',
  'Q3 2025 - Q4 2026',
  '1,234,567.00 €',
  '1 000 000',
  'Version 24.18.1',
  '192.168.100.200',
  'Windows-11-Professional-Edition',
  'getRoomAvailabilityList',
  'Mac OS X 10.15.7',
  'Step 3 of 12',
  'Mentions @team',
  'HTML5 and CSS3',
  'Order #10428',
  'Internationalization',
  'README.md',
  'docs.example.com/getting-started',
  '東京オフィスを予約する',
])('leaves "%s" as it is', (text) => {
  expect(hideSecrets(text)).toBe(text)
})

test('runs in linear time', () => {
  const texts = ['a@'.repeat(5_000), '1 '.repeat(5_000), 'Aa1'.repeat(5_000), 'DE89'.repeat(5_000), 'a.'.repeat(5_000)]
  for (const text of texts) expect(cpuMs(() => hideSecrets(text))).toBeLessThan(500)
})
