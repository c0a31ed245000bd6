import { expect, test } from 'vitest'

import type { RawSnapshot } from './raw-snapshot.ts'
import { resolveSnapshot } from './resolve-snapshot.ts'

const site: Readonly<Record<string, { readonly type: string; readonly content: string }>> = {
  'https://app.test/a/style.css': {
    type: 'text/css',
    content:
      '@import "../more.css" screen; @media (prefers-color-scheme:dark){b{c:d}} a:hover{background:url(dot.svg)} @font-face{src:url(never.woff2)}',
  },
  'https://app.test/more.css': { type: 'text/css', content: 'h1{color:red}' },
  'https://app.test/a/dot.svg': { type: 'image/svg+xml', content: '<svg/>' },
  'https://app.test/logo.png': { type: 'image/png', content: 'png' },
  'https://app.test/huge.png': { type: 'image/png', content: 'x'.repeat(3_000_000) },
}

const page: RawSnapshot = {
  mark: 'usmark',
  html: '<link rel="stylesheet" href="usmarks0"><img src="usmarka0"><img src="usmarka1"><img src="usmarka2"><p>usmarka99</p>',
  assets: [
    { url: 'https://app.test/logo.png' },
    { url: 'https://app.test/huge.png' },
    { part: { x: 1, y: 2, width: 3, height: 4 } },
  ],
  sheets: [{ href: 'https://app.test/a/style.css' }],
  loaded: ['https://app.test/a/dot.svg', 'https://app.test/logo.png', 'https://app.test/huge.png'],
  features: ['prefers-color-scheme:light', 'hover:hover', 'pointer:fine', 'any-pointer:fine', 'any-pointer:coarse'],
  width: 800,
  height: 600,
  pictureWidth: 815,
}

async function resolve(raw: RawSnapshot) {
  const saved = new Map<string, string>()
  const asked: string[] = []
  const resolved = await resolveSnapshot(raw, {
    fetchFile: async (url) => {
      asked.push(url)
      const file = site[url]
      return file === undefined ? null : new Blob([file.content], { type: file.type })
    },
    cutPicture: async ({ x, y }) => new Blob([`cut at ${x},${y}`], { type: 'image/png' }),
    saveFile: async (file) => {
      const hash = `hash${saved.size}`
      saved.set(hash, await file.text())
      return hash
    },
  })
  const contentOf = (name: string) => saved.get(new RegExp(`${name}="(hash\\d)`).exec(resolved.html)?.[1] ?? '')
  return { resolved, saved, asked, contentOf }
}

test('names files by their hashes, and omits those that can’t be fetched', async () => {
  const { resolved, saved, contentOf } = await resolve(page)
  expect([...resolved.files].toSorted()).toEqual([...saved.keys()].toSorted())
  expect(resolved.html).toMatch(/<img src="hash\d"><img src=""><img src="hash\d"><p><\/p>$/)
  expect([...saved.values()]).toContain('cut at 1,2')
  const dot = [...saved].find(([, content]) => content === '<svg/>')?.[0]
  expect(contentOf('href')).toBe(
    `@media screen {h1{color:red}} @media (max-width: 0px){b{c:d}} a[data-u-hover]{background:url("${dot}")} @font-face{src:url("about:invalid")}`,
  )
})

test('looks on every device as on the author’s', async () => {
  const queries: readonly (readonly [string, boolean])[] = [
    ['(prefers-color-scheme:dark)', false],
    ['( PREFERS-color-scheme : light )', true],
    ['(hover:hover)', true],
    ['(hover)', true],
    ['(pointer:coarse)', false],
    ['(any-pointer: coarse)', true],
    ['(prefers-reduced-motion)', false],
  ]
  const css = queries.map(([query]) => `@media ${query}{a{b:c}}`).join('')
  const { saved } = await resolve({ ...page, sheets: [{ text: css, base: 'https://app.test/' }] })
  const expected = queries.map(([, isTrue]) => `@media (${isTrue ? 'min' : 'max'}-width: 0px){a{b:c}}`).join('')
  expect([...saved.values()]).toContain(expected)
})

test('fetches each file once, and only fonts that the page used', async () => {
  const { asked } = await resolve({ ...page, sheets: [...page.sheets, ...page.sheets] })
  expect(asked.filter((url) => !url.endsWith('.css')).toSorted()).toEqual([
    'https://app.test/a/dot.svg',
    'https://app.test/huge.png',
    'https://app.test/logo.png',
  ])
})
