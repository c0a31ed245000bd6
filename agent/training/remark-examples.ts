import { remarkLabels, type RemarkLabel } from '../remark-model.ts'

/* Reads the training data: remarks, templates of them, phrasings of intents, and questions about invented products. */

export const trainingFiles = [
  'remarks.txt',
  'intents.json',
  'products.json',
  'strangers.json',
  'said-remarks.tsv',
] as const

export interface Example {
  readonly text: string
  readonly label: RemarkLabel
  /** Written as a whole, not drawn from a template. */
  readonly isSaid?: boolean
  /** What it is about within its meaning, if that is known; see topic-replies.ts. */
  readonly topic?: string
}

export interface TrainingTexts {
  /** remarks.txt. */
  readonly remarks: string
  /** intents.json. */
  readonly intents: string
  /** products.json. */
  readonly products: string
  /** strangers.json. */
  readonly strangers: string
  /** said-remarks.tsv. */
  readonly said: string
}

/** Sentences generated per template; more don't improve the classifier. */
const sentencesPerTemplate = 26

export function readExamples({ remarks, intents, products, strangers, said }: TrainingTexts): readonly Example[] {
  const asked = readStrangers(strangers).flat()
  const examples = [
    ...readTemplates(remarks),
    ...readIntents(intents),
    ...readProducts(products),
    ...asked.map((text) => ({ text, label: 'question' as const })),
    ...readSaid(said),
  ]
  return [...new Map(examples.map((example) => [`${example.label} ${example.text}`, example])).values()]
}

/** One remark per line, after its meaning, its topic if known, and a tab: “smalltalk.weather”. */
function readSaid(source: string): readonly Example[] {
  return source.split('\n').flatMap((line) => {
    const [name = '', text = ''] = line.split('\t')
    const [meaning, topic] = name.split('.')
    const label = remarkLabels.find((each) => each === meaning)
    return label === undefined ? [] : [{ text, label, isSaid: true, ...(topic !== undefined && { topic }) }]
  })
}

function readTemplates(source: string): readonly Example[] {
  const lists = new Map<string, string>()
  const examples: Example[] = []
  const random = createRandom(7)
  let label: RemarkLabel | undefined
  for (const line of source.split('\n')) {
    const list = /^\$(\w+) = (.*)$/.exec(line)
    const heading = /^\[(\w+)\]$/.exec(line)?.[1]
    const named = remarkLabels.find((each) => each === heading)
    if (list !== null) lists.set(list[1] ?? '', list[2] ?? '')
    else if (named !== undefined) label = named
    else if (label !== undefined && line !== '' && !line.startsWith('#')) {
      for (const text of expandTemplate(line, lists, random)) examples.push({ text, label })
    }
  }
  return examples
}

/** Expands a template that is a single list into all of its choices, and any other template into random combinations. */
function expandTemplate(template: string, lists: ReadonlyMap<string, string>, random: () => number): Set<string> {
  const whole = /^\{([^{}[\]$]*)\}$/.exec(template)?.[1]
  if (whole !== undefined) return new Set(whole.split('|').map(tidy))
  const texts = new Set<string>()
  for (let tries = 0; tries < sentencesPerTemplate * 2 && texts.size < sentencesPerTemplate; tries += 1) {
    texts.add(tidy(draw(template, lists, random)))
  }
  texts.delete('')
  return texts
}

/** Replaces the innermost choice until none is left. */
function draw(template: string, lists: ReadonlyMap<string, string>, random: () => number): string {
  let text = template
  const pick = (choices: string): string => {
    const all = choices.split('|')
    return all[Math.floor(random() * all.length)] ?? ''
  }
  for (;;) {
    const choice = /\{([^{}[\]]*)\}|\[([^{}[\]]*)\]/.exec(text)
    const optional = choice?.[2]
    const drawn =
      choice === null ? null : optional === undefined ? pick(choice[1] ?? '') : random() < 0.5 ? '' : pick(optional)
    const name = choice === null ? /\$(\w+)/.exec(text) : null
    if (choice !== null && drawn !== null) text = replaceAt(text, choice, drawn)
    else if (name !== null) text = replaceAt(text, name, pick(lists.get(name[1] ?? '') ?? ''))
    else return text
  }
}

function replaceAt(text: string, found: RegExpExecArray, by: string): string {
  return text.slice(0, found.index) + by + text.slice(found.index + found[0].length)
}

/** Apostrophes are written as spaces in the templates. */
function tidy(text: string): string {
  return text
    .replace(/\b(i|we|you|they|it|that|there|let|who|what|where|how|when|name|here|now|u) (m|re|s|ve|d|ll)\b/g, "$1'$2")
    .replace(/\b(don|doesn|didn|can|won|isn|aren|wasn|couldn|wouldn|haven|hasn|shouldn) t\b/g, "$1't")
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')
    .trim()
}

const labelOfIntent: Readonly<Record<string, RemarkLabel>> = {
  book: 'book',
  human: 'human',
  price: 'price',
  thanks: 'thanks',
  stop: 'stop',
  next: 'next',
  back: 'back',
  repeat: 'repeat',
  buy: 'buy',
  told: 'told',
  question: 'question',
}

function readIntents(source: string): readonly Example[] {
  const intents = JSON.parse(source) as Readonly<Record<string, readonly string[]>>
  return Object.entries(intents).flatMap(([intent, texts]) => {
    const label = labelOfIntent[intent]
    if (label !== undefined) return texts.map((text) => ({ text, label }))
    // The other intents include short replies and facts, which have their own labels here.
    return texts.filter((text) => productQuestion.test(text)).map((text) => ({ text, label: 'question' as const }))
  })
}

const productQuestion =
  /^(?:how (?!long does this)|can|does|do|is (?!this recorded)|are (?!you)|what (?!is your)|which|where|who|when|explain|show)/

interface Product {
  readonly threads: readonly (readonly { readonly q: string }[])[]
  readonly no: readonly string[]
  readonly noExtra?: readonly string[]
}

function readProducts(source: string): readonly Example[] {
  const products = JSON.parse(source) as readonly Product[]
  return products
    .flatMap(({ threads, no, noExtra = [] }) => [...threads.flat().map(({ q }) => q), ...no, ...noExtra])
    .filter((text) => !isObjection.test(text))
    .map((text) => ({ text, label: 'question' }))
}

interface AskedProduct {
  readonly talks: readonly (readonly { readonly q: string }[])[]
  readonly unanswerable: readonly string[]
}

/** What buyers asked about each product of strangers.json, whether its notes answer it or not. */
function readStrangers(source: string): readonly (readonly string[])[] {
  const products = JSON.parse(source) as readonly AskedProduct[]
  return products.map(({ talks, unanswerable }) => [...talks.flat().map(({ q }) => q), ...unanswerable])
}

/** Questions in the training data that count as remarks here. */
const isObjection = /better than|compared? (?:to|with)|different from|discount|cheaper than|instead of/i

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
