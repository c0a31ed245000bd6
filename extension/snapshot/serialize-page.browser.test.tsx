import { afterEach, expect, test } from 'vitest'

import { plantedSecrets, secretCore } from '../capture/planted-secrets.ts'
import { pageSurfaces } from './planted-page-surfaces.ts'
import type { RawSnapshot } from './raw-snapshot.ts'
import { resolveSnapshot } from './resolve-snapshot.ts'
import { serializePage } from './serialize-page.ts'

/* Tests what a captured page must not contain, and how long reading it takes. */

afterEach(() => document.body.replaceChildren())

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function read(markup: string, budgetMs = 5_000) {
  // The tests write this markup themselves, and this parser supports shadow roots.
  document.body.setHTMLUnsafe(markup)
  const frames = [...document.body.querySelectorAll<HTMLIFrameElement>('iframe[srcdoc]')]
  await Promise.all(frames.map((frame) => new Promise((loaded) => frame.addEventListener('load', loaded))))
  return serializePage(() => false, budgetMs)
}

/** The text that is uploaded: the markup and its style sheets. */
async function storedOf(raw: RawSnapshot): Promise<string> {
  const sheets: string[] = []
  const { html } = await resolveSnapshot(raw, {
    fetchFile: async () => null,
    cutPicture: async () => null,
    saveFile: async (file) => `sheet-${sheets.push(await file.text())}`,
  })
  return JSON.stringify([html, sheets])
}

const kinds = Object.entries(plantedSecrets)

test('plants secrets in far more than 200 ways', () => {
  expect(kinds.length * Object.keys(pageSurfaces).length).toBeGreaterThan(1_500)
})

test.each(Object.entries(pageSurfaces))('removes secrets of every kind from %s', async (_what, surface) => {
  const leaks: string[] = []
  for (const [kind, make] of kinds) {
    const secret = make(seeded(7))
    const raw = await read(surface(secret))
    const stored = raw === null ? null : await storedOf(raw)
    const core = secretCore(secret)
    if (stored === null || stored.includes(core) || stored.includes(encodeURIComponent(core))) leaks.push(kind)
  }
  expect(leaks).toEqual([])
})

test('keeps the visible content of a page with absolutely positioned parts', async () => {
  const raw = await read(`<main><div><p style="position:fixed;left:20px;top:20px">Freight to Oslo</p>
    <p style="position:absolute;left:20px;top:60px">Under way</p></div></main>`)
  expect(raw?.html).toContain('Freight to Oslo')
  expect(raw?.html).toContain('Under way')
})

test('keeps a fixed header when the page around it has scrolled away', async () => {
  await read(`<div style="height:600px"><nav style="position:fixed;left:0;top:0;width:300px;height:50px"><b>Tidelane</b></nav>
    <p>Above the screen</p></div><div style="height:3000px"></div>`)
  window.scrollTo(0, 1_000)
  const raw = serializePage(() => false, 5_000)
  window.scrollTo(0, 0)
  expect(raw?.html).toContain('Tidelane')
  expect(raw?.html).not.toContain('Above')
})

test('omits the text of a collapsed part', async () => {
  const collapsed = (top: number) =>
    `<div style="position:absolute;left:0;top:${top}px;height:0;width:300px;overflow:hidden"><p>Salary of Ada</p></div>`
  for (const top of [0, 200]) expect((await read(collapsed(top)))?.html).not.toContain('Salary')
})

test('omits the text of a shadow host that no slot shows', async () => {
  const host = '<template shadowrootmode="open"><p>Seen</p></template>Salary of Ada<p>Salary of Bob</p>'
  const stored = (await read(`<section>${host}</section><x-a>${host}</x-a>`))?.html
  expect(stored).toContain('Seen')
  expect(stored).not.toContain('Salary')
})

test('keeps a closed popover closed', async () => {
  expect((await read('<div popover id="menu">Sign out</div>'))?.html).toMatch(
    /<div id="menu" style=";display:none!important">/,
  )
})

test('keeps what a field’s value decides, without the value', async () => {
  const raw = await read(
    '<input id="a" value="Ada" placeholder="Name" required><input id="b" placeholder="Team" required>',
  )
  const field = (id: string) => new RegExp(`<input id="${id}"[^>]*>`).exec(raw?.html ?? '')?.[0] ?? ''
  expect(field('a')).toContain('data-u-valid=')
  expect(field('a')).not.toMatch(/Ada|placeholder-shown/)
  expect(field('b')).toContain('data-u-placeholder-shown=')
  expect(field('b')).toContain('data-u-invalid=')
})

const namedAfter = [
  'ada@example.com',
  '+4915112345678',
  '4242424242424242',
  'eyJhbGciOi.eyJzdWIiOi.x',
  '550e8400-e29b-41d4-a716-446655440000',
  'sk_live_51HxYzAbCdEfGh12',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'AKIAIOSFODNN7EXAMPLE',
  'd41d8cd98f00b204e9800998ecf8427e',
]

test.each(namedAfter)('names elements and classes differently that are called %s', async (secret) => {
  const raw = await read(
    `<p id="user-${secret}" class="b a-${secret}">x</p><svg width="9" height="9"><clipPath id="${secret}"></clipPath><g clip-path="url(#${secret})"></g><use href="#x-${secret}"/><path fill="url('#y-${secret}')"/></svg>`,
  )
  expect(raw?.html).not.toContain(secret)
  const clip = /<clipPath id="([^"]*)"/.exec(raw?.html ?? '')?.[1] ?? ''
  expect(raw?.html).toContain(`clip-path="url(#${clip})"`)
  expect(raw?.html).toMatch(/class="b [\w-]+"/)
})

test.each(namedAfter)('keeps the style of an element named %s', async (secret) => {
  const name = CSS.escape(`row-${secret}`)
  const css = `#${name}{color:red} .a .${name}:hover,[id="row-${secret}"],[data-key="row-${secret}"]{animation:${name} 1s} @keyframes ${name}{to{color:red}} p{mask:url(#${name});z-index:2147483647}`
  const raw = await read(
    `<style>${css}</style><p id="row-${secret}" data-key="row-${secret}" class="${name.replaceAll('\\', '')}">x</p>`,
  )
  const stored = await storedOf(raw!)
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain(CSS.escape(secret))
  const id = / id=\\"([^"\\]*)/.exec(stored)?.[1] ?? ''
  expect(id).toMatch(/^(?:row-)?u[\da-z]{6,}/)
  for (const kept of [
    `#${id}{`,
    `.a .${id}`,
    `[id=\\"${id}\\"]`,
    `[data-key=\\"${id}\\"]`,
    ` data-key=\\"${id}\\"`,
    `animation:${id} 1s`,
    `@keyframes ${id}{`,
    `#${id}\\"`,
  ]) {
    expect(stored).toContain(kept)
  }
  expect(stored).toContain('z-index:2147483647')
})

test('keeps names that only look opaque', async () => {
  const names = ['css-1a2b3c4d5e', 'sc-bdVaJa', '__Inter_d65c78', 'Button_root__x7Fk2', 'grid-cols-12', 'radix-:r1f:']
  const raw = await read(`<p id="v-7ba5bd90" class="${names.join(' ')}">x</p>`)
  expect(raw?.html).toContain(`id="v-7ba5bd90" class="${names.join(' ')}"`)
})

test('doesn’t modify the page', () => {
  document.body.innerHTML = '<div id="a"><p>x</p></div>'
  const seen: MutationRecord[] = []
  const observer = new MutationObserver((records) => seen.push(...records))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  serializePage(() => false, 5_000)
  expect([...seen, ...observer.takeRecords()]).toEqual([])
})

test('gives up instead of blocking the page', async () => {
  const rows = '<tr><td>Cell <b>one</b></td><td>Cell 2</td></tr>'.repeat(6_000)
  expect(await read(`<table>${rows}</table>`, 0)).toBeNull()
})

test('gives up on a page whose blurred layers would stall the player', async () => {
  const layers = (count: number) =>
    '<div style="position:fixed;inset:0;backdrop-filter:blur(20px)"></div>'.repeat(count)
  expect(await read(layers(3))).not.toBeNull()
  expect(await read(layers(5))).toBeNull()
  expect(await read('<p style="width:90px;height:40px;backdrop-filter:blur(20px)">x</p>'.repeat(20))).not.toBeNull()
})

test('keeps named slots and the outlines of icons', async () => {
  const outline = 'M4111 1111 1111 1111L49 30 1234567'
  const raw = await read(
    `<x-tabs><template shadowrootmode="open"><slot name="tab"></slot></template><b slot="tab">One</b></x-tabs>
     <svg viewBox="0 0 9000 9000" width="20" height="20"><path d="${outline}" transform="translate(1234567, 7654321)"/></svg>`,
  )
  for (const kept of ['<slot name="tab">', `d="${outline}"`, 'transform="translate(1234567, 7654321)"']) {
    expect(raw?.html).toContain(kept)
  }
  const other = await read(`<svg width="20" height="20"><path d="ada@example.com" data-x="y"/></svg>`)
  expect(other?.html).not.toContain('ada@example.com')
})

test('keeps everything at its place where it leaves out an address or account number', async () => {
  const raw = await read(`<style>body{margin:0;font:14px/20px sans-serif} table{width:360px}</style>
    <table><tr><td>Account</td></tr><tr><td>DE89 3704 0044 0532 0130 00 and DE89 3704 0044 0532 0130 00</td></tr></table>
    <p id="line"><a>ada.lovelace@example.com</a> <b id="next">writes</b></p>`)
  const place = (page: Document, id: string) => page.getElementById(id)!.getBoundingClientRect()
  const before = [place(document, 'line').top, place(document, 'next').left]
  const frame = document.createElement('iframe')
  frame.style.cssText = `width:${window.innerWidth}px;height:${window.innerHeight}px;border:0`
  // The page’s style sheet is stored apart.
  const css = '<style>body{margin:0;font:14px/20px sans-serif} table{width:360px}</style>'
  frame.srcdoc = (raw?.html ?? '').replaceAll(/<link[^>]*>/g, '').replace('<body', `${css}<body`)
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  const page = frame.contentDocument!
  expect(page.body.textContent).not.toContain('@')
  expect([place(page, 'line').top, place(page, 'next').left]).toEqual(before)
})

test('leaves out style sheets of another set unless the page has chosen it', async () => {
  const sheet = (title: string, color: string) => `<style title="${title}">p{color:${color}}</style>`
  const colors = (raw: RawSnapshot | null) => JSON.stringify(raw?.sheets).match(/white|black|20px/g)
  const raw = await read(
    `${sheet('Light', 'white')}${sheet('Dark', 'black')}<style>p{font-size:20px}</style><p>Text</p>`,
  )
  expect(colors(raw)).toEqual(['white', '20px'])
  document.body.querySelector('style')!.sheet!.disabled = true
  expect(colors(serializePage(() => false, 5_000))).toEqual(['black', '20px'])
})
