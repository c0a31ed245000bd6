import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What axe calls WCAG 2.2 AA. */
export const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] as const

/** Fails with what axe finds against WCAG 2.2 AA on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // What is still fading in has the contrast of that moment.
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
  // Our pages hold no frame of another origin; the other mode opens a page of its own for each look.
  const { violations } = await new AxeBuilder({ page })
    .withTags([...accessibilityTags])
    .setLegacyMode()
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
}
