import { actionOf, type Capture, type ClickTarget } from './capture.ts'
import type { ActionKind, StepAction } from './step-action.ts'

/* The initial title and notes of a recorded step. Templates per kind of action; the notes never repeat the title. */

type Described = Pick<Capture, 'target' | 'action' | 'gesture'>

const verbs: Readonly<Record<string, string>> = {
  textbox: 'Fill in',
  searchbox: 'Fill in',
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

const pointing = {
  'double-click': 'Double-click',
  'right-click': 'Right-click',
  drag: 'Drag',
} as const satisfies Partial<Record<ActionKind, string>>

const nouns: Readonly<Record<string, string>> = {
  button: 'button',
  link: 'link',
  tab: 'tab',
  menuitem: 'menu item',
  checkbox: 'checkbox',
  switch: 'switch',
  radio: 'option',
  option: 'option',
  textbox: 'field',
  searchbox: 'search field',
  combobox: 'list',
  listbox: 'list',
  slider: 'slider',
  spinbutton: 'number',
  img: 'image',
}

/** Roles of fields that take keys. */
const typedIn = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton'])

const nameMax = 80
const typedMax = 40

/** A step's initial title: `Click "Authorize"`, `Fill in "API key"`, or `Click here` if nothing has a name. */
export function describeAction(capture: Described): string {
  const action = actionOf(capture)
  const { target } = capture
  const text = cut(action.text, nameMax)
  switch (action.kind) {
    case 'click':
      return clickTitle(verbOf(target), target)
    case 'type':
      if (target.role === 'searchbox' && text !== '') return `Search for "${cut(action.text, typedMax)}"`
      return clickTitle('Fill in', { ...target, role: 'textbox' })
    case 'select':
      return selectTitle(target, text)
    case 'key':
      return text === '' ? 'Press a key' : `Press ${text}`
    case 'scroll':
      return `Scroll ${text === 'up' ? 'up' : 'down'}`
    case 'file':
      return text === '' ? 'Choose a file' : `Choose the file "${text}"`
    case 'navigate':
      return text === '' ? 'Go to another page' : `Go to ${text}`
    case 'hover': {
      const name = target.name === '' ? text : cut(target.name, nameMax)
      return name === '' ? 'Open the menu' : `Point at "${name}"`
    }
    default:
      if (action.kind === 'drag' && target.name === '' && (target.near ?? '') === '') return 'Drag this'
      return clickTitle(pointing[action.kind], { ...target, role: '' })
  }
}

function verbOf({ role, isOn }: ClickTarget): string {
  if (isOn === true && role === 'checkbox') return 'Untick'
  if (isOn === true && role === 'switch') return 'Switch off'
  return verbs[role] ?? 'Click'
}

function selectTitle(target: ClickTarget, choice: string): string {
  const name = cut(target.name, nameMax)
  if (choice === '') return clickTitle(verbs[target.role] ?? 'Choose from', target)
  if (target.role === 'combobox' || target.role === 'listbox') {
    return name === '' ? `Choose "${choice}"` : `Choose "${choice}" from "${name}"`
  }
  return name === '' ? `Set it to ${choice}` : `Set "${name}" to ${choice}`
}

function clickTitle(verb: string, { role, name, near }: ClickTarget): string {
  const shown = cut(name, nameMax)
  if (shown !== '') return `${verb} "${shown}"`
  const place = cut(near ?? '', nameMax)
  if (place !== '') return `${verb} ${nouns[role] === undefined ? '' : `the ${nouns[role]} `}in "${place}"`
  const noun = verbs[role] === undefined ? undefined : nouns[role]
  return noun === undefined ? `${verb} here` : `${verb} the ${noun}`
}

/** A step's initial notes: where it happens and with what; '' if that would only repeat the title. */
export function describeStep(capture: Described, pageTitle: string): string {
  const action = actionOf(capture)
  const page = cut(pageTitle, nameMax)
  const where = page === '' ? '' : ` on the page “${page}”`
  const thing = nameThing(capture.target)
  const sentence = actionSentence(action, thing, typedIn.has(capture.target.role))
  if (action.kind === 'file' || action.kind === 'navigate') return `${sentence}.`
  if (sentence !== '') return `${sentence}${where}.`
  if (thing !== '') return page === '' ? `It’s ${thing}.` : `You’ll find ${thing}${where}.`
  return page === '' ? '' : `This is the page “${page}”.`
}

function actionSentence({ kind, text, path }: StepAction, thing: string, isField: boolean): string {
  const typed = cut(text, typedMax)
  switch (kind) {
    case 'type':
      if (thing === '') return typed === '' ? 'Enter your own value' : `Enter “${typed}”`
      return typed === '' ? `Enter your own value in ${thing}` : `Enter “${typed}” in ${thing}`
    case 'select':
      return typed === '' ? '' : `“${typed}” is chosen${thing === '' ? '' : ` in ${thing}`}`
    case 'drag':
      return path.length < 2 ? '' : `Drag ${thing === '' ? 'it' : thing} ${directionOf(path)}`
    case 'hover':
      return 'A menu opens under the pointer'
    case 'scroll':
      return text === 'up' ? 'Scroll up to see what comes before' : 'Scroll down to see more'
    case 'key':
      return isField && thing !== '' ? `Do this in ${thing}` : 'Use the keyboard'
    case 'file':
      return 'Pick one from your computer'
    case 'navigate':
      return 'Enter the address in the browser'
    case 'right-click':
      return thing === '' ? 'A context menu opens' : `The context menu of ${thing} opens`
    case 'click':
    case 'double-click':
      return ''
  }
}

function directionOf(path: StepAction['path']): string {
  const [first, last] = [path[0], path.at(-1)]
  if (first === undefined || last === undefined) return 'there'
  const [x, y] = [last.xPercent - first.xPercent, last.yPercent - first.yPercent]
  if (Math.abs(x) >= Math.abs(y)) return x < 0 ? 'to the left' : 'to the right'
  return y < 0 ? 'up' : 'down'
}

/** `the button “Save”`; '' without a name. */
function nameThing({ role, name }: ClickTarget): string {
  const shown = cut(name, nameMax)
  return shown === '' ? '' : `${nouns[role] === undefined ? '' : `the ${nouns[role]} `}“${shown}”`
}

/** Cuts at the end of a word, if there is one. */
function cut(text: string, most: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= most) return plain
  const start = plain.slice(0, most - 1)
  const space = start.lastIndexOf(' ')
  return `${(space > most * 0.6 ? start.slice(0, space) : start).trimEnd()}…`
}
