import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Axe's tags for WCAG 2.2 AA. */
export const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] as const

/** Fails on axe's WCAG 2.2 AA findings for the page's current state. */
export async function expectAccessible(page: Page): Promise<void> {
  // Wait for fades: axe would measure the intermediate contrast.
  await page.evaluate(async () => {
    // An animation driven by scrolling ends only when somebody scrolls.
    const passing = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
  // Our pages have no cross-origin frames; legacy mode would open a page for each check.
  const { violations } = await new AxeBuilder({ page })
    .withTags([...accessibilityTags])
    // The edges of an open popup: they pass the focus on at once, which axe can't know.
    .exclude('[data-base-ui-focus-guard]')
    .setLegacyMode()
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
}
