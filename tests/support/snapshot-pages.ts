import { createServer } from 'node:http'

import { cleanPage } from '#server/snapshots/clean-page.ts'
import { cleanCss } from '#server/snapshots/write-page.ts'
import type { RecordedSnapshot } from '#protocol/snapshots.ts'
import type { Page } from '@playwright/test'

import { askExtension } from './extension-page.ts'
import { listenOnLoopback } from './listen-on-loopback.ts'

/** Pages to capture, each hard in its own way: what clicks `#go` is recorded. */
export const snapshotPages: Readonly<Record<string, string>> = {
  plain: page(`<h1>Quarterly report</h1><p>Revenue grew by 12 %.</p><button id="go">Next</button>`),
  'a scrolled list in a scrolled page': page(
    `<header style="position:sticky;top:0;background:#fe9">Header</header>
     <div id="box" style="height:200px;overflow:auto;border:1px solid"><ol>${'<li>Row of the list</li>'.repeat(80)}</ol></div>
     <div>${'<p>A paragraph of the page.</p>'.repeat(60)}</div><button id="go" style="position:fixed;right:20px;top:60px">Next</button>
     <script>box.scrollTop = 377; scrollTo(0, 120)</script>`,
  ),
  'shadow roots with adopted sheets': page(
    `<fancy-card><b>Plan</b></fancy-card><closed-card></closed-card><button id="go">Next</button>
     <script>
       const sheet = new CSSStyleSheet(); sheet.replaceSync('p{color:#06c;font-size:30px} ::slotted(b){background:gold}')
       for (const [name, mode] of [['fancy-card', 'open'], ['closed-card', 'closed']])
         customElements.define(name, class extends HTMLElement { constructor() { super()
           const root = this.attachShadow({ mode }); root.innerHTML = '<p>In the shadow <slot></slot></p>'; root.adoptedStyleSheets = [sheet] } })
     </script><style>:not(:defined){visibility:hidden}</style>`,
  ),
  'rules added by script': page(
    `<p class="a">Styled by rules</p><button id="go">Next</button><style id="s"></style>
     <script>s.sheet.insertRule('.a{font-size:40px;background:#cfc;padding:20px}')</script>`,
  ),
  'a canvas and a frame': page(
    `<canvas id="c" width="300" height="120"></canvas><iframe srcdoc="<style>body{background:#eef}</style><h2>Inside</h2>" width="300" height="120"></iframe>
     <button id="go">Next</button><script>const x=c.getContext('2d');x.fillStyle='#c36';x.fillRect(20,20,200,60);x.font='20px serif';x.fillText('drawn',30,110)</script>`,
  ),
  'a scroller from right to left': page(
    `<div id="box" dir="rtl" style="width:300px;height:120px;overflow:auto"><div style="width:900px;height:400px;background:linear-gradient(90deg,#c36,#36c)">Row</div></div>
     <button id="go">Next</button><script>box.scrollLeft = -210; box.scrollTop = 60</script>`,
  ),
  'sections that are skipped off-screen': page(
    `${Array.from({ length: 40 }, (_, at) => `<section style="content-visibility:auto;contain-intrinsic-size:auto 300px"><h2>Part ${at}</h2><p>Words</p></section>`).join('')}
     <button id="go" style="position:fixed;right:20px;top:60px">Next</button><script>
       const scroll = () => { scrollBy(0, 150); if (scrollY < 1200) requestAnimationFrame(scroll) }
       onload = scroll
     </script>`,
  ),
  'drawings and fields below translucent layers': page(
    `<canvas id="c" width="300" height="120"></canvas> <input value="Ada Lovelace" style="opacity:.4;font-size:24px"> <textarea rows="4" style="filter:invert(1)">Dear board,</textarea>
     <iframe style="width:300px;height:120px;border:3px solid teal" srcdoc="<style>body{margin:0}i{position:fixed;inset:10px 10px 50px;background:rgb(200 0 90/.3)}</style><canvas id='d' width='200' height='90'></canvas><i></i><script>const d=document.querySelector('canvas').getContext('2d');d.fillStyle='#2a6';d.fillRect(0,0,200,90)</script>"></iframe>
     <div style="position:absolute;inset:30px auto auto 60px;width:200px;height:60px;background:rgb(255 200 0/.4)"></div>
     <dialog id="b" style="margin:330px auto 0"><button id="go">Next</button></dialog><div style="position:fixed;inset:0;opacity:.5"><div style="height:700px;background:oklch(0.5 0.1 250/.5)"></div></div>
     <style>dialog::backdrop{background:rgb(0 20 60/.5)}</style><script>
       const c = document.querySelector('#c').getContext('2d')
       c.fillStyle = '#e63'; c.fillRect(0, 0, 300, 120); c.fillStyle = '#fff'; c.fillRect(40, 40, 90, 50)
       b.showModal()
     </script>`,
  ),
  'a modal dialog': page(
    `<h1>Behind</h1><dialog id="d" style="padding:30px"><p>Are you sure?</p><button id="go">Yes</button></dialog><script>d.showModal()</script>`,
  ),
  'typed text': page(
    `<label>Name <input id="n" value="Ada Lovelace"></label><label>Password <input type="password" value="correct horse"></label>
     <textarea>Dear board,</textarea><select><option>One<option selected>Two</select><input type="checkbox" checked><button id="go">Next</button>`,
  ),
  'a closed shadow root in a plain element': page(
    `<div id="host">Not in a slot 4711</div>
     <section id="around"><p>Between</p><b slot="end">At the end</b><i>Not in a slot 4711</i></section><button id="go">Next</button><script>
       around.attachShadow({ mode: 'closed', slotAssignment: 'named' }).innerHTML =
         '<style>:host{border:4px solid #06c} footer{background:gold}</style><h3>Around</h3><slot name="none"></slot><footer><slot name="end"></slot></footer>'
       host.attachShadow({ mode: 'closed' }).innerHTML = '<style>p{background:#cfc;font-size:30px}</style><p>In the shadow</p><button>Inner</button>'
     </script>`,
  ),
  'fields with hints, and labels that float': page(
    `<style>.f{position:relative;margin:20px 0;width:300px} .f input,.f textarea{width:100%;padding:20px 10px 6px}
       .f label{position:absolute;left:10px;top:14px} .f :not(:placeholder-shown)+label{top:2px;font-size:11px}
       .f :invalid+label{color:#c00} .f:has(:invalid)::after{content:'Required'}</style>
     <div class="f"><input placeholder="Type a project" value="Harbour" required><label>Project</label></div>
     <div class="f"><input placeholder="Type a team" required><label>Team</label></div>
     <div class="f"><textarea placeholder="Type a note">Long text</textarea><label>Notes</label></div>
     <input type="date" value="2026-11-20"> <input type="number" value="12"> <select><option>One</select><button id="go">Next</button>`,
  ),
  'a closed popover in a grid': page(
    `<div style="display:grid;grid-template-columns:1fr 1fr;gap:20px"><b>One</b><div popover>Closed 4711</div><b>Two</b>
     <b>Three</b><button id="go">Next</button></div>`,
  ),
  'a document, a formula and an address inside': page(
    `<style>.tab{display:none} .tab:target{display:block;background:#fdc;padding:20px}</style>
     <object data="/dot.svg" type="image/svg+xml" width="90" height="90"></object><embed src="/dot.svg" width="60" height="60">
     <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math><div class="tab" id="two">Second tab</div><button id="go">Next</button>
     <script>location.hash = '#two'</script>`,
  ),
  'pictures and backgrounds from blobs': page(
    `<img id="i"><div id="b" style="width:180px;height:120px"></div><div class="bg" style="padding:30px">Text over it</div><button id="go">Next</button><script>
       const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#06c"/></svg>'
       const url = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }))
       i.src = url
       b.style.backgroundImage = 'url(' + url + ')'
       const style = document.createElement('style')
       style.textContent = '.bg{background:url(' + url + ')}'
       document.head.append(style)
     </script>`,
  ),
  'layers and chained imports': page(
    `<style>@layer base, theme, imported; @import "layered.css" layer(imported); @layer theme{h1{color:#06c}} @layer base{h1{color:#c00;font-size:50px}}</style>
     <style>@import "chain.css" screen;</style><style media="print">h1{font-size:90px}</style>
     <h1>Layered</h1><p class="chain">Chained</p><p class="imported">Imported</p><button id="go">Next</button>`,
  ),
  'a dialog over a dialog': page(
    `<style>dialog::backdrop{background:rgb(0 60 0 / 30%)}</style><h1>Behind</h1>
     <dialog id="d1" style="width:500px;height:300px">First</dialog>
     <dialog id="d2"><p>Second</p><button id="go">OK</button></dialog><script>d1.showModal(); d2.showModal()</script>`,
  ),
  'states of custom elements': page(
    `<style>my-box{display:block;padding:20px;border:1px solid} my-box:state(on){background:gold} my-box:state(off){display:none}</style>
     <my-box class="on"></my-box><my-box></my-box><button id="go">Next</button><script>
       const sheet = new CSSStyleSheet()
       sheet.replaceSync('b::after{content:" off"} :host(:state(on)) b{font-size:40px} :host(:state(on)) b::after{content:" on"}')
       customElements.define('my-box', class extends HTMLElement {
         constructor() { super(); const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<b>Box</b>'; root.adoptedStyleSheets = [sheet]
           if (this.className === 'on') this.attachInternals().states.add('on') } })
     </script>`,
  ),
  'a focus ring': page(
    `<button id="go" style="position:absolute;left:300px;top:200px">Next</button><button id="f" style="width:400px;height:80px">Focused</button>
     <script>f.focus({ focusVisible: true })</script>`,
  ),
  'a long list that has faded in': page(
    `<style>.row{animation:in .2s both} @keyframes in{from{opacity:0;transform:translateY(9px)}}</style>
     <button id="go">Next</button><ul>${'<li class="row">Row of the list</li>'.repeat(700)}</ul>`,
  ),
  'hidden content': page(
    `<p>Seen</p><div style="display:none">hidden-none-4711</div><p style="visibility:hidden">hidden-visibility-4711</p>
     <div style="position:absolute;left:-9999px">hidden-offscreen-4711</div><div style="height:3000px"></div><p>hidden-below-4711</p>
     <input type="hidden" value="hidden-token-4711"><meta name="csrf" content="hidden-meta-4711"><!-- hidden-comment-4711 -->
     <button id="go" style="position:fixed;left:20px;top:200px" onclick="location='#x'" data-token="hidden-data-sk_live_a1b2c3d4e5f6g7h8">Next</button>`,
  ),
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
<link rel="stylesheet" href="/style.css"></head><body>${body}</body></html>`
}

const files: Readonly<Record<string, { readonly type: string; readonly content: string }>> = {
  '/style.css': {
    type: 'text/css',
    content:
      '@import "more.css"; body{font:18px sans-serif;margin:24px} #go{padding:10px;background:url(dot.svg)} @media (prefers-color-scheme:dark){body{background:#000}}',
  },
  '/layered.css': { type: 'text/css', content: '.imported{color:#06c;font-size:30px} h1{text-decoration:underline}' },
  '/chain.css': { type: 'text/css', content: '@import url(deeper.css); .chain{color:#090}' },
  '/deeper.css': {
    type: 'text/css',
    content: '@import "/deepest.css" (min-width: 1px); .chain{font-size:40px}',
  },
  '/deepest.css': { type: 'text/css', content: '.chain{background:url(dot.svg)}' },
  '/more.css': { type: 'text/css', content: 'h1{color:#a30;border-bottom:4px double}' },
  '/dot.svg': {
    type: 'image/svg+xml',
    content:
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="2" fill="#9bd"/></svg>',
  },
}

/** Serves the pages under their numbers. */
export async function startSnapshotPages() {
  const pages = Object.values(snapshotPages)
  const { origin, close } = await listenOnLoopback(
    createServer((request, response) => {
      const path = request.url ?? '/'
      const file = files[path] ?? { type: 'text/html; charset=utf-8', content: pages[Number(path.slice(1))] ?? '' }
      response.writeHead(200, { 'content-type': file.type }).end(file.content)
    }),
  )
  return { url: origin, stop: close }
}

/** A captured page with its files, cleaned as the server does. */
export interface CollectedSnapshot extends RecordedSnapshot {
  readonly contents: ReadonlyMap<string, { readonly type: string; readonly content: Buffer }>
}

/** Everything that the extension keeps of a capture's page; null when it kept none. */
export async function collectSnapshot(home: Page, captureId: string): Promise<CollectedSnapshot | null> {
  const { page: recorded } = await askExtension(home, { type: 'read-page', captureId })
  if (recorded === null) return null
  const contents = new Map<string, { readonly type: string; readonly content: Buffer }>()
  for (const hash of recorded.files) {
    const { dataUrl } = await askExtension(home, { type: 'read-page-file', captureId, hash })
    const type = /^data:([^;,]*)/.exec(dataUrl)?.[1] ?? ''
    const content = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
    contents.set(hash, {
      type,
      content: type.startsWith('text/css') ? Buffer.from(cleanCss(content.toString())) : content,
    })
  }
  const sheets = [...contents.values()].filter(({ type }) => type.startsWith('text/css'))
  const html = cleanPage(
    recorded.html,
    new Set(),
    sheets.map(({ content }) => content.toString()),
  )
  return { ...recorded, html, contents }
}

/** Shows a captured page alone, as the player's frame does. */
export async function serveSnapshot(snapshot: CollectedSnapshot) {
  const { origin, close } = await listenOnLoopback(
    createServer((request, response) => {
      const name = (request.url ?? '').split('/').at(-1) ?? ''
      if (name === 'player') {
        const { width, height } = snapshot
        const style = `position:absolute;inset:0 auto auto 0;border:0;width:${width}px;height:${height}px`
        response.writeHead(200, { 'content-type': 'text/html' })
        return response.end(
          `<!doctype html><body style="margin:0"><iframe sandbox="" src="/s/page" style="${style}"></iframe>`,
        )
      }
      const file = snapshot.contents.get(name)
      const policy = `default-src 'none'; img-src ${origin}/s/; style-src ${origin}/s/ 'unsafe-inline'; font-src ${origin}/s/; sandbox`
      if (name === 'page') {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        return response.end(snapshot.html)
      }
      response.writeHead(file === undefined ? 404 : 200, {
        'content-type': file?.type ?? 'text/plain',
        'access-control-allow-origin': '*',
      })
      return response.end(file?.content)
    }),
  )
  return { url: `${origin}/player`, stop: close }
}
