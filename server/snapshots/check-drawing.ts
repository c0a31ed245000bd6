import {
  attributeOf,
  isElement,
  SnapshotProblem,
  svgSpace,
  type ChildNode,
  type Element,
  type ParentNode,
  type ParsedPage,
} from './parse-page.ts'

/**
 * Refuses a cleaned page whose SVG references expand to too many elements: a few levels make browsers draw millions, and
 * a filter of 60 steps in which each uses the previous one twice never finishes. Each reference counts all elements that
 * it leads to.
 */
export function checkDrawing({ document, frames }: ParsedPage): void {
  const references = new Map<Element, readonly Element[]>()
  for (const tree of [document, ...frames.values()]) readReferences(tree, references)
  const known = new Map<Element, number>()
  let repeated = 0
  for (const [element, targets] of references) {
    for (const target of targets) repeated += countDrawn(target, { references, known, around: [element] })
    if (repeated > repeatedMax) throw new SnapshotProblem('The page’s drawings repeat each other too often.')
    if (element.tagName === 'filter' && countFilterSteps(element) > filterStepsMax) {
      throw new SnapshotProblem('A filter of the page has too many steps.')
    }
    if (element.tagName.endsWith('Gradient') && element.childNodes.filter(isElement).length > stopsMax) {
      throw new SnapshotProblem('A gradient of the page has too many colours.')
    }
  }
}

/** Chromium takes about 40 µs for each copy that `use` makes. */
const repeatedMax = 50_000
const referencesDeepMax = 32

interface Counting {
  readonly references: ReadonlyMap<Element, readonly Element[]>
  readonly known: Map<Element, number>
  /** The elements whose references were followed to get here. */
  readonly around: readonly Element[]
}

/** The elements drawn for one reference to this one. */
function countDrawn(target: Element, { references, known, around }: Counting): number {
  const before = known.get(target)
  if (before !== undefined) return before
  if (around.includes(target) || around.length > referencesDeepMax) {
    throw new SnapshotProblem('The page’s drawings refer to each other in a circle.')
  }
  let drawn = 0
  for (const element of within(target)) {
    drawn += 1
    for (const next of references.get(element) ?? []) {
      drawn += countDrawn(next, { references, known, around: [...around, target] })
    }
  }
  known.set(target, drawn)
  return drawn
}

/** The steps that a browser runs for a filter: a step runs again for each later one that uses its result. */
function countFilterSteps(filter: Element): number {
  const results = new Map(filterSources.map((name) => [name, 0]))
  let last = 0
  let most = 0
  for (const step of within(filter)) {
    if (step === filter || !step.tagName.startsWith('fe')) continue
    const inputs = inputsOf(step).map((name) => results.get(name) ?? last)
    if (inputs.length === 0) continue
    last = 1 + inputs.reduce((sum, count) => sum + count, 0)
    most = Math.max(most, last)
    const result = attributeOf(step, 'result')
    if (result !== null) results.set(result, last)
  }
  return most
}

/** Names of results; any other name means the previous step's result. Parts of a step have none. */
function inputsOf(step: Element): readonly string[] {
  const inputOf = (element: Element, name = 'in'): string => attributeOf(element, name) ?? ''
  if (/^fe(?:Func.|MergeNode|.*Light)$/.test(step.tagName)) return []
  if (step.tagName === 'feMerge') {
    return [...within(step)].filter((each) => each !== step).map((each) => inputOf(each))
  }
  const hasSecond = step.attrs.some(({ name }) => name === 'in2')
  return hasSecond ? [inputOf(step), inputOf(step, 'in2')] : [inputOf(step)]
}

const filterSources = ['SourceGraphic', 'SourceAlpha', 'BackgroundImage', 'BackgroundAlpha', 'FillPaint', 'StrokePaint']
/** Style sheets can use a gradient for thousands of elements. */
const stopsMax = 250
/** Each may be as large as the element. */
const filterStepsMax = 300

/** Finds what each element of a document or shadow root refers to; ids belong to one of these. */
function readReferences(root: ParentNode, references: Map<Element, readonly Element[]>): void {
  const elements = [...within(root)]
  const named = new Map<string, Element>()
  for (const element of elements) {
    const id = attributeOf(element, 'id')
    if (id !== null && !named.has(id)) named.set(id, element)
  }
  for (const element of elements) {
    const { used, painted } = idsIn(element)
    const resources = painted.map((id) => named.get(id)).filter((target) => resourceElements.has(target?.tagName ?? ''))
    const targets = [...used.map((id) => named.get(id)), ...resources]
    references.set(
      element,
      targets.filter((target) => target !== undefined),
    )
    if ('content' in element) readReferences(element.content as ParentNode, references)
  }
}

/** Elements that `url(#…)` may refer to. */
const resourceElements = new Set('clipPath filter linearGradient marker mask pattern radialGradient'.split(' '))

/** The elements below a node, itself included, without shadow roots. */
function* within(root: ParentNode): Generator<Element, void> {
  const waiting: (ParentNode | ChildNode)[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isElement(node)) yield node
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed())
  }
}

/** The ids in an element's `href` and in its styles. */
function idsIn({ attrs, namespaceURI }: Element): {
  readonly used: readonly string[]
  readonly painted: readonly string[]
} {
  const isSvg = (namespaceURI as string) === svgSpace
  const used = attrs.filter(({ name, value }) => isSvg && name === 'href' && value.startsWith('#'))
  return {
    used: used.map(({ value }) => decode(value.slice(1))),
    painted: attrs.flatMap(({ value }) => [...value.matchAll(/url\("#([^"]*)"\)/g)].map(([, id = '']) => decode(id))),
  }
}

/** Browsers decode the part of an address. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
