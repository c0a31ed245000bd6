import type { Card } from '#domain/card.ts'
import type { StepAction } from '#domain/step-action.ts'
import type { TextFormat } from '#domain/text-format.ts'
import {
  fillLinkVariables,
  fillVariables,
  variableFallbacks,
  variableNames,
  variableSpans,
  type VariableValues,
} from '#domain/variables.ts'
import type { PlayerDemo } from './player-page.ts'

type Fill = (text: string) => string

/**
 * Returns the demo with its variables filled into every text and link, or the same demo if it has none. If it has
 * thousands of placeholders, only the fallbacks written in its texts are used, because long values could grow it to
 * gigabytes.
 */
export function fillDemo(demo: PlayerDemo, given: VariableValues): PlayerDemo {
  const places = JSON.stringify(demo).split('{{').length - 1
  if (places === 0) return demo
  const isTooMany = places > placesMax
  const values = isTooMany ? {} : given
  const fallbacks = isTooMany ? {} : variableFallbacks(demo.look)
  const fill = (text: string) => fillVariables(text, values, fallbacks)
  const fillOrNull = (text: string | null) => (text === null ? null : fill(text))
  const fillLink = (url: string) => fillSafeLink(url, values, fallbacks)
  const { cover, ending } = demo.look
  return {
    ...demo,
    name: fill(demo.name),
    description: fillOrNull(demo.description),
    look: {
      ...demo.look,
      frameAddress: fill(demo.look.frameAddress),
      cover: { ...cover, title: fill(cover.title), text: fill(cover.text), button: fill(cover.button) },
      ending: {
        ...ending,
        title: fill(ending.title),
        text: fill(ending.text),
        button: fill(ending.button),
        url: fillLink(ending.url),
      },
    },
    steps: demo.steps.map((step) => ({
      ...step,
      title: fillOrNull(step.title),
      description: fillOrNull(step.description),
      alt: fillOrNull(step.alt),
      look: { ...step.look, chapter: fillOrNull(step.look.chapter), action: fillAction(step.look.action, fill) },
      ...(step.snapshot !== undefined && { snapshot: { ...step.snapshot, url: fillLink(step.snapshot.url) } }),
    })),
    cards: demo.cards.map((card) => fillCard(card, fill, fillLink)),
  }
}

const placesMax = 5_000

function fillAction(action: StepAction | null, fill: Fill): StepAction | null {
  return action === null ? null : { ...action, text: fill(action.text) }
}

function fillCard(card: Card, fill: Fill, fillLink: Fill): Card {
  return {
    ...card,
    title: fill(card.title),
    description: fill(card.description),
    format: {
      title: fillFormat(card.title, card.format.title, fill),
      description: fillFormat(card.description, card.format.description, fill),
    },
    buttonLabel: fill(card.buttonLabel),
    consentText: card.consentText === null ? null : fill(card.consentText),
    linkUrl: card.linkUrl === null ? null : fillLink(card.linkUrl),
    fields: card.fields.map((field) => ({ ...field, label: fill(field.label) })),
  }
}

/** Runs are counted in characters of the original text, so they move with the inserted values. */
function fillFormat(text: string, format: TextFormat, fill: Fill): TextFormat {
  if (format.runs === undefined) return format
  const moved = movedBy(text, fill)
  return { ...format, runs: format.runs.map((run) => ({ ...run, start: moved(run.start), end: moved(run.end) })) }
}

/** Where a place in the text is once it is filled in. Fills in each variable once, however many places are asked for. */
function movedBy(text: string, fill: Fill): (at: number) => number {
  let shift = 0
  const shifts = variableSpans(text).map(({ start, end }) => {
    shift += fill(text.slice(start, end)).length - (end - start)
    return { end, shift }
  })
  return (at) => at + (shifts.findLast(({ end }) => end <= at)?.shift ?? 0)
}

/** A link keeps its author's host, whatever a visitor's address says. */
function fillSafeLink(url: string, values: VariableValues, fallbacks: VariableValues): string {
  const filled = fillLinkVariables(url, values, fallbacks)
  const plain = fillLinkVariables(url, {}, fallbacks)
  return originOf(filled) === originOf(plain) ? filled : plain
}

function originOf(url: string): string {
  return /^https?:[/]{2}[^/?#]*/i.exec(url)?.[0] ?? ''
}

/** The names a demo declares or uses, in lower case: only these are read from a URL. */
export function usedVariableNames(demo: PlayerDemo): ReadonlySet<string> {
  const { cover, ending, frameAddress, variables } = demo.look
  const names = new Set(variables.map(({ name }) => name.toLowerCase()))
  const use = (...texts: readonly (string | null)[]) => {
    for (const text of texts) if (text !== null) for (const name of variableNames(text)) names.add(name)
  }
  use(demo.name, demo.description, frameAddress, cover.title, cover.text, cover.button)
  use(ending.title, ending.text, ending.button, ending.url)
  for (const { title, description, alt, look, snapshot } of demo.steps)
    use(title, description, alt, look.chapter, look.action?.text ?? null, snapshot?.url ?? null)
  for (const { title, description, buttonLabel, consentText, linkUrl, fields } of demo.cards)
    use(title, description, buttonLabel, consentText, linkUrl, ...fields.map(({ label }) => label))
  return names
}
