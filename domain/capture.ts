import type { Hotspot } from './demo.ts'

/** What was clicked, in accessibility terms. Never what was typed. */
export interface ClickTarget {
  /** ARIA role, explicit or implied by the element; '' when it has none. */
  readonly role: string
  /** Accessible name; '' when it has none. */
  readonly name: string
}

export type ClickGesture = 'double-click' | 'right-click'

/** One screenshot the extension took at a click, with everything a step needs. */
export interface Capture {
  /** UUID version 4. */
  readonly id: string
  /** The recording it belongs to. */
  readonly sessionId: string
  /** Position in the recording, counted from 1. */
  readonly number: number
  readonly url: string
  readonly title: string
  /** ISO 8601, UTC: when the pointer went down. */
  readonly timestamp: string
  readonly target: ClickTarget
  /** Missing for a plain click. */
  readonly gesture?: ClickGesture
  readonly hotspot: Hotspot | null
  readonly viewport: { readonly width: number; readonly height: number }
  readonly scroll: { readonly x: number; readonly y: number }
  readonly devicePixelRatio: number
  /**
   * Delay of the screenshot after the click; 0 if it shows the page at the click, negative if the page has changed
   * since the screenshot. Anything but 0 needs the author's check.
   */
  readonly frameDelayMs: number
}

const verbs: Readonly<Record<string, string>> = {
  textbox: 'Fill in',
  searchbox: 'Search in',
  combobox: 'Choose from',
  listbox: 'Choose from',
  option: 'Choose',
  checkbox: 'Tick',
  switch: 'Switch',
  radio: 'Choose',
  tab: 'Open',
  slider: 'Set',
  spinbutton: 'Set',
}

const nameLimit = 80

const gestures: Readonly<Record<ClickGesture, string>> = {
  'double-click': 'Double-click',
  'right-click': 'Right-click',
}

/** A step's first title: `Click "Authorize"`, `Fill in "API key"`, or `Click here` when nothing has a name. */
export function describeClick({ target, gesture }: Pick<Capture, 'target' | 'gesture'>): string {
  const name = target.name.replace(/\s+/g, ' ').trim()
  const roleVerb = verbs[target.role]
  const verb = gesture === undefined ? (roleVerb ?? 'Click') : gestures[gesture]
  if (name === '') return roleVerb === undefined ? `${verb} here` : `${verb} the ${target.role}`
  return `${verb} "${name.length > nameLimit ? `${name.slice(0, nameLimit - 1).trimEnd()}…` : name}"`
}
