import { readColor } from './brand.ts'
import { isObject } from './is-object.ts'
import { linkProblem } from './text-format.ts'
import { uuid } from './uuid.ts'

/*
 * How a whole demo is presented: layout, frame, cover, ending, theme. Stored as `demos.look`; `{}` is the default look.
 */

export const demoLayouts = ['classic', 'callout', 'side'] as const
export type DemoLayout = (typeof demoLayouts)[number]
export const demoFrames = ['none', 'window'] as const
export type DemoFrame = (typeof demoFrames)[number]
export const demoBackgrounds = ['plain', 'stage', 'color', 'image', 'none'] as const
export type DemoBackground = (typeof demoBackgrounds)[number]
export const demoFonts = ['inter', 'system', 'serif', 'mono'] as const
export type DemoFont = (typeof demoFonts)[number]
export const endingKinds = ['none', 'replay', 'link', 'book', 'form'] as const
export type EndingKind = (typeof endingKinds)[number]

/** Before the first step: a title and a button. */
export interface DemoCover {
  readonly isOn: boolean
  /** '' uses the demo's name. */
  readonly title: string
  readonly text: string
  readonly button: string
}

/** After the last step: a call to action. */
export interface DemoEnding {
  readonly kind: EndingKind
  readonly title: string
  readonly text: string
  readonly button: string
  /** For the kind 'link': http or https, may contain variables. */
  readonly url: string
  /** For the kind 'form': the lead card with the form. */
  readonly cardId: string | null
}

/** The value of `{{name}}` if nobody sets one. */
export interface DemoVariable {
  readonly name: string
  readonly fallback: string
}

export interface DemoLook {
  readonly layout: DemoLayout
  readonly frame: DemoFrame
  /** Shown in the frame's address bar; '' hides it. */
  readonly frameAddress: string
  readonly background: DemoBackground
  /** For the background 'color': `#rrggbb`. */
  readonly backgroundColor: string | null
  /** For the background 'image': a path in the bucket of screenshots. */
  readonly backgroundImage: string | null
  /** Whether the camera moves to the recorded element on steps without their own zoom area. */
  readonly hasCamera: boolean
  /** Whether the demo plays automatically once the visitor has started it. */
  readonly playsItself: boolean
  /** How long autoplay shows a step, in seconds; null: as long as reading its text takes. */
  readonly secondsPerStep: number | null
  /** Whether visitors can listen to the steps. */
  readonly isNarrated: boolean
  readonly cover: DemoCover
  readonly ending: DemoEnding
  /** `#rrggbb`; null: the workspace's. */
  readonly color: string | null
  /** null: the workspace's. */
  readonly font: DemoFont | null
  readonly variables: readonly DemoVariable[]
}

export const plainDemoLook: DemoLook = {
  layout: 'classic',
  frame: 'none',
  frameAddress: '',
  background: 'plain',
  backgroundColor: null,
  backgroundImage: null,
  hasCamera: true,
  playsItself: false,
  secondsPerStep: null,
  isNarrated: false,
  cover: { isOn: false, title: '', text: '', button: 'Start' },
  ending: { kind: 'none', title: '', text: '', button: '', url: '', cardId: null },
  color: null,
  font: null,
  variables: [],
}

export const variablesMax = 20
const titleMax = 200
const textMax = 600
const buttonMax = 60
const addressMax = 2_000

/** Reads a stored look. Other tools may have written it, so every invalid part falls back to its default. */
export function readDemoLook(stored: unknown): DemoLook {
  if (!isObject(stored)) return plainDemoLook
  const plain = plainDemoLook
  const seconds = stored['secondsPerStep']
  return {
    layout: oneOf(demoLayouts, stored['layout']) ?? plain.layout,
    frame: oneOf(demoFrames, stored['frame']) ?? plain.frame,
    frameAddress: text(stored['frameAddress'], titleMax),
    background: oneOf(demoBackgrounds, stored['background']) ?? plain.background,
    backgroundColor: color(stored['backgroundColor']),
    backgroundImage: readPath(stored['backgroundImage']),
    hasCamera: stored['hasCamera'] !== false,
    playsItself: stored['playsItself'] === true,
    secondsPerStep: typeof seconds === 'number' && seconds >= 1 && seconds <= 60 ? seconds : null,
    isNarrated: stored['isNarrated'] === true,
    cover: readCover(stored['cover']),
    ending: readEnding(stored['ending']),
    color: color(stored['color']),
    font: oneOf(demoFonts, stored['font']),
    variables: readVariables(stored['variables']),
  }
}

/** The stored form: only what differs from the default look. */
export function storedDemoLook(look: DemoLook): Readonly<Record<string, unknown>> {
  const plain: Readonly<Record<string, unknown>> = { ...plainDemoLook }
  return Object.fromEntries(
    Object.entries(look).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(plain[key])),
  )
}

function readCover(stored: unknown): DemoCover {
  if (!isObject(stored)) return plainDemoLook.cover
  const button = text(stored['button'], buttonMax)
  return {
    isOn: stored['isOn'] === true,
    title: text(stored['title'], titleMax),
    text: text(stored['text'], textMax),
    button: button === '' ? plainDemoLook.cover.button : button,
  }
}

function readEnding(stored: unknown): DemoEnding {
  if (!isObject(stored)) return plainDemoLook.ending
  const url = text(stored['url'], addressMax)
  const { cardId } = stored
  return {
    kind: oneOf(endingKinds, stored['kind']) ?? 'none',
    title: text(stored['title'], titleMax),
    text: text(stored['text'], textMax),
    button: text(stored['button'], buttonMax),
    url: linkProblem(url) === null ? url : '',
    cardId: typeof cardId === 'string' && uuid.test(cardId) ? cardId : null,
  }
}

function readVariables(stored: unknown): readonly DemoVariable[] {
  const known: DemoVariable[] = []
  for (const each of Array.isArray(stored) ? stored : []) {
    if (!isObject(each) || known.length >= variablesMax) continue
    const { name } = each
    if (typeof name !== 'string' || !isVariableName(name) || known.some((other) => other.name === name)) continue
    known.push({ name, fallback: text(each['fallback'], titleMax) })
  }
  return known
}

/** Letters, digits, `_` and `-`, starting with a letter. */
export function isVariableName(name: string): boolean {
  return /^[a-z][a-z0-9_-]{0,39}$/i.test(name)
}

function oneOf<Known extends string>(all: readonly Known[], wanted: unknown): Known | null {
  return all.find((known) => known === wanted) ?? null
}

function text(stored: unknown, most: number): string {
  return typeof stored === 'string' ? stored.slice(0, most) : ''
}

function color(stored: unknown): string | null {
  return typeof stored === 'string' ? readColor(stored) : null
}

/** A relative path in the bucket, never a URL. */
function readPath(stored: unknown): string | null {
  return typeof stored === 'string' && /^[\w-][\w./-]{0,400}$/.test(stored) && !stored.includes('..') ? stored : null
}
