import { stillness } from '#domain/snapshot-markup.ts'

import {
  attributeOf,
  elementsIn,
  shadowTemplate,
  SnapshotProblem,
  textOf,
  type Element,
  type ParentNode,
  type ParsedPage,
} from './parse-page.ts'

/**
 * Refuses a cleaned page whose style sheets may give too many elements a layer of their own. Only the last part of each
 * selector is read, so the count is an upper bound.
 */
export function checkStyles(page: ParsedPage, sheets: readonly string[]): void {
  const elements = allElements(page)
  const own = elements.filter(({ tagName }) => tagName === 'style').map(textOf)
  const declared = [...sheets, ...own].flatMap((css) => [...declarationsIn(css)])
  const inline = elements.map((element) => [...declarationsIn(attributeOf(element, 'style') ?? '')])
  // A variable may use the 3D function in any declaration.
  const isIn3dAnywhere = [...declared, ...inline.flat()].some(
    (each) => isCarrier(each.property) && in3d.test(each.value),
  )
  const isStill = treesIn(page, elements).every(endsAnimations)
  const kindsOf = (declared: Declaration) => kinds.filter((kind) => kind.has({ ...declared, isIn3dAnywhere, isStill }))
  const index = indexOf(elements)
  const found = new Map(kinds.map((kind) => [kind, new Set<Element>()]))
  const add = (kind: Kind, more: Iterable<Element>) => {
    const known = found.get(kind)
    for (const element of more) {
      known?.add(element)
      if ((known?.size ?? 0) > kind.most) throw new SnapshotProblem(kind.problem)
    }
  }
  for (const [at, element] of elements.entries()) {
    for (const declaration of inline[at] ?? []) for (const kind of kindsOf(declaration)) add(kind, [element])
  }
  for (const declaration of declared) {
    for (const kind of kindsOf(declaration)) {
      for (const selector of declaration.selectors) add(kind, mayMatch(selector, index))
    }
  }
}

/** Documents and shadow roots: style sheets don't reach from one into another. */
function treesIn({ document, frames }: ParsedPage, elements: readonly Element[]): readonly ParentNode[] {
  return [document, ...frames.values(), ...elements.flatMap((element) => shadowTemplate(element)?.content ?? [])]
}

function endsAnimations(tree: ParentNode): boolean {
  const waiting = [...tree.childNodes]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('childNodes' in node)) continue
    // Attributes can switch a style sheet off.
    if (node.tagName === 'style' && node.attrs.length === 0 && textOf(node) === stillness) return true
    waiting.push(...node.childNodes)
  }
  return false
}

interface Looked extends Omit<Declaration, 'selectors'> {
  readonly isIn3dAnywhere: boolean
  /** Every document and shadow root stops its animations, which only important declarations override. */
  readonly isStill: boolean
}

interface Kind {
  readonly most: number
  readonly problem: string
  readonly has: (declaration: Looked) => boolean
}

const nothing = /^(?:none|auto|initial|unset|revert(?:-layer)?|)$/
const in3d = /3d\(|translatez\(|rotate[xy]\(|scalez\(|perspective\(|preserve-3d/
const carried = /\b(?:var|attr|if|env|--[\w-]*)\(/
/** The shorthand and the name; other properties only say how an animation runs. */
const animated = /^(?:-webkit-)?animation(?:-name)?$/
/** A scroll-driven animation never ends. */
const scrolled = 'animation-timeline'
const timed = /^(?:-webkit-)?animation/
const briefMs = 10
const turned = /^(?:translate|rotate|scale)$/
const moved = /^(?:-webkit-)?(?:transform|transform-style|perspective)$/

const kinds: readonly Kind[] = [
  {
    // Forty over the whole screen leave Chromium without a GPU 3 frames a second, also for the player around them.
    most: 20,
    problem: 'The page blurs its background in too many places.',
    has: ({ property, value }) => /^(?:all|(?:-webkit-)?backdrop-filter)$/.test(property) && !nothing.test(value),
  },
  {
    // Each may be a layer as large as the screen, or be drawn again for every frame.
    most: 500,
    problem: 'Too many elements of the page are drawn on their own.',
    has({ property, value, isImportant, isIn3dAnywhere, isStill }) {
      if (nothing.test(value)) return false
      if (property === scrolled) return true
      if (isStill && timed.test(property)) return isImportant && !endsAtOnce(property.replace('-webkit-', ''), value)
      if (property === 'will-change') return !/^(?:scroll-position|contents)$/.test(value)
      if (/^(?:-webkit-)?backface-visibility$/.test(property)) return value !== 'visible'
      if (animated.test(property) || /^(?:all|(?:-webkit-)?filter)$/.test(property)) return true
      if (turned.test(property)) return /\s\S+\s|\b[xy]\b/.test(value) || carried.test(value)
      if (!moved.test(property)) return false
      return property.endsWith('perspective') || in3d.test(value) || (isIn3dAnywhere && carried.test(value))
    },
  },
]

/** Properties that `kinds` checks, and those from which they may take a value. */
const checkedProperties =
  /^(?:--.*|initial-value|result|all|will-change|translate|rotate|scale|(?:-webkit-)?(?:backdrop-filter|filter|backface-visibility|animation|animation-[a-z-]+|transform|transform-style|perspective))$/

/** Whether an important declaration keeps animations stopped, as style sheets for reduced motion do. */
function endsAtOnce(property: string, value: string): boolean {
  if (property === 'animation') return false
  if (property === 'animation-iteration-count') return value === '1'
  if (property !== 'animation-duration' && property !== 'animation-delay') return true
  const [, number, unit] = /^(-?[\d.]+)(m?s)$/.exec(value) ?? []
  return number !== undefined && Number(number) * (unit === 's' ? 1_000 : 1) <= briefMs
}

function isCarrier(property: string): boolean {
  return property.startsWith('--') || property === 'initial-value' || property === 'result'
}

interface Declaration {
  /** Lowercase, without escapes; so is the value. */
  readonly property: string
  readonly value: string
  readonly isImportant: boolean
  /** The selectors of the rule that contains the declaration. */
  readonly selectors: readonly string[]
}

/** The declarations that matter in a cleaned style sheet or `style` attribute, in nested rules too. */
function* declarationsIn(css: string): Generator<Declaration, void> {
  /** The selectors of the rules around the current place. */
  const around: (readonly string[])[] = []
  let brackets = 0
  /** Browsers read braces within brackets differently, so what follows may belong to any rule. */
  let isUnclear = false
  let start = 0
  for (let at = 0; at <= css.length; at += 1) {
    const char = css[at]
    if (char === '\\') at += 1
    else if (char === '"') at = endOfString(css, at)
    else if (char === '(' || char === '[') brackets += 1
    else if (char === ')' || char === ']') brackets = Math.max(0, brackets - 1)
    else if (char === undefined || char === ';' || char === '{' || char === '}') {
      isUnclear ||= brackets > 0
      brackets = 0
      const text = css.slice(start, at)
      if (char !== '{') {
        const declared = declarationOf(text)
        if (declared !== null) yield { ...declared, selectors: isUnclear ? anything : (around.at(-1) ?? anything) }
        if (char === '}') around.pop()
        start = at + 1
      } else {
        const prelude = text.replaceAll('/**/', ' ').trim()
        // A variable may have braces in its value.
        const isVariable = /^--[\w-]*\s*:/.test(prelude)
        const isOwn = !isVariable && !prelude.startsWith('@')
        around.push(isOwn ? selectorsIn(prelude, around.at(-1)) : (around.at(-1) ?? anything))
        if (!isVariable) start = at + 1
      }
    }
  }
}

const anything = ['*']

/** Cleaned strings have no quotes or line breaks in them. */
function endOfString(css: string, start: number): number {
  const end = css.indexOf('"', start + 1)
  return end === -1 ? css.length : end
}

function declarationOf(text: string): Omit<Declaration, 'selectors'> | null {
  const colon = text.indexOf(':')
  const property = plain(text.slice(0, Math.max(0, colon)))
  if (!checkedProperties.test(property)) return null
  const value = plain(text.slice(colon + 1))
  const end = value.search(/\s*!\s*important$/)
  return { property, value: end === -1 ? value : value.slice(0, end), isImportant: end !== -1 }
}

function plain(css: string): string {
  return unescape(css.replaceAll('/**/', ' ')).trim().toLowerCase()
}

function unescape(css: string): string {
  return css.replace(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_, hex: string | undefined, char: string | undefined) => {
    const code = Number.parseInt(hex ?? '', 16)
    return char ?? (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\ufffd')
  })
}

/** The selectors of a list, with `&` replaced by the enclosing selectors. */
function selectorsIn(prelude: string, around: readonly string[] = []): readonly string[] {
  const selectors: string[] = []
  let deep = 0
  let start = 0
  for (let at = 0; at <= prelude.length; at += 1) {
    const char = prelude[at]
    if (char === '\\') at += 1
    else if (char === '"') at = endOfString(prelude, at)
    else if (char === '(' || char === '[') deep += 1
    else if (char === ')' || char === ']') deep -= 1
    else if (char === undefined || (char === ',' && deep === 0)) {
      selectors.push(prelude.slice(start, at))
      start = at + 1
    }
  }
  const isNested = (selector: string) => /&[^\s>+~]*\s*$/.test(selector) && around.length > 0
  // Without duplicates, which would double with each level.
  return [...new Set(selectors.flatMap((selector) => (isNested(selector) ? around : [selector])))]
}

interface ElementIndex {
  readonly all: readonly Element[]
  /** By `.class`, `#id` and tag, in lower case. */
  readonly named: ReadonlyMap<string, readonly Element[]>
}

function indexOf(elements: readonly Element[]): ElementIndex {
  const named = new Map<string, Element[]>()
  for (const element of elements) {
    const classes = (attributeOf(element, 'class') ?? '').split(/\s+/).filter((name) => name !== '')
    const id = attributeOf(element, 'id')
    const names = [element.tagName, ...classes.map((name) => `.${name}`), ...(id === null ? [] : [`#${id}`])]
    for (const name of new Set(names.map((each) => each.toLowerCase()))) {
      const list = named.get(name)
      if (list === undefined) named.set(name, [element])
      else list.push(element)
    }
  }
  return { all: elements, named }
}

/** A superset of the elements that a selector matches: those with the rarest name in its last part. */
function mayMatch(selector: string, { all, named }: ElementIndex): readonly Element[] {
  let least = all
  for (const name of lastNames(selector)) {
    const these = named.get(name.toLowerCase()) ?? []
    if (these.length < least.length) least = these
  }
  return least
}

const selectorToken = /\\[\da-f]{1,6}\s?|\\[^]|"[^"]*"|[^]/gi
/** Pseudo-classes that match elements of other trees. */
const crossing = /^:(?:host|host-context|part|slotted)$/

/** The tag, `.class` and `#id` names in the last compound of a selector; none if it may match anything. */
function lastNames(selector: string): readonly string[] {
  let names: string[] = []
  let deep = 0
  let isApart = false
  let isNaming = false
  for (const [token] of selector.matchAll(selectorToken)) {
    const isName = /^(?:[\w-]|[^\0-\u007f]|\\[^]+)$/.test(token)
    if (token === '(' || token === '[') deep += 1
    else if (token === ')' || token === ']') deep = Math.max(0, deep - 1)
    else if (deep > 0) continue
    else if (/^[\s>+~|]$/.test(token)) isApart = true
    else {
      if (isApart) names = []
      isApart = false
      if (isName && isNaming) names.push(`${names.pop() ?? ''}${unescape(token)}`)
      else if (isName) names.push(unescape(token))
      else if (/^[.#:]$/.test(token) && names.at(-1) !== ':') names.push(token)
      isNaming = isName || /^[.#:]$/.test(token)
      continue
    }
    isNaming = false
  }
  if (deep > 0 || names.some((name) => crossing.test(name.toLowerCase()))) return []
  return names.filter((name) => !name.startsWith(':'))
}

/** Includes those of frames and shadow roots. */
function allElements({ document, frames }: ParsedPage): readonly Element[] {
  return [document, ...frames.values()].flatMap((tree) => [...elementsIn(tree)])
}
