import { expect, test, type Locator, type Page } from '@playwright/test'

import { messages } from '#domain/messages.ts'
import { createImage } from '#support/create-image.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { watchConsole } from '#support/watch-console.ts'

/* From sign-up to a shared demo without a mouse: every control is reachable, shows focus, and gets it back. */

let server: ServerProcess

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

test('a new author signs up, makes, shapes, presents and shares a demo, and signs out, by keyboard alone', async ({
  page,
}) => {
  const problems = watchConsole(page)
  const keys = page.keyboard
  await page.goto(server.url)

  await press(page, page.getByRole('button', { name: 'Get started' }))
  const modal = page.getByRole('dialog', { name: 'Create your account' })
  await expect(modal.getByLabel('First name')).toBeFocused()
  await keys.press('Escape')
  await expect(page.getByRole('button', { name: 'Get started' })).toBeFocused()
  await keys.press('Enter')
  await expect(modal.getByLabel('First name')).toBeFocused()
  await keys.type('Ada')
  await type(page, modal.getByLabel('Email'), 'ada@example.com')
  await type(page, modal.getByLabel('Password', { exact: true }), 'a long enough password')
  await keys.press('Enter')

  await expect(page.getByRole('heading', { name: "Let's set up your Sales AI Agent" })).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: 'Male Professional', exact: true }))
  await keys.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Female Professional' })).toBeChecked()
  for (const heading of ['Sales Process', 'Product Demo', 'Final Configuration']) {
    await press(page, page.getByRole('button', { name: 'Next Step' }))
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  await press(page, page.getByRole('button', { name: 'Complete Setup' }))
  await expect(page).toHaveURL(`${server.url}/dashboard`)

  await press(page, page.getByRole('link', { name: 'Create New Demo' }))
  const chooser = page.waitForEvent('filechooser')
  await press(page, page.getByRole('dialog', { name: 'New demo' }).getByRole('button', { name: /^Images/ }))
  await (await chooser).setFiles([await createImage(1), await createImage(2)])
  await page.waitForURL('**/edit')

  await type(page, page.getByRole('textbox', { name: 'Title', exact: true }), 'Open the plan')
  await press(page, page.getByRole('button', { name: 'Add hotspot' }))
  const hotspot = page.getByRole('button', { name: /^Hotspot at/ })
  await tabTo(page, hotspot)
  await keys.press('Shift+ArrowRight')
  await expect(hotspot).toHaveAccessibleName(/Hotspot at 55 percent/)
  await keys.press('n')
  await type(page, page.getByPlaceholder(messages.notesPlaceholder), 'Say why the date matters.')
  await press(page, page.getByRole('button', { name: 'Save Notes' }))
  await expect(page.getByText(messages.notesSaved)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Step 1: Open the plan' }))
  await keys.press('Alt+ArrowRight')
  await expect(page.getByRole('button', { name: 'Step 2: Open the plan' })).toBeFocused()
  await keys.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

  await press(page, page.getByRole('link', { name: 'Back to dashboard' }))
  await press(page, page.getByRole('link', { name: 'Demos', exact: true }))
  await press(page, page.getByRole('link', { name: /^View Team plan/ }))
  const fullScreen = page.getByRole('button', { name: 'Full Screen', exact: true })
  await press(page, fullScreen)
  const presenter = page.getByRole('dialog')
  await expect(presenter.getByText('Step 1 of 2').first()).toBeVisible()
  await keys.press('ArrowRight')
  await expect(presenter.getByText('Say why the date matters.').first()).toBeVisible()
  await keys.press('Escape')
  await expect(presenter).toBeHidden()
  await expect(fullScreen).toBeFocused()

  const share = page.getByRole('button', { name: 'Share', exact: true })
  await press(page, share)
  await press(page, page.getByRole('button', { name: 'Copy Share Link' }))
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/demo\/[\w-]+\/play$/)
  await keys.press('Escape')
  await expect(share).toBeFocused()

  await press(page, page.getByRole('link', { name: 'Back to Dashboard' }))
  await press(page, page.getByRole('button', { name: 'Sign Out' }))
  await expect(page).toHaveURL(`${server.url}/`)
  expect(problems).toEqual([])
})

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Tabs until the control has focus. Every control on the way must show its focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const wanted = await control.elementHandle()
  for (let tabs = 0; tabs < 80; tabs += 1) {
    const { isThere, unseen } = await page.evaluate(focusNow, wanted)
    expect(unseen, 'has the focus and does not show it').toBeNull()
    if (isThere) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach this control.')
}

/** Runs in the page. */
function focusNow(wanted: Node | null): { readonly isThere: boolean; readonly unseen: string | null } {
  const focused = document.activeElement
  const isThere = focused === wanted
  // A frame shows its content's focus; a dialog's initially focused container is no control.
  const isControl = focused instanceof HTMLElement && focused.matches('a, button, input, textarea, select, [role]')
  if (!isControl || focused.matches('[role="dialog"], [tabindex="-1"]')) return { isThere, unseen: null }
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  return { isThere, unseen: isSeen ? null : focused.outerHTML.slice(0, 200) }
}
