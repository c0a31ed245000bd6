import { defineConfig } from '@playwright/test'

/* The end-to-end tests. Each file starts its own server on a free port and its own data directory. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e',
  fullyParallel: false,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // CI machines can be busy, so a failure is retried once; the report names tests that needed it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: '.cache/reports/e2e.json' }]],
  use: {
    // Tracing every test would take a fifth longer; `--trace on` records one by hand.
    trace: 'on-first-retry',
    launchOptions: {
      // Tests with the extension start the whole browser themselves (tests/support/extension-browser.ts).
      executablePath: process.env['CHROMIUM_SHELL_PATH'] ?? process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
