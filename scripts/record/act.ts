import { errors, type Locator, type Page } from '@playwright/test'

import { waitUntilRead } from '#support/recording-author.ts'

import { FlowProblem, type FlowAct, type FlowTarget } from './flow.ts'

type Act = Exclude<FlowAct, { readonly unrecorded: unknown }>

/** Performs one action with mouse and keyboard, as a person would, once the recorder has caught up. */
export async function act(page: Page, step: Act, place: string): Promise<void> {
  try {
    await waitUntilDrawn(page)
    await waitUntilRead(page)
    await aim(page, step)
    await perform(page, step)
  } catch (error) {
    if (!(error instanceof errors.TimeoutError || error instanceof FlowProblem) && !isAmbiguous(error)) throw error
    throw new FlowProblem(`${place}: ${reasonOf(error)}`)
  }
}

/** Performs an action that isn't recorded, while the recorder is paused. */
export async function actUnrecorded(page: Page, steps: readonly Act[], place: string): Promise<void> {
  for (const [index, step] of steps.entries()) {
    try {
      await perform(page, step)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      throw new FlowProblem(`${place}, unrecorded ${index + 1}: ${reasonOf(error)}`)
    }
  }
}

/** Moves the pointer there first, so that the picture before the click shows the hover state. */
async function aim(page: Page, step: Act): Promise<void> {
  if ('click' in step) await find(page, step.click).hover(placed(step))
  else if ('doubleClick' in step) await find(page, step.doubleClick).hover(placed(step))
  else if ('rightClick' in step) await find(page, step.rightClick).hover(placed(step))
  else return
  await waitUntilRead(page)
}

async function perform(page: Page, step: Act): Promise<void> {
  if ('click' in step) return find(page, step.click).click(placed(step))
  if ('doubleClick' in step) return find(page, step.doubleClick).dblclick(placed(step))
  if ('rightClick' in step) return find(page, step.rightClick).click({ ...placed(step), button: 'right' })
  if ('hover' in step) return find(page, step.hover).hover(placed(step))
  if ('drag' in step) return find(page, step.drag).dragTo(find(page, step.to), { ...patience, steps: 12 })
  if ('press' in step) return page.keyboard.press(step.press)
  if ('see' in step) return find(page, step.see).waitFor(patience)
  if ('gone' in step) return find(page, step.gone).waitFor({ ...patience, state: 'hidden' })
  if ('open' in step) {
    await page.goto(new URL(step.open, page.url()).href)
    return
  }
  if ('choose' in step) {
    return choose(find(page, step.choose), step.option)
  }
  const field = find(page, step.fill)
  await field.click(patience)
  // Select the old text, as a person does before replacing it.
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(step.with)
}

/** Chooses with the keyboard: the recorder ignores choices that a script makes. */
async function choose(list: Locator, option: string): Promise<void> {
  const place = await list.evaluate(
    (field, label) => {
      const options = [...(field as HTMLSelectElement).options].filter((each) => each.matches(':enabled'))
      return options.findIndex((each) => each.label.trim() === label)
    },
    option,
    patience,
  )
  if (place < 0) throw new FlowProblem(`there is no option “${option}”`)
  await list.focus(patience)
  await list.press('Home')
  for (let below = 0; below < place; below += 1) await list.press('ArrowDown')
}

function find(page: Page, target: FlowTarget): Locator {
  if (typeof target === 'string') {
    const [first, ...others] = controls.map((role) => page.getByRole(role, { name: target, exact: true }))
    return others.reduce((found, other) => found.or(other), first!)
  }
  if ('label' in target) return page.getByLabel(target.label, { exact: true })
  if ('testId' in target) return page.getByTestId(target.testId)
  if ('css' in target) return page.locator(target.css)
  const found =
    'text' in target
      ? page.getByText(target.text, { exact: true })
      : page.getByRole(target.role as (typeof controls)[number], { name: target.name, exact: true })
  return target.nth === undefined ? found : found.nth(target.nth - 1)
}

const controls = ['button', 'link', 'tab', 'menuitem', 'checkbox', 'radio', 'switch', 'option'] as const
const patience = { timeout: 20_000 }

function placed({ at }: { readonly at?: readonly [x: number, y: number] | undefined }) {
  return at === undefined ? patience : { ...patience, position: { x: at[0], y: at[1] } }
}

/** Waits for the page's fonts and visible pictures, which a step's picture shows. Some never load. */
async function waitUntilDrawn(page: Page): Promise<void> {
  const isDrawn = () =>
    document.fonts.status === 'loaded' &&
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)
  await page.waitForFunction(isDrawn, null, { timeout: 3_000 }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error
  })
}

function isAmbiguous(error: unknown): boolean {
  return error instanceof Error && error.message.includes('strict mode violation')
}

/** The first line says what went wrong; the rest is a log of attempts. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const resolved = /resolved to (\d+) elements/.exec(message)?.[1]
  if (resolved !== undefined) return `${resolved} elements fit; say which with nth, or name it more exactly.`
  if (/waiting for (getBy|locator)/.test(message)) return 'nothing like that came up within 20 seconds.'
  return `${message.split('\n')[0]}.`
}
