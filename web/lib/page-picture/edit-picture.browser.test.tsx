import { afterEach, expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'

import { coverText, type PageEdits } from '#domain/page-edits.ts'

import { applyPageEdits } from './apply-page-edits.ts'
import { editPicture } from './edit-picture.ts'
import { pathsOf, placeAt } from './page-tree.ts'

/* The picture after edits, compared with what the browser shows of the edited page. */

afterEach(() => document.body.replaceChildren())

const width = 640
const height = 400

async function openPage(markup: string): Promise<{ frame: HTMLIFrameElement; page: Document }> {
  await screen.viewport(800, 600)
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.style.cssText = `position:fixed;inset:0 auto auto 0;width:${width}px;height:${height}px;border:0`
  frame.srcdoc = markup
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  const page = frame.contentDocument
  if (page === null) throw new Error('no document')
  return { frame, page }
}

async function shotOf(frame: HTMLIFrameElement): Promise<Blob> {
  const base64 = await screen.screenshot({ element: frame, base64: true, save: false })
  return (await fetch(`data:image/png;base64,${typeof base64 === 'string' ? base64 : ''}`)).blob()
}

async function pixelsOf(picture: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, bitmap.width, bitmap.height)
}

/** Share of pixels that differ visibly, in percent. */
async function differing(a: Blob, b: Blob): Promise<number> {
  const [one, other] = await Promise.all([pixelsOf(a), pixelsOf(b)])
  expect([one.width, one.height]).toEqual([other.width, other.height])
  let count = 0
  for (let at = 0; at < one.data.length; at += 4) {
    const most = Math.max(
      ...[0, 1, 2].map((part) => Math.abs((one.data[at + part] ?? 0) - (other.data[at + part] ?? 0))),
    )
    if (most > 40) count += 1
  }
  return (count * 400) / one.data.length
}

/** An edit for the text or element that the test names. */
function editsOf(page: Document, changes: Changes): PageEdits {
  const paths = pathsOf(page)
  return Object.entries(changes).map(([selector, change]) => {
    const element = page.querySelector(selector)!
    if (typeof change === 'object')
      return { kind: change.kind, path: paths.get(element) ?? '', was: coverText(element.textContent) }
    const text = element.firstChild as Text
    return { kind: 'text', path: paths.get(text) ?? '', was: text.data, to: change }
  })
}

type Changes = Readonly<Record<string, string | { readonly kind: 'hide' | 'blur' | 'remove' }>>

const options = { fileUrl: (hash: string) => hash, fill: (text: string) => text }

/** A file with an address of its own, as on a server. */
function face(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" fill="${color}"/><circle cx="16" cy="13" r="6" fill="#fff"/></svg>`
  return URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
}

/** Wraps, so that everything after it moves. */
const longer = 'A title that is long enough to wrap into a second line, so that all that follows it moves down the page'

const pages: Readonly<Record<string, { readonly markup: string; readonly changes: Changes }>> = {
  'a heading': {
    markup: '<body style="font:18px sans-serif;margin:24px"><h1>Quarterly report</h1><p>Revenue grew by 12 %.</p>',
    changes: { h1: 'A much longer report of the year' },
  },
  'a table': {
    markup: `<style>body{font:14px sans-serif;margin:20px}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:8px;text-align:left}tr:nth-child(even){background:#eef}</style>
      <table><tr><th>Name<th>E-mail<th>Plan</tr>${['Ada Lovelace', 'Grace Hopper', 'Karl May', 'Eva Luna'].map((name, at) => `<tr id="r${at}"><td id="n${at}">${name}<td>${name}@acme.test<td><span style="background:#dfd;border-radius:9px;padding:2px 8px">Pro</span></tr>`).join('')}</table>`,
    changes: { '#n0': 'Maximiliane von Hohenstein-Rothenburg', '#r2': { kind: 'remove' }, '#n3': { kind: 'blur' } },
  },
  'a flex header with pseudo-elements': {
    markup: `<style>body{font:15px sans-serif;margin:0}header{display:flex;gap:16px;align-items:center;background:linear-gradient(90deg,#123,#456);color:#fff;padding:12px;box-shadow:0 2px 8px #0008}
      header::before{content:"";width:24px;height:24px;border-radius:50%;background:gold}.a::after{content:"›";margin-left:6px}.badge{margin-left:auto;background:#c36;border-radius:12px;padding:2px 10px}</style>
      <header><b id="brand">Tidelane</b><span class="a" id="a">Deals</span><span class="a">People</span><span class="badge">9</span></header><p style="padding:20px;max-width:300px">A paragraph that wraps over several lines, with <a href="#" id="l">a link to elsewhere</a> in it.</p>`,
    changes: { '#brand': 'Acme Corporation', '#a': 'D', '#l': 'x' },
  },
  'buttons and fields without styles': {
    markup: `<body style="font:16px sans-serif;margin:20px"><p id="p">Short</p><button id="b">Save</button> <button disabled>Gone</button>
      <input type="submit" value="Send" id="s"> <input type="button" value="More" disabled> <input placeholder="Name"> <input disabled>
      <textarea rows="2" placeholder="Note"></textarea> <input type="checkbox" checked> <input type="radio"> <progress value=".4"></progress>
      <button style="background:gold">Half</button> <button style="border:3px solid teal">Own</button> <button style="font-size:30px" id="l">Large</button>`,
    changes: { '#p': longer, '#b': 'Save it all now', '#l': 'L' },
  },
  'pseudo-elements in words, tabs and arrows': {
    markup: `<style>body{font:16px sans-serif;margin:20px;counter-reset:n}p{counter-increment:n}p::before{content:counter(n) ". "}
      #a::after{content:"new";background:#c36;color:#fff;border-radius:8px;padding:1px 6px;margin-left:6px;font-size:12px}
      #t{position:relative;display:inline-block;padding:8px}#t::after{content:"";position:absolute;left:0;right:0;bottom:0;height:3px;background:#36c}
      #c::after{content:"";display:inline-block;width:7px;height:7px;border:solid #333;border-width:0 2px 2px 0;transform:rotate(45deg);margin:0 0 3px 8px}
      #d::after{content:attr(data-more) " " "!";color:teal} #u::after{content:url(${face('teal')})}
      #x i:last-child{margin-right:30px} #x::after{content:"end"} #q{quotes:"«" "»"} #q::before{content:open-quote} #q::after{content:close-quote}</style>
      <h3 id="h">Top</h3><p id="a">Inbox</p><p id="t">Deals</p><p id="c">Menu</p><p id="d" data-more="3 more">Files</p><p id="u">Face</p><p id="x"><b id="y">One</b> <i>two</i></p><p id="q">Quoted</p>`,
    changes: {
      '#h': longer,
      '#a': 'In',
      '#t': 'All of the deals',
      '#c': 'Me',
      '#d': 'F',
      '#u': 'A face',
      '#y': 'Eleven',
      '#q': 'Q',
    },
  },
  'lists with bullets and numbers': {
    markup: `<body style="font:16px sans-serif;margin:20px"><h3 id="h">Top</h3><ul><li id="a">One<li>Two</ul><ol style="list-style-type:upper-roman"><li>Three<li id="b">Four</ol>
      <ul style="list-style:square inside"><li id="c">Five</ul><details open><summary id="d">Six</summary>Seven</details>`,
    changes: { '#h': longer, '#a': 'Another', '#b': 'The fourth', '#c': 'F', '#d': 'Half a dozen' },
  },
  'tables whose borders are collapsed': {
    markup: `<style>body{font:14px sans-serif;margin:20px}table{border-collapse:collapse;margin-bottom:12px}#g,#g td{border:1px solid #888;padding:6px}
      #r tr{border-bottom:3px solid teal}#r td{padding:6px 12px}#w td{border:1px solid #bbb;padding:5px}#w .k{border:4px solid tomato}#s{border-collapse:separate}#s tr{border:4px solid red}#s td{border:1px solid #444}</style>
      <h3 id="h">Top</h3><table id="g"><tr><td id="a">Ada<td>Lovelace<tr><td rowspan="2">Grace<td id="b">Hopper<tr><td>Karl</table>
      <table id="r"><thead><tr><th>Name<th>Plan</thead><tr><td id="c">Eva<td>Pro<tr><td>Max<td>Free</table>
      <table id="w"><tr><td>A<td class="k" id="d">B<td>C<tr><td>D<td>E<td>F</table><table id="s"><tr><td id="e">Own<td>Borders</table>`,
    changes: { '#h': longer, '#a': 'Augusta Ada', '#b': 'H', '#c': 'Evangeline', '#d': 'Bee', '#e': 'O' },
  },
  'a text from right to left': {
    markup: '<html dir="rtl"><body style="font:20px sans-serif"><p id="p">שלום עולם</p><p>עוד טקסט ארוך יותר</p>',
    changes: { '#p': 'טקסט אחר' },
  },
  'a single letter': {
    markup:
      '<body style="font:40px serif"><p id="p">A</p><div style="width:120px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis" id="e">Short</div>',
    changes: { '#p': 'I', '#e': 'A text that is cut off at the end' },
  },
  'faces beside names': {
    markup: `<style>body{font:15px sans-serif;margin:20px}span{display:flex;align-items:center;gap:1px}img{border-radius:50%}i{width:20px;height:20px;background:url(${face('tomato')})}</style>
      <span><img src="${face('teal')}" width="32" height="32" alt=""> <b id="n">Ottilie Hagedorn</b><i></i></span>`,
    changes: { '#n': 'Maria' },
  },
  'a scrolled list': {
    markup: `<body style="font:14px sans-serif;margin:10px"><div id="box" style="height:150px;overflow:auto;border:2px solid #888">${Array.from({ length: 40 }, (_, at) => `<p id="i${at}">Row ${at}</p>`).join('')}</div>`,
    changes: { '#i12': 'Another row', '#i13': { kind: 'hide' } },
  },
  'a shadow root': {
    markup:
      '<body style="font:16px sans-serif"><x-card><template shadowrootmode="open"><style>p{color:#06c;font-size:30px}::slotted(b){background:gold}</style><p>In the shadow <slot></slot></p></template><b id="b">Plan</b></x-card>',
    changes: { '#b': 'Another plan' },
  },
}

for (const [name, { markup, changes }] of Object.entries(pages)) {
  test(`redraws the picture of a page with ${name} as the edited page looks`, async () => {
    const { frame, page } = await openPage(markup)
    page.querySelector('#box')?.scrollTo(0, 300)
    const picture = await shotOf(frame)
    const edits = editsOf(page, changes)
    const redrawn = await editPicture({ page, edits, picture, width, height, pictureWidth: width, ...options })
    const expected = await shotOf(frame)
    const percent = await differing(redrawn, expected)
    expect(await differing(picture, expected)).toBeGreaterThan(0)
    expect(percent).toBeLessThan(0.15)
  })
}

test('skips edits of elements that no longer exist', async () => {
  const { page } = await openPage('<p>Text</p>')
  expect(
    applyPageEdits((path) => placeAt(page, path), [{ kind: 'text', path: '1.7.3', was: 'x', to: 'y' }], options),
  ).toEqual([])
})

test('keeps unchanged pixels, and no pixel of a hidden text, at double density', async () => {
  const { frame, page } = await openPage(
    '<body style="font:24px sans-serif;margin:20px"><p id="a">Ottilie Hagedorn</p><p>Stays</p>',
  )
  const picture = await doubled(await shotOf(frame))
  const box = page.querySelector('#a')!.getBoundingClientRect()
  const edits = editsOf(page, { '#a': { kind: 'hide' } })
  const redrawn = await editPicture({ page, edits, picture, width, height, pictureWidth: width, ...options })
  const [before, after] = await Promise.all([pixelsOf(picture), pixelsOf(redrawn)])
  expect([after.width, after.height]).toEqual([width * 2, height * 2])
  const rowOf = ({ data }: ImageData, y: number) => data.subarray(y * width * 8, (y + 1) * width * 8)
  const [top, bottom] = [Math.floor(box.top * 2), Math.ceil(box.bottom * 2)]
  for (let y = top; y < bottom; y += 1) expect(rowOf(after, y).every((value) => value === 255)).toBe(true)
  for (let y = bottom + 40; y < height * 2; y += 1) expect(rowOf(after, y)).toEqual(rowOf(before, y))
  expect(rowOf(before, Math.round((top + bottom) / 2)).every((value) => value === 255)).toBe(false)
})

async function doubled(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width * 2, bitmap.height * 2)
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob()
}

test('covers an address that the recorder left out of the page but the picture still shows', async () => {
  const markup = (address: string) =>
    `<body style="font:16px sans-serif;margin:20px"><h1>Contacts</h1><p style="width:220px;height:20px">${address}</p>`
  const captured = await openPage(markup('ada@example.com'))
  const picture = await shotOf(captured.frame)
  captured.frame.remove()
  const { frame, page } = await openPage(markup('…'))
  const edits = editsOf(page, { h1: 'People' })
  const edited = await editPicture({ ...options, page, edits, picture, width, height, pictureWidth: width })
  expect(await differing(edited, await shotOf(frame))).toBeLessThan(0.15)
})
