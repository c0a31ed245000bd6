import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'

import { chromium } from '@playwright/test'

import { walkPlaces } from '#domain/page-path.ts'
import { cleanPage } from '#server/snapshots/clean-page.ts'
import {
  isElement,
  isTextNode,
  pageTree,
  parsePage,
  rootOf,
  type ChildNode,
  type ParentNode,
} from '#server/snapshots/parse-page.ts'

import { listenOnLoopback } from './listen-on-loopback.ts'

/** Every path of each page with what is there, as the server finds it and as Chromium does. Null for refused pages. */
export async function comparePagePaths(
  pages: readonly string[],
): Promise<
  readonly { readonly html: string; readonly server: readonly string[]; readonly browser: readonly string[] }[]
> {
  const cleaned = pages.flatMap((html) => {
    try {
      return [cleanPage(html)]
    } catch {
      return []
    }
  })
  const { origin, close } = await listenOnLoopback(
    createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(cleaned[Number((request.url ?? '/').slice(1))] ?? '')
    }),
  )
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const source = stripTypeScriptTypes(readFileSync(new URL('../../domain/page-path.ts', import.meta.url), 'utf8'))
  const walker = `${source.replaceAll(/^export /gm, '')}
    ;[...walkPlaces(document.documentElement, {
      children: (node) => node.childNodes,
      isText: (node) => node.nodeType === 3,
      isElement: (node) => node.nodeType === 1,
      shadowRoot: (node) => node.shadowRoot ?? null,
      frame: (node) => node.localName === 'iframe' && node.hasAttribute('srcdoc') ? node.contentDocument?.documentElement ?? null : null,
    })].map(({ path, place }) => path + ' ' + (place.type === 'text'
      ? JSON.stringify(place.nodes.map((node) => node.data).join(''))
      : place.node.localName ?? '#root'))`
  try {
    const page = await browser.newPage()
    const compared = []
    for (const [at, html] of cleaned.entries()) {
      await page.goto(`${origin}/${at}`, { waitUntil: 'load' })
      compared.push({ html, server: pathsOf(html), browser: await page.evaluate<string[]>(walker) })
    }
    return compared
  } finally {
    await browser.close()
    await close()
  }
}

function pathsOf(html: string): readonly string[] {
  const page = parsePage(html)
  const tree = pageTree(page)
  return [...walkPlaces<ParentNode | ChildNode>(rootOf(page.document), tree)].map(({ path, place }) => {
    if (place.type === 'element') return `${path} ${isElement(place.node) ? place.node.tagName : '#root'}`
    return `${path} ${JSON.stringify(place.nodes.map((node) => (isTextNode(node) ? node.value : '')).join(''))}`
  })
}
