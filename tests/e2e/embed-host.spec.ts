import { expect, test } from '@playwright/test'

import { startHostSite } from '#support/host-page.ts'
import { hostilePages } from '#support/hostile-pages.ts'
import { startTrackingListener } from '#support/tracking-listener.ts'

/* The embed script on other people's pages, of the kinds the tracker must handle (tracker.spec.ts). */

test('on hostile pages the embed throws nothing, leaks no globals, touches only its container, and plays once', async ({
  page,
}) => {
  const listener = await startTrackingListener()
  const host = await startHostSite()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  for (const { what, headers, body = '', isTwice = false } of hostilePages) {
    // The hook is the tracker's, which is not on this page.
    if (what === 'whose own hook fails') continue
    const tag = `<script src="${listener.origin}/js/demo-player.js"></script>`
    const theirs = '<main style="color: rgb(1, 2, 3)"><button>Buy</button></main>'
    const probe = '<script>window.before = Object.getOwnPropertyNames(window).concat("before")</script>'
    const container = '<div id="demo" data-demo-id="x"></div>'
    await page.goto(host.serve('/', `${theirs}${container}${body}${probe}${tag}${isTwice ? tag : ''}`, headers))
    await expect(page.locator('#demo > iframe'), what).toHaveCount(1)
    const left = await page.evaluate(() => {
      const { before } = window as unknown as { before: readonly string[] }
      return {
        // A frame is also a property of the window: its index.
        names: Object.getOwnPropertyNames(window).filter((name) => !before.includes(name) && !/^\d+$/.test(name)),
        theirs: document.querySelector('main')?.outerHTML,
        scripts: document.querySelectorAll('script[src], style, link[rel=stylesheet]').length,
      }
    })
    expect(left, what).toEqual({ names: [], theirs, scripts: isTwice ? 2 : 1 })
  }
  expect(errors).toEqual([])
  await Promise.all([host.close(), listener.close()])
})
