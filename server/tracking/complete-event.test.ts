import { describe, expect, test } from 'vitest'

import { occurredAt, sourceOf } from './complete-event.ts'
import { describeBrowser } from './describe-browser.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const hourMs = 3_600_000

describe('when an event happened', () => {
  test.each([
    ['a correct clock', now - 4_000, now, now - 4_000],
    ['a clock years behind', now - 9e10 - 4_000, now - 9e10, now - 4_000],
    ['a clock hours ahead', now + 5 * hourMs - 4_000, now + 5 * hourMs, now - 4_000],
    ['no sending time, near', now - 2 * hourMs, null, now - 2 * hourMs],
    ['no sending time, in the future', now + hourMs, null, now],
    ['no sending time, long ago', now - 48 * hourMs, null, now],
    ['sent before it happened', now + 4_000, now, now],
    ['queued for longer than a day', now - 48 * hourMs, now, now],
  ])('%s', (_, timestamp, sentAt, expected) => {
    expect(occurredAt(timestamp, sentAt, now)).toBe(expected)
  })
})

describe('where a visitor came from', () => {
  test.each([
    ['Newsletter ', 'https://google.com/', 'newsletter'],
    [null, 'https://www.google.com/search?q=x', 'google.com'],
    [null, 'https://shop.example/a', 'direct'],
    [null, 'https://www.shop.example/a', 'direct'],
    [null, null, 'direct'],
    [null, 'not an address', 'direct'],
    [null, 'android-app://com.slack/', 'com.slack'],
  ])('%s and %s: %s', (utmSource, referrer, expected) => {
    expect(sourceOf(utmSource, referrer, 'https://shop.example/prices')).toBe(expected)
  })
})

describe('which device', () => {
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15'
  test.each([
    [mac, 1440, 'desktop', 'Safari'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36', 412, 'phone', 'Chrome'],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-X910) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36',
      1280,
      'tablet',
      'Samsung Internet',
    ],
    ['Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) FxiOS/145 Safari/604.1', 820, 'tablet', 'Firefox'],
    ['something new', 400, 'phone', 'unknown'],
    ['something new', null, 'unknown', 'unknown'],
  ])('%s', (userAgent, width, device, browser) => {
    expect(describeBrowser(userAgent, width)).toEqual({ device, browser })
  })
})
