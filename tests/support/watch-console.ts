import type { Page } from '@playwright/test'

/**
 * Collects every error the page logs or throws; tests usually expect none. With `refusals`, the browser's notes of 4xx
 * responses are ignored.
 */
export function watchConsole(page: Page, allowed?: 'refusals'): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    const isRefusal = /the server responded with a status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !(allowed === 'refusals' && isRefusal)) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return problems
}
