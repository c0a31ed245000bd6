import type { Page } from '@playwright/test'

/**
 * Every error the page logs or throws from now on; a story expects none. With `refusals`, the browser's own note of a
 * call that was refused (4xx) is none: the story is about refusals.
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
