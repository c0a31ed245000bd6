interface Notes {
  readonly title: string | null
  readonly description: string | null
  readonly cards: readonly string[]
  /** Absent if the step has none. */
  readonly questions?: readonly string[]
}

/**
 * Drops the notes of later steps once there are too many, and then their titles: each megabyte takes seconds to index,
 * and every question searches all sentences. Of one step, drops later cards and questions: answers compare a step's
 * sentences with each other.
 */
export function boundNotes<Step extends Notes>(
  steps: readonly Step[],
  charactersMax = notesMax,
): readonly (Omit<Step, keyof Notes> & Notes)[] {
  let [notes, titles] = [0, 0]
  return steps.map((given) => {
    const step = boundStep(given)
    const { title, description, cards, questions = [], ...rest } = step
    notes += countWeight([description ?? '', ...cards, ...questions])
    titles += title?.length ?? 0
    if (notes <= charactersMax && titles <= charactersMax) return step
    return { ...rest, title: titles <= charactersMax ? title : null, description: null, cards: [] }
  })
}

function boundStep<Step extends Notes>(step: Step): Step {
  const { description, cards, questions } = step
  let left = stepNotesMax - (description?.length ?? 0)
  const within = (texts: readonly string[]) => texts.filter((text) => (left -= text.length) >= 0)
  if (countCharacters([...cards, ...(questions ?? [])]) <= left) return step
  return { ...step, cards: within(cards), ...(questions !== undefined && { questions: within(questions) }) }
}

interface Pair {
  readonly question: string
  readonly variants: readonly string[]
}

/** Drops wordings beyond the editor's limit, and all those of later pairs once there are too many. */
export function boundPairs<P extends Pair>(pairs: readonly P[], charactersMax = notesMax): readonly P[] {
  let wordings = 0
  return pairs.map((pair) => {
    const variants = pair.variants.slice(0, variantsMax)
    wordings += countCharacters(variants)
    return { ...pair, variants: wordings <= charactersMax ? variants : [] }
  })
}

function countCharacters(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/** Characters, where each sentence or line counts as at least 80: a question is compared with every one of them. */
function countWeight(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.max(text.length, countBreaks(text) * sentenceWeightMin), 0)
}

/** Line breaks and ends of sentences. */
export function countBreaks(text: string): number {
  return text.match(sentenceEnd)?.length ?? 0
}

/** The first sentences of a text that belongs to no step. */
export function boundText(text: string | null, sentencesMax = textSentencesMax): string | null {
  const end = [...(text ?? '').matchAll(sentenceEnd)][sentencesMax - 1]
  return end === undefined || text === null ? text : text.slice(0, end.index + 1)
}

const sentenceEnd = /[.!?…](?=\s)|[。！？\n]/gu
/** More than fit in a demo's description, and enough for a script that takes an hour to say. */
const textSentencesMax = 1_000

/** Most sentences are longer. */
const sentenceWeightMin = 80
/** Ten times the length of the longest demos. */
const notesMax = 500_000
/** The longest description and four of the longest cards. */
const stepNotesMax = 40_000
/** As in knowledge-file.ts. */
const variantsMax = 20
