import { createServer } from 'node:http'

import { chromium } from '@playwright/test'

import { cleanPage } from '#server/snapshots/clean-page.ts'
import { hostileCaptures } from '#server/snapshots/testing/hostile-captures.ts'

import { listenOnLoopback } from './listen-on-loopback.ts'

export interface CapturesProof {
  readonly count: number
  /** Captures that the server wouldn't have stored. */
  readonly refused: number
  readonly escapes: readonly { readonly what: string; readonly layer: string; readonly asked: readonly string[] }[]
}

const editing = 'allow-same-origin'

/** Each defence must hold by itself, so that a hole in one leaks nothing. */
const layers = {
  /** Cleaned, in a frame that may run scripts and load anything. */
  cleaned: { isCleaned: true, sandbox: 'allow-scripts allow-forms', policy: null },
  /** Not cleaned, under the policy of the served page. */
  'under the policy': { isCleaned: false, sandbox: '', policy: 'sandbox' },
  'as served': { isCleaned: true, sandbox: '', policy: 'sandbox' },
  /** With our origin, as the editor gets it. */
  'under the policy for editing': { isCleaned: false, sandbox: editing, policy: `sandbox ${editing}` },
  'as edited': { isCleaned: true, sandbox: editing, policy: `sandbox ${editing}` },
} as const

type Layer = keyof typeof layers

const framesAtOnce = 25

/** Opens hostile captures in Chromium and reports every request that isn't for the capture's own files. */
export async function proveCaptures({ count, seed }: { count: number; seed: number }): Promise<CapturesProof> {
  const canary = 'http://canary.test/'
  const captures = hostileCaptures(count, canary, seed)
  const cleaned = captures.map((html) => {
    try {
      return cleanPage(html)
    } catch {
      return null
    }
  })
  const { origin, close } = await listenOnLoopback(
    createServer((request, response) => {
      const [, layer = '', index = '', name = ''] = new URL(request.url ?? '/', 'http://x').pathname.split('/')
      const chosen = layers[decodeURIComponent(layer) as Layer]
      if (name !== 'page') return response.writeHead(404).end()
      const html = chosen.isCleaned ? (cleaned[Number(index)] ?? '') : (captures[Number(index)] ?? '')
      const folder = `${origin}/${layer}/${index}/`
      const policy = `default-src 'none'; img-src ${folder}; style-src ${folder} 'unsafe-inline'; font-src ${folder}; base-uri 'none'; form-action 'none'; ${chosen.policy ?? ''}`
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        ...(chosen.policy !== null && { 'content-security-policy': policy }),
      })
      return response.end(html)
    }),
  )
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const escapes: CapturesProof['escapes'][number][] = []
  try {
    for (const layer of Object.keys(layers) as Layer[]) {
      for (let start = 0; start < count; start += framesAtOnce) {
        const context = await browser.newContext()
        const asked: string[] = []
        await context.route('**/*', (route) => {
          const url = route.request().url()
          const own = `${origin}/${encodeURIComponent(layer)}/`
          if (url.startsWith(own) && url.endsWith('/page')) return route.continue()
          // The policy allows the capture's own files, of which there are none here.
          if (layers[layer].policy !== null && url.startsWith(own)) return route.abort()
          if (url === `${origin}/`)
            return route.fulfill({ contentType: 'text/html', body: frames(layer, start, count) })
          asked.push(`${url} from ${route.request().frame().url()}`)
          return route.abort()
        })
        const page = await context.newPage()
        await page.goto(`${origin}/`, { waitUntil: 'load' })
        // Anything that load events, animations and refreshes start has started two painted frames later.
        await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 120)))
        if (asked.length > 0) {
          const from = Number(/\/(\d+)\/page/.exec(asked[0] ?? '')?.[1] ?? start)
          escapes.push({ what: captures[from] ?? '', layer, asked })
        }
        await context.close()
      }
    }
  } finally {
    await browser.close()
    await close()
  }
  return { count, refused: cleaned.filter((html) => html === null).length, escapes }

  function frames(layer: Layer, start: number, end: number): string {
    const { sandbox } = layers[layer]
    const indexes = Array.from({ length: Math.min(framesAtOnce, end - start) }, (_, at) => start + at)
    return indexes
      .map((at) => `<iframe sandbox="${sandbox}" src="/${encodeURIComponent(layer)}/${at}/page"></iframe>`)
      .join('')
  }
}
