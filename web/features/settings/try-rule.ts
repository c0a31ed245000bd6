import { hidesOn, ruleMatches, type CaptureRule } from '#domain/capture-rules.ts'

/** The parts of a recorded step that rules apply to. */
export interface TriedStep {
  readonly order: number
  readonly hostname: string
  readonly texts: readonly string[]
  /** The captured page, parsed but not rendered; null if only the picture was kept. */
  readonly roots: readonly ParentNode[]
}

export interface HiddenText {
  readonly order: number
  /** Alternately shown and hidden text, starting with shown. */
  readonly pieces: readonly string[]
}

export interface RuleTrial {
  readonly places: number
  readonly steps: number
  /** The first few. */
  readonly examples: readonly HiddenText[]
}

const examplesMax = 5
/** How much text to show on each side of the hidden part. */
const aroundMax = 36

/** Finds what rules hide in a recording. Skips selectors that the browser doesn't know. */
export function tryRules(rules: readonly CaptureRule[], steps: readonly TriedStep[]): RuleTrial {
  let places = 0
  const hit = new Set<number>()
  const examples = new Map<string, HiddenText>()
  for (const step of steps) {
    for (const rule of rules) {
      if (!hidesOn(rule, step.hostname)) continue
      const found = rule.kind === 'text' ? hiddenTexts(rule, step) : hiddenElements(rule, step)
      places += found.places
      if (found.places > 0) hit.add(step.order)
      for (const example of found.examples) {
        const key = example.pieces.join('\n')
        if (examples.size < examplesMax && !examples.has(key)) examples.set(key, example)
      }
    }
  }
  return { places, steps: hit.size, examples: [...examples.values()] }
}

type Found = Omit<RuleTrial, 'steps'>

function hiddenTexts(rule: CaptureRule, { order, texts }: TriedStep): Found {
  let places = 0
  const examples: HiddenText[] = []
  for (const text of texts) {
    const matches = ruleMatches(rule, text)
    places += matches.length
    if (matches.length > 0) examples.push({ order, pieces: cut(text, matches) })
  }
  return { places, examples }
}

function hiddenElements({ value }: CaptureRule, { order, roots }: TriedStep): Found {
  const elements = roots.flatMap((root) => select(root, value))
  const examples = elements.map(({ textContent }) => ({
    order,
    pieces: ['', collapseSpaces(textContent).slice(0, aroundMax), ''],
  }))
  return { places: elements.length, examples }
}

function select(root: ParentNode, selector: string): readonly Element[] {
  try {
    return [...root.querySelectorAll(selector)]
  } catch {
    return []
  }
}

function cut(text: string, matches: readonly { readonly start: number; readonly end: number }[]): readonly string[] {
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of matches) {
    pieces.push(text.slice(at, start), text.slice(start, end))
    at = end
  }
  pieces.push(text.slice(at))
  const last = pieces.length - 1
  return pieces.map((piece, index) => {
    if (index % 2 === 1 || piece.length <= aroundMax) return piece
    if (index === 0) return `…${piece.slice(-aroundMax)}`
    return index === last
      ? `${piece.slice(0, aroundMax)}…`
      : `${piece.slice(0, aroundMax / 2)}…${piece.slice(-aroundMax / 2)}`
  })
}

/** The text nodes of a page. */
export function textsOf(root: ParentNode & Node, most: number): readonly string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  for (let node = walker.nextNode(); node !== null && texts.length < most; node = walker.nextNode()) {
    const text = collapseSpaces(node.textContent)
    if (text.length > 2 && node.parentElement?.closest('style,script,noscript') === null) texts.push(text)
  }
  return texts
}

function collapseSpaces(text: string | null): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}
