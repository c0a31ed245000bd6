import { toTerms } from './terms.ts'

export interface AskedQuestion {
  readonly question: string
  /** ISO time. */
  readonly askedAt: string
  readonly demoId: string | null
}

export interface QuestionGroup {
  /** The most common wording. */
  readonly question: string
  readonly count: number
  /** Different wordings, most common first. */
  readonly wordings: readonly string[]
  readonly lastAskedAt: string
  /** The demo it was last asked in. */
  readonly demoId: string | null
}

/**
 * Groups questions with the same meaning: those that share most of their words' stems and the same numbers. The most
 * frequent groups come first. Groups with a dismissed wording are left out.
 */
export function groupQuestions(
  asked: readonly AskedQuestion[],
  dismissed: readonly string[] = [],
): readonly QuestionGroup[] {
  return collect(asked, dismissed).map(toQuestionGroup)
}

/** A question, and whether it was answered. */
export interface AnsweredQuestion extends AskedQuestion {
  readonly isAnswered: boolean
  readonly conversationId: string
  /** The visitor's turn. */
  readonly turn: number
}

export interface AskedGroup extends QuestionGroup {
  /** How many of them were answered. */
  readonly answered: number
  /** Where it was last asked. */
  readonly conversationId: string
  readonly turn: number
}

/** Groups all questions in the same way, whether answered or not. */
export function groupAskedQuestions(asked: readonly AnsweredQuestion[]): readonly AskedGroup[] {
  return collect(asked, []).map((group) => {
    const { conversationId, turn } = lastOf(group.asked)
    return {
      ...toQuestionGroup(group),
      answered: group.asked.filter(({ isAnswered }) => isAnswered).length,
      conversationId,
      turn,
    }
  })
}

/** Groups the questions, most frequent group first. */
function collect<T extends AskedQuestion>(asked: readonly T[], dismissed: readonly string[]): readonly Group<T>[] {
  const groups: Group<T>[] = []
  const byTerm = new Map<string, Set<Group<T>>>()
  const add = (question: string): Group<T> => {
    const terms = meaningOf(question)
    const found = findGroup(terms, byTerm)
    const group = found ?? { terms, asked: [], isDismissed: false }
    if (found === null) {
      groups.push(group)
      for (const term of terms) {
        const known = byTerm.get(term) ?? new Set()
        // A word in so many groups doesn't distinguish them, and comparing all its groups would take seconds.
        if (known.size < groupsPerTermMax) byTerm.set(term, known.add(group))
      }
    }
    return group
  }
  for (const question of dismissed) add(question).isDismissed = true
  for (const each of asked) add(each.question).asked.push(each)
  return groups
    .filter((group) => group.asked.length > 0 && !group.isDismissed)
    .map((group) => ({ group, lastAskedAt: lastOf(group.asked).askedAt }))
    .toSorted((a, b) => b.group.asked.length - a.group.asked.length || b.lastAskedAt.localeCompare(a.lastAskedAt))
    .map(({ group }) => group)
}

interface Group<T extends AskedQuestion> {
  readonly terms: ReadonlySet<string>
  readonly asked: T[]
  isDismissed: boolean
}

/** The stems of the significant words, and the numbers; all words if there are none of these. */
function meaningOf(question: string): ReadonlySet<string> {
  const { informative, weak, numbers } = toTerms(question.slice(0, charactersMax))
  const strong = informative.filter((term) => !weak.has(term))
  const words = (strong.length > 0 ? strong : informative).slice(0, wordsMax)
  const terms = [...words, ...numbers.slice(0, numbersMax).map((number) => `#${number}`)]
  if (terms.length > 0) return new Set(terms)
  return new Set([
    question
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  ])
}

function findGroup<G extends { readonly terms: ReadonlySet<string> }>(
  terms: ReadonlySet<string>,
  byTerm: ReadonlyMap<string, ReadonlySet<G>>,
): G | null {
  const near = new Map<G, number>()
  for (const term of terms) {
    for (const group of byTerm.get(term) ?? []) near.set(group, (near.get(group) ?? 0) + 1)
  }
  let best: G | null = null
  let bestShare = shareMin
  for (const [group, common] of near) {
    const share = common / (terms.size + group.terms.size - common)
    if (share >= bestShare && hasSameNumbers(terms, group.terms)) {
      best = group
      bestShare = share
    }
  }
  return best
}

/** The share of their combined stems that both questions have. */
const shareMin = 0.5

function hasSameNumbers(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const numbers = (terms: ReadonlySet<string>): string =>
    [...terms]
      .filter((term) => term.startsWith('#'))
      .sort()
      .join()
  return numbers(a) === numbers(b)
}

function lastOf<T extends AskedQuestion>(asked: readonly T[]): T {
  return asked.reduce((latest, each) => (each.askedAt > latest.askedAt ? each : latest))
}

function toQuestionGroup({ asked }: Group<AskedQuestion>): QuestionGroup {
  const wordings = new Map<string, { readonly text: string; count: number }>()
  for (const { question } of asked) {
    const key = question
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    const known = wordings.get(key)
    if (known === undefined) wordings.set(key, { text: question, count: 1 })
    else known.count += 1
  }
  const ranked = [...wordings.values()].toSorted((a, b) => b.count - a.count).map(({ text }) => text)
  const last = lastOf(asked)
  return {
    question: ranked[0] ?? '',
    count: asked.length,
    wordings: ranked.slice(0, wordingsKept),
    lastAskedAt: last.askedAt,
    demoId: last.demoId,
  }
}

const wordingsKept = 20
const groupsPerTermMax = 200
const charactersMax = 300
const wordsMax = 20
const numbersMax = 8
