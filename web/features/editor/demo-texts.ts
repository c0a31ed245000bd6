import type { Card } from '#domain/card.ts'
import type { DemoCover, DemoEnding } from '#domain/demo-look.ts'
import type { Step } from '#domain/demo.ts'
import { escapePattern } from '#domain/escape-pattern.ts'
import { pageEditLimits, type PageEdits } from '#domain/page-edits.ts'
import type { StepLook } from '#domain/step-look.ts'
import type { PageTexts } from '#protocol/page-edits.ts'

import { visibleCards } from './cards-state.ts'
import type { Edit } from './editor-edits.ts'
import { currentText, visibleSteps, type EditorState } from './editor-state.ts'
import { pageEditsOf, type PageTextPlace, textPlaces } from '../../lib/page-texts.ts'
import { pageChange, withPageEdit } from './page-edit-list.ts'
import { spliceText } from './text-runs.ts'
import { currentLook } from './unsaved.ts'

/* Every text of a demo that visitors get, and replacing parts of them. */

/** A part of a text and its replacement. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly to: string
}

interface OfStep {
  readonly step: Step
}

/** A text and its place. */
export type TextPlace = { readonly key: string; readonly text: string } & (
  | (OfStep & { readonly of: 'page'; readonly place: PageTextPlace })
  | (OfStep & { readonly of: 'title' | 'alt' | 'description' | 'chapter' | 'action' })
  | (OfStep & { readonly of: 'card'; readonly card: Card; readonly field: 'title' | 'description' | 'buttonLabel' })
  | { readonly of: 'name' | 'about' | 'frame' }
  | { readonly of: 'variable'; readonly name: string }
  | { readonly of: 'cover'; readonly field: 'title' | 'text' | 'button' }
  | { readonly of: 'ending'; readonly field: 'title' | 'text' | 'button' }
)

/** In the order of the steps; the demo's own texts come first. */
export function textsOfDemo(state: EditorState, pages: readonly PageTexts[]): readonly TextPlace[] {
  const steps = visibleSteps(state)
  const { name, description } = currentText(state)
  const { cover, ending, frameAddress, variables } = currentLook(state)
  const places: TextPlace[] = [
    { key: 'name', of: 'name', text: name },
    { key: 'about', of: 'about', text: description ?? '' },
    { key: 'frame', of: 'frame', text: frameAddress },
    ...variables.map((variable): TextPlace => {
      return { key: `variable ${variable.name}`, of: 'variable', name: variable.name, text: variable.fallback }
    }),
  ]
  for (const field of ['title', 'text', 'button'] as const) {
    places.push({ key: `cover ${field}`, of: 'cover', field, text: cover[field] })
    places.push({ key: `ending ${field}`, of: 'ending', field, text: ending[field] })
  }
  const onPages = Map.groupBy(textPlaces(pages, steps), ({ step }) => step.id)
  for (const step of steps) {
    const key = (of: string) => `${step.id} ${of}`
    places.push({ key: key('title'), of: 'title', step, text: step.title ?? '' })
    places.push({ key: key('description'), of: 'description', step, text: step.description ?? '' })
    places.push({ key: key('chapter'), of: 'chapter', step, text: step.look.chapter ?? '' })
    places.push({ key: key('alt'), of: 'alt', step, text: step.alt ?? '' })
    places.push({ key: key('action'), of: 'action', step, text: actionText(step) })
    for (const card of visibleCards(state, step.id)) {
      for (const field of ['title', 'description', 'buttonLabel'] as const) {
        places.push({ key: `${card.id} ${field}`, of: 'card', step, card, field, text: card[field] ?? '' })
      }
    }
    for (const place of onPages.get(step.id) ?? []) {
      places.push({ key: key(`${place.path} ${place.attribute ?? ''}`), of: 'page', step, place, text: place.text })
    }
  }
  return places.filter(({ text }) => text.trim() !== '')
}

/** What was typed, chosen or opened; keys and directions aren't texts. */
function actionText({ look: { action } }: Step): string {
  return action === null || action.kind === 'key' || action.kind === 'scroll' ? '' : action.text
}

/** Replaces parts of texts as one history entry; null if nothing changes. */
export function replaceTexts(
  state: EditorState,
  changes: readonly { readonly place: TextPlace; readonly parts: readonly Replacement[] }[],
  name: string,
  lists: Map<string, PageEdits> = new Map(),
): Edit | null {
  const steps = new Map<string, { -readonly [Key in 'title' | 'alt' | 'description']?: string }>()
  const looks = new Map<string, StepLook>()
  const cards = new Map<string, Card>()
  const look = currentLook(state)
  const cover: { -readonly [Key in keyof DemoCover]?: DemoCover[Key] } = {}
  const ending: { -readonly [Key in keyof DemoEnding]?: DemoEnding[Key] } = {}
  let { frameAddress, variables } = look
  const others: Edit[] = []
  for (const { place, parts } of changes) {
    const text = withParts(place.text, parts)
    if (text === place.text) continue
    switch (place.of) {
      case 'page': {
        const { step, path, attribute, was } = place.place
        const edit = { kind: 'text', path, was, to: text.slice(0, pageEditLimits.textMax) } as const
        const list = lists.get(step.id) ?? pageEditsOf(step)
        lists.set(step.id, withPageEdit(list, attribute === undefined ? edit : { ...edit, attribute }))
        break
      }
      case 'card': {
        const card = cards.get(place.card.id) ?? place.card
        cards.set(card.id, cardWithParts(card, place.field, text, parts))
        break
      }
      case 'name':
        others.push({ type: 'name', name: text })
        break
      case 'about':
        others.push({ type: 'description', description: text })
        break
      case 'cover':
        cover[place.field] = text
        break
      case 'ending':
        ending[place.field] = text
        break
      case 'frame':
        frameAddress = text
        break
      case 'variable':
        variables = variables.map((each) => (each.name === place.name ? { ...each, fallback: text } : each))
        break
      case 'chapter':
      case 'action': {
        const { step } = place
        const now = looks.get(step.id) ?? step.look
        const { action } = now
        const change = place.of === 'chapter' ? { chapter: text } : { action: action && { ...action, text } }
        looks.set(step.id, { ...now, ...change })
        break
      }
      default:
        steps.set(place.step.id, { ...steps.get(place.step.id), [place.of]: text })
    }
  }
  for (const id of new Set([...steps.keys(), ...looks.keys()])) {
    const changed = looks.get(id)
    others.push({ type: 'step', id, patch: { ...steps.get(id), ...(changed !== undefined && { look: changed }) } })
  }
  for (const [id, card] of cards) others.push({ type: 'card', id, card })
  if (frameAddress !== look.frameAddress) others.push({ type: 'demo-look', patch: { frameAddress } })
  if (variables !== look.variables) others.push({ type: 'demo-look', patch: { variables } })
  if (Object.keys(cover).length > 0) others.push({ type: 'demo-look', patch: { cover: { ...look.cover, ...cover } } })
  if (Object.keys(ending).length > 0) {
    others.push({ type: 'demo-look', patch: { ending: { ...look.ending, ...ending } } })
  }
  return pageChange(visibleSteps(state), lists, { name, more: others })
}

/** Replaces text in a card and shifts its formatting accordingly. */
function cardWithParts(
  card: Card,
  field: 'title' | 'description' | 'buttonLabel',
  text: string,
  parts: readonly Replacement[],
): Card {
  if (field === 'buttonLabel') return { ...card, buttonLabel: text }
  let formatted = { text: card[field], format: card.format[field] }
  for (const { start, end, to } of parts.toSorted((a, b) => b.start - a.start)) {
    formatted = spliceText(formatted, { start, end }, to)
  }
  return { ...card, [field]: formatted.text, format: { ...card.format, [field]: formatted.format } }
}

/** The text with these parts replaced; they don't overlap. */
export function withParts(text: string, parts: readonly Replacement[]): string {
  let result = text
  for (const { start, end, to } of parts.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + to + result.slice(end)
  }
  return result
}

export interface FindOptions {
  readonly isWholeWord: boolean
  readonly isCaseSensitive: boolean
}

/** Finds the words, longer ones first, each with its replacement. */
export function findParts(
  text: string,
  words: ReadonlyMap<string, string>,
  options: FindOptions,
): readonly Replacement[] {
  const pattern = patternOf([...words.keys()], options)
  if (pattern === null) return []
  const fold = (word: string) => (options.isCaseSensitive ? word : word.toLowerCase())
  const folded = new Map([...words].map(([word, to]) => [fold(word), to]))
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const to = folded.get(fold(found))
    return to === undefined ? [] : [{ start: index, end: index + found.length, to }]
  })
}

function patternOf(words: readonly string[], { isWholeWord, isCaseSensitive }: FindOptions): RegExp | null {
  const escaped = words
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const plain = escapePattern(word)
      if (!isWholeWord) return plain
      // Words that start with a symbol may start anywhere.
      const before = /^[\p{L}\p{N}]/u.test(word) ? '(?<![\\p{L}\\p{N}_])' : ''
      const after = /[\p{L}\p{N}]$/u.test(word) ? '(?![\\p{L}\\p{N}_])' : ''
      return `${before}${plain}${after}`
    })
  return escaped.length === 0 ? null : new RegExp(escaped.join('|'), isCaseSensitive ? 'gu' : 'giu')
}

/** The name of a text's place, for lists. */
export function placeName(place: TextPlace): string {
  if (!('step' in place)) return namesOfDemoTexts[place.of]
  return `Step ${place.step.order} · ${namesOfPlaces[place.of]}`
}

const namesOfDemoTexts = {
  name: 'Demo name',
  about: 'Demo description',
  frame: 'Frame address',
  variable: 'Variable',
  cover: 'Cover',
  ending: 'Ending',
} as const

const namesOfPlaces = {
  page: 'Page',
  title: 'Title',
  description: 'Notes',
  chapter: 'Chapter',
  alt: 'Alt text',
  action: 'Action',
  card: 'Card',
} as const
