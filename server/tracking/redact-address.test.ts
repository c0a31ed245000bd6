import { expect, test } from 'vitest'

import { redactAddress } from './redact-address.ts'

test.each([
  [
    'https://shop.example/prices?tab=2&utm_source=mail#/plans',
    'https://shop.example/prices?tab=2&utm_source=mail#/plans',
  ],
  ['https://shop.example/@ada/pkg@1.2.3/a', 'https://shop.example/@ada/pkg@1.2.3/a'],
  ['https://shop.example/author?author=ada&keyboard=1', 'https://shop.example/author?author=ada&keyboard=1'],
  ['https://shop.example/reset?reset_token=abc&tab=2', 'https://shop.example/reset?reset_token=redacted&tab=2'],
  ['https://shop.example/#access_token=abc&state=1', 'https://shop.example/#access_token=redacted&state=1'],
  ['https://shop.example/#/in?code=abc', 'https://shop.example/#/in?code=redacted'],
  [
    'https://shop.example/?user%5Bpassword%5D=x;EMAIL=y',
    'https://shop.example/?user%5Bpassword%5D=redacted;EMAIL=redacted',
  ],
  ['https://shop.example/?who=ada%40example.com', 'https://shop.example/?who=redacted'],
  ['https://shop.example/people/ada@example.com/edit', 'https://shop.example/people/redacted/edit'],
  ['https://shop.example/in/eyJhbGciOi.eyJzdWIi.c2ln', 'https://shop.example/in/redacted'],
])('%s is kept as %s', (address, kept) => {
  expect(redactAddress(address)).toBe(kept)
})
