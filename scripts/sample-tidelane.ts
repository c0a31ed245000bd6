import { expect, type Page } from '@playwright/test'

import type { ExtensionBrowser } from '#support/extension-browser.ts'

import { recordSample, type RecordedStep, type StepWords } from './record-sample.ts'

/*
 * The sample demo: eight clicks through the made-up product in sample/app. What its agent knows beyond these sentences
 * is in sample/tidelane/agent.json.
 */

export const tidelane = {
  name: 'Book a shipment',
  description: 'Tidelane, from the price to the customer’s door',
  look: {
    layout: 'callout',
    frame: 'window',
    frameAddress: 'tidelane.app',
    background: 'stage',
    ending: {
      kind: 'replay',
      title: 'That is the whole way',
      text: 'From a price to the customer’s door, in eight clicks.',
      button: 'Play again',
      url: '',
      cardId: null,
    },
  },
}

const words: readonly StepWords[] = [
  {
    title: 'Start a booking',
    description: 'Everything you ship is on this page. A new booking begins here.',
    alt: 'Tidelane’s overview: a map of ships under way, arrivals and costs; the New booking button is marked',
    chapter: 'Compare carriers',
  },
  {
    title: 'Say what you ship',
    description: 'Two ports, the goods, the pallets. No request to e-mail, no waiting for a quote.',
    alt: 'A dialog with From, To, Goods and Pallets; the See prices button is marked',
  },
  {
    title: 'Pick a carrier',
    description: 'Fuel, port fees and customs are in the price. Bluemast gets there first.',
    alt: 'Three carriers with their days at sea, share on time and price; Bluemast’s Book button is marked',
    calloutSide: 'below',
    zoom: { xPercent: 21.5, yPercent: 25.5, widthPercent: 64.5, heightPercent: 64.5 },
  },
  {
    title: 'Booked in one click',
    description: 'Your space is confirmed at once. Amber means there is one thing left to do.',
    alt: 'The list of bookings; the new booking TL-2482 is on top with the status Goods to declare',
    chapter: 'Book',
  },
  {
    title: 'Declare your goods',
    description: 'One form for every customs office. We file it before the ship lands.',
    alt: 'Booking TL-2482 with its lane, price and documents; the Declare goods button is marked',
  },
  {
    title: 'Every pallet on one map',
    description: 'Click a ship to see who has it and when it lands. Amber needs you.',
    alt: 'The map of ships under way; one off Portugal is marked',
    chapter: 'Track to the door',
    calloutSide: 'right',
    zoom: { xPercent: 16.3, yPercent: 6.7, widthPercent: 66.7, heightPercent: 66.7 },
  },
  {
    title: 'See what a kilo costs',
    description: 'Your landed cost beside the market: $0.42 a kilo less this week.',
    alt: 'The chart of the landed cost per kilo, with the saving of the last week',
  },
  {
    title: 'Share the arrival',
    description: 'Your customer follows the ship without an account. The date updates itself.',
    alt: 'Booking TL-2481 at sea, arriving in New York on Thursday; the Share tracking button is marked',
  },
]

export async function recordTidelane(
  browser: ExtensionBrowser,
  home: Page,
  appUrl: string,
): Promise<readonly RecordedStep[]> {
  return recordSample(browser, home, `${appUrl}/`, words, async ({ page, click, paused }) => {
    await page.evaluate(() => document.fonts.load('16px "Inter Variable"'))
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await click(button('New booking'))
    await click(button('See prices'))
    await click(button('Book').first())
    await click(page.getByRole('link', { name: /TL-2482/ }))
    await expect(page.getByRole('status')).toBeHidden()
    await click(button('Declare goods'))
    await paused(async () => {
      await page.getByRole('link', { name: 'Overview' }).click()
      await expect(page.getByRole('status')).toBeHidden()
      await page.mouse.move(0, 0)
    })
    await click(page.getByRole('button', { name: 'Show TL-2472' }))
    const chart = page.getByRole('img', { name: /Landed cost/ })
    const lastWeek = { x: 390, y: 142 }
    await paused(() => chart.click({ position: lastWeek }))
    await click(chart, lastWeek)
    await paused(async () => {
      await page.getByRole('link', { name: /^New York/ }).click()
      await expect(page.getByRole('heading', { name: 'TL-2481' })).toBeVisible()
    })
    await click(button('Share tracking'))
  })
}
