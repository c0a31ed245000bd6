import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'

import { createServer } from 'vite'

import { freePort } from '../tests/support/server-process.ts'
import { buildParts } from './build-parts.ts'
import { root } from './tasks.ts'

/*
 * npm run dev: the product with hot reload. Vite serves the application from source and proxies the rest to the real
 * server, which restarts on changes. The player, embed script, tracker and extension are rebuilt on changes.
 */

const port = Number(process.env['PORT'] ?? 3000)
const backendPort = await freePort()
const backend = `http://127.0.0.1:${backendPort}`

// Vite serves the application.
const buildOtherParts = () => buildParts({ mode: 'production', except: ['web'] })
await buildOtherParts()

const watched = ['server', 'backend', 'domain', 'protocol', 'agent'].map(
  (folder) => `--watch-path=${join(root, folder)}`,
)
const server = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', ...watched, '--watch-preserve-output', join(root, 'server', 'main.ts')],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(backendPort),
      HOST: '127.0.0.1',
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}`,
    },
  },
)

// Every endpoint of the server, such as /rest/v1 and /agent/v1.
const endpoints = '^/[a-z]+/v1(/|\\?|$)'
const pages = ['/demo', '/meeting', '/player', '/js', '/texts', '/dev/outbox', '/understudy-extension.zip']
const proxied = [...pages, '/config.json', '/healthz', '/metrics']
const vite = await createServer({
  configFile: join(root, 'web', 'vite.config.ts'),
  root: join(root, 'web'),
  server: {
    port,
    strictPort: true,
    host: process.env['HOST'] ?? '127.0.0.1',
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: backend }])),
      [endpoints]: { target: backend, ws: true },
    },
  },
})
await vite.listen()
console.log(`Understudy (development) is running on http://localhost:${port}`)

let rebuilding = Promise.resolve()
for (const folder of ['player', 'tracker', 'extension', 'domain', 'protocol']) {
  watch(join(root, folder), { recursive: true }, () => {
    rebuilding = rebuilding.then(buildOtherParts).catch((error: unknown) => console.error(error))
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.kill(signal)
    server.once('exit', () => process.exit(0))
    void vite.close()
  })
}
