import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'

import { listenOnLoopback, type LoopbackServer } from '#support/listen-on-loopback.ts'

import { root } from './tasks.ts'

/** Serves sample/app, the made-up product Tidelane, with its font. */
export function serveSampleApp(): Promise<LoopbackServer> {
  return listenOnLoopback(
    createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const name = pathname === '/' ? 'index.html' : basename(pathname)
      readFile(name === 'inter.woff2' ? font : join(root, 'sample', 'app', name)).then(
        (file) => response.writeHead(200, { 'content-type': types[extname(name)] ?? 'text/plain' }).end(file),
        () => response.writeHead(404).end(),
      )
    }),
  )
}

const font = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
