import { describe, expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { compileGlob } from './glob.ts'
import { matchRedirect, withFragment, withQuery } from './redirect-target.ts'

const site = 'https://demos.example.com'

function allow(...patterns: string[]): RegExp[] {
  return patterns.map((pattern) => {
    const glob = compileGlob(pattern)
    if (glob === null) throw new Error(`${pattern} is not well formed`)
    return glob
  })
}

const list = allow(
  'https://*.partner.example/**',
  'https://exact.example',
  'https://one.example/a/*',
  'com.example.app://callback',
  'https://{red,blue}.example/',
)

describe('an allowed redirect', () => {
  test.each([
    'https://demos.example.com/',
    'https://demos.example.com/deep/link?a=1#b',
    'https://a.partner.example/',
    'https://a.partner.example/x/y.html?z=1#w',
    'https://exact.example/',
    'https://one.example/a/b',
    'https://red.example/',
    'http://127.0.0.1:5173/',
    'http://[::1]:5173/callback',
    'com.example.app://callback',
  ])('%s', (wanted) => {
    expect(matchRedirect(wanted, site, list)).toBe(wanted)
  })

  test('is normalized', () => {
    expect(matchRedirect('HTTPS://Demos.Example.com/a/../b', site, list)).toBe('https://demos.example.com/b')
    expect(matchRedirect('https://exact.example', site, list)).toBe('https://exact.example/')
  })

  test('to localhost may have any port', () => {
    expect(matchRedirect('http://localhost:5173/x', 'http://localhost:3000', [])).toBe('http://localhost:5173/x')
    expect(matchRedirect('https://localhost:5173/x', 'http://localhost:3000', [])).toBeNull()
  })
})

describe('an open redirect', () => {
  test.each([
    '',
    '/',
    '//evil.example',
    '///evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https://evil.example',
    'https://demos.example.com.evil.example',
    'https://demos.example.com@evil.example',
    'https://demos.example.com:pw@evil.example/',
    'https://user@demos.example.com/',
    'https://evil.example\\@demos.example.com',
    'https://evil.example#@demos.example.com',
    'https://evil.example?demos.example.com',
    'https://evil.example/https://demos.example.com',
    'https:\\\\evil.example',
    'https://demos.example.com\\.evil.example',
    'https://demos.example.com%2eevil.example',
    'https://demos.example.com\u3002evil.example',
    'https://demos.example.com:8443/',
    'http://demos.example.com/',
    'https://xn--demos-example.com',
    'https://dem\u043Es.example.com/',
    'https://a.b.partner.example/',
    'https://partner.example/',
    'https://evil.example/.partner.example/',
    'https://evil.example?x=.partner.example/',
    'https://evil.example#.partner.example/',
    'https://one.example/a/b/c',
    'https://one.example/a/b.c',
    'https://one.example/a/../b',
    'https://green.example/',
    'https://192.0.2.1/',
    'http://3221225985/',
    'http://0xC0000201/',
    'http://[2001:db8::1]/',
    'com.example.app://callback/other',
    'com.example.app2://callback',
    'javascript:alert(1)',
    'javascript://demos.example.com/%0aalert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox',
    'blob:https://demos.example.com/1',
    'file:///etc/passwd',
    'about:blank',
    'https://demos.example.com/\r\nSet-Cookie: a=b',
    'https://demos.example.com/\u0000',
    '\thttps://demos.example.com/',
    `https://demos.example.com/${'a'.repeat(2048)}`,
  ])('%j is not followed', (wanted) => {
    expect(matchRedirect(wanted, site, list)).toBeNull()
  })

  test('to a script URL is refused even when the list allows everything', () => {
    for (const wanted of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd']) {
      expect(matchRedirect(wanted, site, allow('**'))).toBeNull()
    }
  })

  test("can't be built from parts of allowed URLs", () => {
    const random = seeded(20_261_121)
    const parts = [
      'https://',
      'http://',
      '//',
      'javascript:',
      'demos.example.com',
      'evil.example',
      '.partner.example',
      'a',
      '@',
      ':',
      '#',
      '?',
      '/',
      '\\',
      '%2f',
      '%40',
      '.',
      '..',
      ':443',
      ':80',
      '\u3002',
      '\t',
      '[::1]',
      '127.0.0.1',
      'exact.example',
    ]
    let followed = 0
    for (let count = 0; count < 20_000; count += 1) {
      const wanted = Array.from({ length: 1 + random(7) }, () => parts[random(parts.length)]).join('')
      const target = matchRedirect(wanted, site, list)
      if (target === null) continue
      followed += 1
      const url = new URL(target)
      const isKnown =
        url.origin === site ||
        /^https:\/\/[^./]*\.partner\.example$/.test(url.origin) ||
        url.origin === 'https://exact.example' ||
        (/^https?:$/.test(url.protocol) && ['127.0.0.1', '[::1]'].includes(url.hostname))
      expect(isKnown && url.username === '', `${JSON.stringify(wanted)} led to ${target}`).toBe(true)
    }
    expect(followed).toBeGreaterThan(50)
  })
})

describe('a pattern', () => {
  test.each([
    ['https://*.example/', 'https://a.example/', true],
    ['https://*.example/', 'https://a.b.example/', false],
    ['https://**.example/', 'https://a.b.example/', true],
    ['https://a?.example/', 'https://ab.example/', true],
    ['https://a?.example/', 'https://a..example/', false],
    ['https://[ab].example/', 'https://b.example/', true],
    ['https://[!ab].example/', 'https://b.example/', false],
    ['https://[a-c].example/', 'https://b.example/', true],
    [String.raw`https://\*.example/`, 'https://*.example/', true],
    [String.raw`https://\*.example/`, 'https://a.example/', false],
    ['https://a.example/', 'https://axexample/', false],
    ['https://a.example/(x)+', 'https://a.example/(x)+', true],
  ])('%s on %s: %s', (pattern, address, isMatch) => {
    expect(compileGlob(pattern)?.test(address)).toBe(isMatch)
  })

  test.each(['https://[', 'https://{a', 'https://a}', 'https://\\', 'https://[b-a]/'])('%s is refused', (pattern) => {
    expect(compileGlob(pattern)).toBeNull()
  })

  test('with many stars compiles and matches fast', () => {
    const glob = compileGlob(`${'**'.repeat(40)}x`)
    expect(cpuMs(() => expect(glob?.test('a'.repeat(2_000))).toBe(false))).toBeLessThan(500)
  })
})

describe('adding fields to a URL', () => {
  test('replaces the fragment and extends the query', () => {
    expect(withFragment('https://a.example/?b=1#c', new URLSearchParams({ d: 'e f' }))).toBe(
      'https://a.example/?b=1#d=e+f',
    )
    expect(withQuery('https://a.example/?b=1#c', new URLSearchParams({ code: '2' }))).toBe(
      'https://a.example/?b=1&code=2#c',
    )
  })
})

/** Seeded, so that failures reproduce. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}
