import { existsSync, globSync } from 'node:fs'

import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

import { isStreamAlreadyClosed } from './backend/http/stream-already-closed.ts'

const chromium =
  process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))

const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Contract tests run once on each database, and don't know which. With CONTRACT_TURN, they run on one of them. */
function contract(database: 'pglite' | 'postgres') {
  const turn = process.env['CONTRACT_TURN']
  const files = globSync('tests/contract/**/*.test.ts').toSorted()
  const isTheirTurn = (_: string, index: number) => (index + Number(turn)) % 2 === (database === 'pglite' ? 0 : 1)
  return {
    test: {
      name: `contract-${database}`,
      include: turn === undefined ? ['tests/contract/**/*.test.ts'] : files.filter(isTheirTurn),
      environment: 'node',
      // One thread for many files: each starts servers and databases of its own anyway, and loading their code (and
      // PGlite's) anew for every file was half of the time.
      pool: 'threads' as const,
      isolate: false,
      env: { TEST_DATABASE: database },
      globalSetup: ['tests/support/database-setup.ts'],
      // Some take 30 s on two idle cores; a busy CI machine needs three times as long.
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }
}

const unit = {
  environment: 'node',
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    // As in server/main.ts.
    onUnhandledError: (error) => !isStreamAlreadyClosed(error),
    projects: [
      {
        test: {
          ...unit,
          name: 'agent',
          include: ['agent/**/*.test.ts'],
          setupFiles: ['tests/support/word-vectors.ts'],
          // Loading the agent's weights anew for every file took three quarters of the time; nothing here keeps state.
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{domain,protocol,backend,server,player,web,extension,scripts}/**/*.test.ts'],
        },
      },
      contract('pglite'),
      contract('postgres'),
      {
        plugins: [react()],
        // Named here, or a cold cache finds them one by one and reloads the page under a running test.
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-router',
            'vitest-browser-react',
            '@tanstack/react-query',
            '@tanstack/react-virtual',
            '@base-ui/react/dialog',
            '@base-ui/react/menu',
            '@base-ui/react/progress',
            '@base-ui/react/switch',
            '@base-ui/react/tooltip',
            '@atlaskit/pragmatic-drag-and-drop/combine',
            '@atlaskit/pragmatic-drag-and-drop/element/adapter',
            '@supabase/supabase-js',
            'clsx',
            'dom-accessibility-api',
            'idb',
            'lucide-react',
          ],
        },
        test: {
          name: 'component',
          include: ['{player,web,extension}/**/*.browser.test.tsx'],
          setupFiles: ['tests/support/quiet-console.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: chromium ?? '', args: chromiumArgs } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
