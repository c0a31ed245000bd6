import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'

import { offerPairing } from './extension-page.ts'

const built = fileURLToPath(new URL('../../dist/extension', import.meta.url))

export interface ExtensionBrowser {
  readonly context: BrowserContext
  readonly extensionId: string
  /** Opens the popup as a page of its own. */
  readonly openPopup: () => Promise<Page>
  /** Types the origin into the popup, and the code its page shows, as an author does. */
  readonly connect: (home: string) => Promise<void>
  /** Only types the origin: none of its pages is paired yet. */
  readonly nameHome: (home: string) => Promise<void>
  /** Clicks the toolbar button on the page, which is what allows a stream of its tab. */
  readonly clickToolbarButton: (page: Page) => Promise<void>
  /** As if the shortcut had been pressed, which Playwright can't: Chrome keeps it from pages. */
  readonly useShortcut: (name: string) => Promise<void>
  /** Whether the extension has a stream of a tab. */
  readonly isStreaming: () => Promise<boolean>
  /** Stops the service worker as Chrome does when idle, whatever it is doing. */
  readonly killServiceWorker: () => Promise<void>
  /** Kills the browser, then restarts it on the same profile. */
  readonly crashAndRestart: () => Promise<ExtensionBrowser>
  readonly close: () => Promise<void>
}

interface BrowserLook {
  readonly width: number
  readonly height: number
  readonly deviceScaleFactor: number
  readonly colors: 'light' | 'dark'
  readonly language: string
}

/**
 * A real Chromium with the built extension and a fresh profile. Nobody can answer the browser's question for access
 * here, so the extension's copy has it from the start, unless `isAccessAsked`.
 */
export async function launchExtensionBrowser(
  look: Partial<BrowserLook> & { readonly isAccessAsked?: boolean } = {},
): Promise<ExtensionBrowser> {
  if (!existsSync(join(built, 'manifest.json'))) throw new Error('Build the extension first: npm run build')
  const profile = await mkdtemp(join(tmpdir(), 'understudy-profile-'))
  const { isAccessAsked = false, ...rest } = look
  const extension = join(profile, 'understudy-extension')
  await cp(built, extension, { recursive: true })
  if (!isAccessAsked) await grantAccess(join(extension, 'manifest.json'))
  return launch(profile, extension, {
    width: 1280,
    height: 800,
    deviceScaleFactor: 1,
    colors: 'light',
    language: 'en-US',
    ...rest,
  })
}

/** The permissions that the author would grant in the browser's own dialog. */
async function grantAccess(manifestPath: string): Promise<void> {
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as {
    permissions: string[]
    optional_permissions: string[]
    optional_host_permissions: string[]
  }
  const { optional_permissions: optional, optional_host_permissions: hosts, ...rest } = manifest
  const granted = { ...rest, permissions: [...manifest.permissions, ...optional], host_permissions: hosts }
  await writeFile(manifestPath, JSON.stringify(granted))
}

async function launch(profile: string, extension: string, look: BrowserLook): Promise<ExtensionBrowser> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    headless: true,
    viewport: { width: look.width, height: look.height },
    deviceScaleFactor: look.deviceScaleFactor,
    colorScheme: look.colors,
    locale: look.language,
    // The extension's own texts, by which tests and flows find its buttons.
    env: { ...definedEnv(), LANGUAGE: 'en' },
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      '--no-sandbox',
      '--lang=en-US',
      // Emulation alone doesn't change the size of screenshots that extensions take.
      `--force-device-scale-factor=${look.deviceScaleFactor}`,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const extensionId = new URL(worker.url()).host

  async function openPopup(): Promise<Page> {
    const popup = await context.newPage()
    await popup.goto(`chrome-extension://${extensionId}/popup/popup.html`)
    return popup
  }

  async function nameHome(home: string): Promise<void> {
    const popup = await openPopup()
    await popup.getByRole('button', { name: 'Change' }).click()
    await popup.getByLabel('Understudy address').fill(home)
    await popup.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(popup.getByRole('link', { name: new URL(home).host })).toBeVisible()
    await popup.close()
  }

  return {
    context,
    extensionId,
    openPopup,

    nameHome,

    clickToolbarButton: (page) => clickToolbarButton(page, extensionId),

    async useShortcut(name) {
      await worker.evaluate((name) => {
        // What the browser calls when the shortcut is pressed.
        const event = chrome.commands.onCommand as unknown as { dispatch(name: string, tab?: object): void }
        event.dispatch(name)
      }, name)
    },

    async isStreaming() {
      const popup = await openPopup()
      const isOpen = await popup.evaluate(
        async () => (await chrome.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] })).length > 0,
      )
      await popup.close()
      return isOpen
    },

    async connect(home) {
      await nameHome(home)
      const page = await context.newPage()
      await page.goto(home)
      const code = '493817'
      await offerPairing(page, code)
      const popup = await openPopup()
      await popup.getByLabel('Pairing code').fill(code)
      await popup.getByRole('button', { name: 'Pair', exact: true }).click()
      await expect(popup.getByText('Connected to')).toBeVisible()
      await Promise.all([popup.close(), page.close()])
    },

    async killServiceWorker() {
      const internals = await context.newPage()
      await internals.goto('chrome://serviceworker-internals')
      const registration = internals.locator('.serviceworker-registration', { hasText: extensionId })
      /** Changes with every start of a worker, and is -1 while none runs. */
      const processId = async () => /Renderer process ID:\s*(-?\d+)/.exec(await registration.innerText())?.[1]
      const killed = await processId()
      await registration.getByRole('button', { name: 'Stop' }).click()
      // The recorded page may start the next worker at once.
      await expect.poll(processId).not.toBe(killed)
      await internals.close()
    },

    async crashAndRestart() {
      const closed = new Promise<void>((resolve) => context.on('close', () => resolve()))
      process.kill(findBrowserProcess(profile), 'SIGKILL')
      await closed
      await rm(join(profile, 'SingletonLock'), { force: true })
      return launch(profile, extension, look)
    },

    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

/** Also opens the popup, which is closed again. */
async function clickToolbarButton(page: Page, extensionId: string): Promise<void> {
  const context = page.context()
  await page.bringToFront()
  const [own, whole] = await Promise.all([context.newCDPSession(page), context.browser()?.newBrowserCDPSession()])
  if (whole === undefined) throw new Error('The browser is gone.')
  const { targetInfo } = await own.send('Target.getTargetInfo')
  const { targetInfos } = await whole.send('Target.getTargets', { filter: [{ type: 'tab' }] })
  const tab = targetInfos.find(({ url }) => url === targetInfo.url)
  if (tab === undefined) throw new Error('The page has no tab.')
  // Newer than Playwright's types.
  await whole.send(
    'Extensions.triggerAction' as 'Target.getTargets',
    { id: extensionId, targetId: tab.targetId } as object,
  )
  await Promise.all([own.detach(), whole.detach()])
}

/** Playwright hides the browser's process; only its command line contains the profile's path. */
function findBrowserProcess(profile: string): number {
  const processes = execFileSync('ps', ['-Ao', 'pid=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n')
  const own = processes.find((line) => line.includes(`--user-data-dir=${profile}`) && !line.includes('--type='))
  if (own === undefined) throw new Error('The browser is not running.')
  return Number.parseInt(own, 10)
}
