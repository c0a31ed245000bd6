import { placeCard, type Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'
import { isObject } from '#domain/is-object.ts'
import { readStepLook, storedStepLook, type StepLook } from '#domain/step-look.ts'
import { readStepNarration, type StepNarration } from '#domain/step-narration.ts'
import { uuid } from '#domain/uuid.ts'
import { toCard, toCardRow, type StepCardRow } from '#protocol/card-rows.ts'

/* Steps and cards on the clipboard, which any page could have written. */

/** The clipboard type, besides plain text. */
export const clipType = 'application/x-understudy-clip'
export const clipLengthMax = 1_000_000
const stepsMax = 200
const cardsMax = 50

export interface CopiedStep {
  readonly id: string
  readonly title: string | null
  readonly description: string | null
  readonly screenshotUrl: string
  readonly alt: string | null
  readonly width: number | null
  readonly height: number | null
  readonly hotspot: Step['hotspot']
  readonly look: StepLook
  readonly targetStepId: string | null
  readonly narration?: StepNarration | null
  readonly cards: readonly Card[]
}

export interface Clip {
  readonly demoId: string
  readonly steps: readonly CopiedStep[]
  /** Cards copied without their steps. */
  readonly cards: readonly Card[]
}

export function stepClip(step: Step, cards: readonly Card[]): Clip {
  return { demoId: step.demoId, steps: [{ ...step, cards }], cards: [] }
}

export function cardClip(demoId: string, card: Card): Clip {
  return { demoId, steps: [], cards: [card] }
}

export function writeClip({ demoId, steps, cards }: Clip): string {
  const rows = steps.map((step) => ({
    id: step.id,
    title: step.title,
    description: step.description,
    screenshotUrl: step.screenshotUrl,
    alt: step.alt,
    width: step.width,
    height: step.height,
    hotspot: step.hotspot,
    look: storedStepLook(step.look),
    targetStepId: step.targetStepId,
    narration: step.narration ?? null,
    cards: step.cards.map(toCardRow),
  }))
  return JSON.stringify({ version, demoId, steps: rows, cards: cards.map(toCardRow) })
}

/** The plain text for other programs: the titles. */
export function clipText({ steps, cards }: Clip): string {
  return [...steps.map(({ title }) => title ?? 'Step'), ...cards.map(({ title }) => title || 'Card')].join('\n')
}

const version = 1

/** Null for anything else, or if it is too large. */
export function readClip(text: string): Clip | null {
  if (text === '' || text.length > clipLengthMax) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(parsed) || parsed['version'] !== version) return null
  const { demoId, steps, cards } = parsed
  if (typeof demoId !== 'string' || !uuid.test(demoId)) return null
  const readSteps = listOf(steps, stepsMax, readStep)
  const readCards = listOf(cards, cardsMax, readCard)
  if (readSteps === null || readCards === null || readSteps.length + readCards.length === 0) return null
  return { demoId, steps: readSteps, cards: readCards }
}

function readStep(stored: unknown): CopiedStep | null {
  if (!isObject(stored)) return null
  const { id, screenshotUrl } = stored
  const cards = listOf(stored['cards'], cardsMax, readCard)
  if (typeof id !== 'string' || !uuid.test(id) || typeof screenshotUrl !== 'string' || cards === null) return null
  if (screenshotUrl.length > 8_000) return null
  const { xPercent, yPercent } = isObject(stored['hotspot']) ? stored['hotspot'] : {}
  return {
    id,
    screenshotUrl,
    title: text(stored['title'], 500),
    description: text(stored['description'], 20_000),
    alt: text(stored['alt'], 2_000),
    width: size(stored['width']),
    height: size(stored['height']),
    hotspot: isPercent(xPercent) && isPercent(yPercent) ? { xPercent, yPercent } : null,
    look: readStepLook(stored['look']),
    targetStepId: target(stored['targetStepId']),
    narration: readStepNarration(stored['narration']),
    cards,
  }
}

function readCard(stored: unknown): Card | null {
  if (!isObject(stored)) return null
  const places = ['x_percent', 'y_percent', 'width_percent', 'height_percent'].map((key) => stored[key])
  if (!places.every(isPercent)) return null
  const [xPercent = 0, yPercent = 0, widthPercent = 0, heightPercent = 0] = places
  const row: StepCardRow = {
    id: '',
    demo_id: '',
    step_id: '',
    type: text(stored['type'], 20) ?? '',
    position: 1,
    x_percent: xPercent,
    y_percent: yPercent,
    width_percent: widthPercent,
    height_percent: heightPercent,
    title: text(stored['title'], 500) ?? '',
    description: text(stored['description'], 5_000) ?? '',
    format: stored['format'],
    fields: stored['fields'],
    button_label: text(stored['button_label'], 80) ?? '',
    consent_text: text(stored['consent_text'], 2_000),
    media_url: address(stored['media_url'], /^https:\/\/\S+$/),
    link_url: address(stored['link_url'], /^https?:\/\/\S+$/),
    target_step_id: target(stored['target_step_id']),
    gate: text(stored['gate'], 20) ?? 'none',
  }
  const card = toCard(row)
  return card && { ...card, ...placeCard(card) }
}

function listOf<Item>(stored: unknown, most: number, read: (each: unknown) => Item | null): readonly Item[] | null {
  if (!Array.isArray(stored) || stored.length > most) return null
  const items = stored.map(read)
  return items.every((item) => item !== null) ? items : null
}

function text(stored: unknown, most: number): string | null {
  return typeof stored === 'string' ? stored.slice(0, most) : null
}

function address(stored: unknown, shape: RegExp): string | null {
  return typeof stored === 'string' && stored.length <= 2_000 && shape.test(stored) ? stored : null
}

function target(stored: unknown): string | null {
  return typeof stored === 'string' && uuid.test(stored) ? stored : null
}

function size(stored: unknown): number | null {
  return typeof stored === 'number' && Number.isInteger(stored) && stored > 0 && stored < 100_000 ? stored : null
}

function isPercent(stored: unknown): stored is number {
  return typeof stored === 'number' && stored >= 0 && stored <= 100
}
