import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * A hand-made editor: a card that follows the pointer, an image zoomed with Ctrl and the wheel, and 200 thumbnails
 * reordered by dragging. No framework; every event writes one style.
 */

export interface HandMadeEditor {
  readonly url: string
  readonly close: () => void
}

export async function serveHandMadeEditor(picture: Uint8Array, thumbnailCount: number): Promise<HandMadeEditor> {
  const server = createServer((request, response) => {
    const isPicture = request.url === '/picture.png'
    response.setHeader('content-type', isPicture ? 'image/png' : 'text/html; charset=utf-8')
    response.end(isPicture ? picture : page(thumbnailCount))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

function page(thumbnailCount: number): string {
  const thumbnails = Array.from(
    { length: thumbnailCount },
    (_, index) =>
      `<li draggable="true" data-step-id="${index}"><button><img src="/picture.png" loading="lazy" draggable="false"></button></li>`,
  ).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>By hand</title><style>
body{margin:0;display:flex;flex-direction:column;height:100vh;overflow:hidden;font:14px system-ui}
#canvas{flex:1;min-height:0;overflow:hidden;display:flex;align-items:center;justify-content:center;background:#eee}
#stage{position:relative;height:90%;aspect-ratio:1280/800}#stage>img{width:100%;height:100%}
#card{position:absolute;left:20%;top:20%;width:25%;height:20%;background:#fff;border-radius:10px;touch-action:none}
ol{display:grid;grid-template-columns:repeat(6,1fr);gap:8px;max-height:240px;overflow:auto;margin:0;padding:8px;list-style:none}
li{position:relative}li button{display:block;width:100%;aspect-ratio:16/10;padding:0;overflow:hidden}li img{width:100%;height:100%;object-fit:cover}
#line{position:absolute;width:2px;background:#60f;pointer-events:none}</style>
<div id="canvas" data-testid="canvas"><div id="stage"><img src="/picture.png"><div id="card"><b>Click here</b><p>To go on</p></div></div></div>
<ol>${thumbnails}</ol><script>
const card = document.getElementById('card'), stage = document.getElementById('stage')
let grip = null, x = 0, y = 0
card.onpointerdown = (e) => { card.setPointerCapture(e.pointerId); grip = { x: e.clientX - x, y: e.clientY - y } }
card.onpointermove = (e) => { if (!grip) return; x = e.clientX - grip.x; y = e.clientY - grip.y; card.style.transform = 'translate(' + x + 'px,' + y + 'px)' }
card.onpointerup = () => { grip = null }
let zoom = 100
document.getElementById('canvas').addEventListener('wheel', (e) => { if (!e.ctrlKey) return; e.preventDefault()
  zoom = Math.max(50, Math.min(200, zoom + (e.deltaY < 0 ? 25 : -25))); stage.style.transform = 'scale(' + zoom / 100 + ')' }, { passive: false })
const list = document.querySelector('ol'), line = document.createElement('span'); line.id = 'line'
let dragged = null, target = null, isAfter = false
list.ondragstart = (e) => { dragged = e.target.closest('li'); dragged.style.opacity = .4 }
list.ondragover = (e) => { e.preventDefault(); target = e.target.closest('li'); if (!target) return
  const box = target.getBoundingClientRect(); isAfter = e.clientX > box.left + box.width / 2
  line.style.cssText = 'top:0;bottom:0;' + (isAfter ? 'right:-5px' : 'left:-5px'); if (line.parentNode !== target) target.append(line) }
list.ondragend = () => { dragged.style.opacity = ''; line.remove(); if (target && target !== dragged) target[isAfter ? 'after' : 'before'](dragged) }
</script></html>`
}
