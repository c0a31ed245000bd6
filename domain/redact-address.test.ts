import { expect, test } from 'vitest'

import { redactAddress, redactRecordedAddress } from './redact-address.ts'

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
])('redacts %s to %s', (address, kept) => {
  expect(redactAddress(address)).toBe(kept)
})

test.each([
  ['https://ada:secret@app.example/a', 'https://app.example/a'],
  [
    'https://app.example/a?tab=2&token=abc#access_token=abc',
    'https://app.example/a?tab=2&token=redacted#access_token=redacted',
  ],
  ['https://app.example/reset/k3J9xPq2LmZ8vT1wRb', 'https://app.example/reset/redacted'],
  ['https://app.example/d/3f2504e0-4f89-11d3-9a0c-0305e82c3301/play', 'https://app.example/d/redacted/play'],
  ['https://app.example/pay?n=4111%201111+1111-1111', 'https://app.example/pay?n=redacted'],
  ['https://app.example/u/ada%2540example.com', 'https://app.example/u/redacted'],
  ['https://app.example/call/+4930901820', 'https://app.example/call/redacted'],
  ['https://app.example/rooms/42/edit?sort=name&page=2', 'https://app.example/rooms/42/edit?sort=name&page=2'],
  ['http://localhost:5173/#/getting-started', 'http://localhost:5173/#/getting-started'],
  ['data:text/html,<p>secret', 'data:redacted'],
])('redacts the recorded address %s to %s', (address, kept) => {
  expect(redactRecordedAddress(address)).toBe(kept)
})
