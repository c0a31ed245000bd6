import { createServer } from 'node:http'

import { listenOnLoopback } from './listen-on-loopback.ts'

/** Everybody in the app, with what they pay. The recorder keeps no e-mail addresses. */
export const people = [
  { name: 'Julia Hartmann', amount: '€12,480.00' },
  { name: 'Pierre Lacroix', amount: '€3,150.50' },
  { name: 'Emma Whitcombe', amount: '€980.00' },
] as const

/** A small app with a logo, a table of people and a dialog, as authors record it. */
export async function startPeopleApp() {
  const { origin, close } = await listenOnLoopback(
    createServer((request, response) => {
      const path = request.url ?? '/'
      if (path === '/logo.svg') return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(logo)
      if (path.startsWith('/face')) {
        return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(face(Number(path[5])))
      }
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    }),
  )
  return { url: origin, stop: close }
}

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32"><rect width="120" height="32" rx="6" fill="#4b2e83"/><circle cx="16" cy="16" r="8" fill="#ffd166"/></svg>'

const face = (at: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" fill="hsl(${at * 90} 60% 60%)"/><circle cx="16" cy="13" r="6" fill="#fff"/></svg>`

const rows = people
  .map(
    ({ name, amount }, at) =>
      `<tr><td><span class="who"><img src="/face${at}.svg" alt="${name}" width="32" height="32"> <b class="name">${name}</b></span></td><td>Customer</td><td class="amount">${amount}</td></tr>`,
  )
  .join('')

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>People</title><style>
  body{margin:0;font:15px/1.5 sans-serif;color:#1d1b20;background:#f6f5f8}
  header{display:flex;align-items:center;gap:16px;padding:12px 24px;background:#fff;border-bottom:1px solid #ddd}
  header img{display:block} header strong{font-size:18px} header::after{content:"";margin-left:auto;width:28px;height:28px;border-radius:50%;background:#ddd}
  main{padding:24px} table{width:100%;border-collapse:collapse;background:#fff;border-radius:8px;overflow:hidden}
  td,th{text-align:left;padding:10px 16px;border-bottom:1px solid #eee} .who{display:flex;align-items:center;gap:10px} .who img{border-radius:50%}
  tr:nth-child(even) td{background:#fafaff} button{font:inherit;padding:8px 16px;border:0;border-radius:8px;background:#4b2e83;color:#fff}
  .face{width:36px;height:36px;border-radius:50%;background:url(/face1.svg)} .by::after{content:"by Pierre Lacroix"}
  dialog{border:0;border-radius:12px;padding:24px;box-shadow:0 12px 40px #0005} dialog::backdrop{background:#0007}
</style></head><body>
<header><img src="/logo.svg" alt="Brandmeyer" width="120" height="32"><strong id="greeting">Welcome back</strong></header>
<main><h1>People</h1><table><tr><th>Name<th>Role<th>Balance</tr>${rows}</table>
<p class="who"><i class="face"></i> <canvas id="chart" width="120" height="40"></canvas> <small class="by">Last change </small> <span>Pierre Lacroix</span></p>
<p><label>Owner <select id="owner"><option>Julia Hartmann</select></label></p>
<p><button id="open">Invite Emma Whitcombe</button></p></main>
<dialog id="ask"><h2>Invite Emma Whitcombe?</h2><p>An invitation goes to Emma Whitcombe today.</p><button id="send">Send invitation</button></dialog>
<script>chart.getContext('2d').font = '16px sans-serif'; chart.getContext('2d').fillText('Emma Whitcombe', 4, 24)
 open_ = document.getElementById('open'); open_.onclick = () => ask.showModal(); send.onclick = () => { ask.close(); document.querySelector('h1').textContent = 'Emma Whitcombe was invited'; open_.id = 'again' }</script>
</body></html>`
