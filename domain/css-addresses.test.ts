import { expect, test } from 'vitest'

import { rewriteCss } from './css-addresses.ts'

/** Addresses found in the style sheet. */
function addressesIn(css: string): readonly string[] {
  const found: string[] = []
  rewriteCss(css, {
    address: (address) => {
      found.push(address)
      return null
    },
    importRule: (address) => {
      found.push(address)
      return ''
    },
  })
  return found
}

test.each([
  ['a { background: url(http://x/a.png) }', ['http://x/a.png']],
  ['a { background: url( "http://x/a b.png" ) }', ['http://x/a b.png']],
  ['a { background: u\\72l(http://x) }', ['http://x']],
  ['a { background: \\000075 RL(http://x) }', ['http://x']],
  ['a { background: url(h\\74tp://x) }', ['http://x']],
  ['a { background: image-set("http://x" 1x, url(http://y) type("image/png")) }', ['http://x', 'http://y']],
  ['a { content: "url(http://x)" /* url(http://y) */ }', []],
  ['@import "http://x" screen; a{}', ['http://x']],
  ['@\\69mport url(http://x)', ['http://x']],
  ['@font-face { src: src("http://x") }', ['http://x']],
  ['a { b: "unclosed\n; background: url(http://x) }', ['http://x']],
  ['a { background: url(http://x', ['http://x']],
  ['a { background: foo(url(http://x', ['http://x']],
])('finds the addresses of %s', (css, addresses) => {
  expect(addressesIn(css)).toEqual(addresses)
})

test('replaces addresses and keeps everything else', () => {
  const css = '@media (width > 5px) { .a\\:b:hover::after { content: "\\201C"; background: red url(x.png) no-repeat } }'
  expect(rewriteCss(css, { address: () => 'hash', pseudoClasses: new Map([['hover', '[data-u-hover]']]) })).toBe(
    '@media (width > 5px) { .a\\:b[data-u-hover]::after { content: "“"; background: red url("hash") no-repeat } }',
  )
})

test('disables text that could become an address later', () => {
  const css = 'a { --x: "http://x"; background: image-set(var(--x) 1x) }'
  expect(rewriteCss(css, { address: () => null })).toContain('invalid(--x)')
})

test('can’t end the style element around it', () => {
  const css = 'a { content: "</style><script>" } </style>'
  expect(rewriteCss(css, { address: () => null })).not.toMatch(/<[/a-z]/)
})

test('reads a large hostile style sheet before the test times out', () => {
  const css = '\\'.repeat(200_000) + 'url('.repeat(100_000) + '@import'.repeat(50_000)
  expect(rewriteCss(css, { address: () => null })).not.toContain('@import')
})

test('replaces texts that the page shows, and nothing else', () => {
  const css = `[data-x="a@b.de"] { content: "a@b.de" attr(x) 'c'; --owner: "a@b.de"; font-family: "a@b.de"; background: url("a@b.de") }`
  const hidden = rewriteCss(css, { address: (address) => address, shownText: (text) => text.replace('a@b.de', '…') })
  expect(hidden).toBe(
    `[data-x="a@b.de"] { content: "…" attr(x) "c"; --owner: "…"; font-family: "a@b.de"; background: url("a@b.de") }`,
  )
})

test('replaces pseudo-classes in selectors, but not in queries', () => {
  const pseudoClasses = new Map([['hover', '[data-hover]']])
  const css = '@media (hover:hover) and (pointer:fine){a:hover,:is(b:hover)>i{color:red}}'
  expect(rewriteCss(css, { address: () => null, pseudoClasses })).toBe(
    '@media (hover:hover) and (pointer:fine){a[data-hover],:is(b[data-hover])>i{color:red}}',
  )
})

test('replaces names and strings, but not numbers', () => {
  const css = String.raw`#a\@b,.a\@b [id="a@b"]{animation:a\@b 1s;width:4px;content:"a@b";color:#4b4;--4b:1}`
  const name = (text: string) => text.replace('a@b', '4:c').replace('4b', 'x')
  const four = String.raw`\34 \3a c`
  expect(rewriteCss(css, { address: () => null, name })).toBe(
    `#${four},.${four} [id="4:c"]{animation:${four} 1s;width:4px;content:"a@b";color:#4b4;--x:1}`,
  )
})
