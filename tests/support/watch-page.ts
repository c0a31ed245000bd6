import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What went wrong in a page: errors in its console, except the browser's own note of a call that was refused (4xx). */
export function watchPage(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    const isRefusedCall = /the server responded with a status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isRefusedCall) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return problems
}

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
}
