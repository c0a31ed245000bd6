import type { Page } from '@playwright/test'

/** Adds up from now on what moves on each page that is opened, without anybody having done something (web.dev/cls). */
export async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) sum += entry.value
      }
      document.documentElement.dataset['shift'] = String(sum)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))
}
