import type { Page } from '@playwright/test'

/** Every error the page logs or throws from now on; a story expects none. */
export function watchConsole(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return problems
}
