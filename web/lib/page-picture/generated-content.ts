import { flatChildren, isElement, styleOf } from './flat-tree.ts'

/* The text of ::before, ::after and list markers, which browsers don't report. */

export type PseudoName = 'before' | 'after'

/** The values of each counter, the innermost last. */
export type Counters = ReadonlyMap<string, readonly number[]>

const part =
  /"((?:[^"\\]|\\.)*)"|(counters?|attr)\(\s*([\w-]+)((?:[^()"]|"(?:[^"\\]|\\.)*")*)\)|(open|close)-quote|(\/)|\S+/g

/** The text of a computed `content`; its alternative text and images are left out. */
export function generatedText(owner: Element, { content, quotes }: CSSStyleDeclaration, counters: Counters): string {
  let text = ''
  for (const [, string, call, name = '', rest = '', quote, slash] of content.matchAll(part)) {
    if (slash !== undefined) break
    if (string !== undefined) text += unescaped(string)
    else if (call === 'attr') text += owner.getAttribute(name) ?? ''
    else if (call !== undefined) text += counted(counters.get(name) ?? [0], call, rest)
    else if (quote !== undefined) text += quoteMark(quotes, quote === 'open')
  }
  return text
}

function unescaped(string: string): string {
  return string.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, code: string | undefined, letter: string) =>
    code === undefined ? letter : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

function counted(values: readonly number[], call: string, rest: string): string {
  const [, separator = ''] = /"((?:[^"\\]|\\.)*)"/.exec(rest) ?? []
  const style = rest.replace(/"(?:[^"\\]|\\.)*"/, '').replaceAll(/[,\s]/g, '')
  const shown = call === 'counters' ? values : values.slice(-1)
  return shown.map((value) => numeral(value, style)).join(unescaped(separator))
}

function quoteMark(quotes: string, isOpen: boolean): string {
  const [open, close] = [...quotes.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, mark = '']) => unescaped(mark))
  return (isOpen ? open : close) ?? (isOpen ? '“' : '”')
}

function numeral(value: number, style: string): string {
  switch (style) {
    case 'none':
      return ''
    case 'decimal-leading-zero':
      return String(value).padStart(2, '0')
    case 'lower-alpha':
    case 'lower-latin':
      return letters(value)
    case 'upper-alpha':
    case 'upper-latin':
      return letters(value).toUpperCase()
    case 'lower-roman':
      return roman(value)
    case 'upper-roman':
      return roman(value).toUpperCase()
    default:
      return String(value)
  }
}

function letters(value: number): string {
  if (value < 1) return String(value)
  const rest = Math.floor((value - 1) / 26)
  return (rest === 0 ? '' : letters(rest)) + String.fromCodePoint(97 + ((value - 1) % 26))
}

const romanParts = Object.entries({ m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9 })
const romanOnes = Object.entries({ v: 5, iv: 4, i: 1 })

function roman(value: number): string {
  if (value < 1 || value > 3_999) return String(value)
  let [text, left] = ['', value]
  for (const [letter, worth] of [...romanParts, ...romanOnes]) {
    for (; left >= worth; left -= worth) text += letter
  }
  return text
}

/** The counters at the pseudo-elements of these elements. */
export function countersAt(
  root: Element,
  owners: ReadonlySet<Element>,
): (owner: Element, which: PseudoName) => Counters {
  const found = new Map<Element, Map<PseudoName, Counters>>()
  const stacks = new Map<string, { value: number; readonly level: number }[]>()
  const changes = (list: string) => [...list.matchAll(/([\w-]+)\s+(-?\d+)/g)]

  const count = ({ counterReset, counterIncrement, counterSet }: CSSStyleDeclaration, level: number) => {
    const stackOf = (name: string) => {
      const stack = stacks.get(name) ?? []
      stacks.set(name, stack)
      return stack
    }
    const innermost = (name: string) => {
      const stack = stackOf(name)
      const last = stack.at(-1) ?? { value: 0, level }
      if (stack.length === 0) stack.push(last)
      return last
    }
    for (const [, name = '', value] of changes(counterReset)) {
      const stack = stackOf(name)
      // One per level: a sibling's ends here.
      if (stack.at(-1)?.level === level) stack.pop()
      stack.push({ value: Number(value), level })
    }
    for (const [, name = '', value] of changes(counterIncrement)) innermost(name).value += Number(value)
    for (const [, name = '', value] of changes(counterSet)) innermost(name).value = Number(value)
  }
  const pseudo = (owner: Element, which: PseudoName, level: number) => {
    const style = styleOf(owner, `::${which}`)
    if (/^(?:none|normal)$/.test(style.content)) return
    count(style, level)
    if (!owners.has(owner)) return
    const values = new Map([...stacks].map(([name, stack]) => [name, stack.map(({ value }) => value)]))
    found.set(owner, (found.get(owner) ?? new Map<PseudoName, Counters>()).set(which, values))
  }
  const visit = (element: Element, level: number) => {
    const style = styleOf(element)
    if (style.display === 'none') return
    count(style, level)
    pseudo(element, 'before', level + 1)
    for (const child of flatChildren(element)) if (isElement(child)) visit(child, level + 1)
    pseudo(element, 'after', level + 1)
    for (const stack of stacks.values()) while ((stack.at(-1)?.level ?? 0) > level) stack.pop()
  }
  visit(root, 0)
  return (owner, which) => found.get(owner)?.get(which) ?? new Map()
}

/** The number of an item in a list, from 1 unless the page says otherwise. */
export function numberInList(item: Element): number {
  let before = 0
  for (let at: Element | null = item; at !== null; at = at.previousElementSibling) {
    if (styleOf(at).display !== 'list-item') continue
    const own = at.localName === 'li' ? at.getAttribute('value') : null
    if (own !== null) return Number(own) + before
    before += 1
  }
  return Number(item.parentElement?.getAttribute('start') ?? 1) + before - 1
}
