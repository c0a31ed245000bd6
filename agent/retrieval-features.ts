import type { SearchIndex } from './retrieval-index.ts'
import type { AnswerType, QuestionForm } from './retrieval-question.ts'

/** For each kind of answer asked for: whether an item contains it, or lacks it. */
const typeFeatureNames = [
  'money',
  'noMoney',
  'noPrice',
  'duration',
  'noDuration',
  'when',
  'noWhen',
  'frequency',
  'noFrequency',
  'count',
  'noCount',
  'where',
  'noWhere',
  'who',
  'noWho',
  'plan',
  'noPlan',
  'list',
  'noList',
  'how',
  'noHow',
] as const
type TypeFeature = (typeof typeFeatureNames)[number]

/** Features that distinguish the answer from other items, each about 0 to 1. */
export const rankFeatureNames = [
  'coverage',
  'own',
  'exact',
  'title',
  'near',
  'group',
  ...typeFeatureNames,
  'namedPlan',
  'carriedAlone',
  'carriedShort',
  'carriedLong',
  'carriedFollow',
  'carriedSaid',
  'carriedNext',
  'denies',
  'bothNumbers',
  'unaskedPrice',
  'isDescription',
  'length',
  'meaningSentence',
  'meaningTitled',
  'meaningTitle',
  'meaningGroup',
  'linkedGroup',
  'linkedShare',
  'linkedMargin',
  'linkedBest',
  'linkedOwn',
  'writtenGroup',
  'writtenShare',
  'writtenMargin',
  'writtenBest',
  'writtenOwn',
  'writtenCover',
  'writtenOwnCover',
] as const
export type RankFeature = (typeof rankFeatureNames)[number]
export type RankFeatures = Readonly<Record<RankFeature, number>>

const answerTypes = [
  'money',
  'price',
  'duration',
  'when',
  'frequency',
  'count',
  'where',
  'who',
  'how',
  'plan',
  'list',
] as const satisfies readonly AnswerType[]

/** Features of the question alone: the kinds of answer it asks for, then its form. */
export function formRow(
  form: QuestionForm,
  { units, carried, richness }: { readonly units: number; readonly carried: number; readonly richness: number },
): readonly number[] {
  const flags = [form.isYesNo, form.isFollowUp, form.isOwnCase, form.hasNumber, form.refusal !== null]
  return [...answerTypes.map((type) => form.types.has(type)), ...flags]
    .map(Number)
    .concat(carried, Math.min(1, units / 10), richness)
}

/** How much the author has written, from 0 to 1: short notes rarely contain the answer. */
export function richnessOf({ items }: SearchIndex): number {
  return Math.min(1, items.length / 60)
}

/** Features of the item alone. */
export function itemRow(index: SearchIndex, item: number): readonly number[] {
  const held = index.types[item]
  const hasNumber = (index.numbers[item]?.size ?? 0) > 0
  return [...answerTypes.map((type) => held?.has(type) === true), index.denials.has(item), hasNumber].map(Number)
}

/** Whether an item contains the kinds of answer that a question asks for. */
export function typeFeatures(
  index: SearchIndex,
  item: number,
  form: QuestionForm,
): Readonly<Record<TypeFeature, number>> {
  const held = index.types[item]
  const has = (type: AnswerType) => (form.types.has(type) && held?.has(type) === true ? 1 : 0)
  const misses = (type: AnswerType) => (form.types.has(type) && held?.has(type) !== true ? 1 : 0)
  return {
    money: has('money'),
    noMoney: misses('money'),
    noPrice: misses('price'),
    duration: has('duration'),
    noDuration: misses('duration'),
    when: has('when'),
    noWhen: misses('when'),
    frequency: has('frequency'),
    noFrequency: misses('frequency'),
    count: has('count'),
    noCount: misses('count'),
    where: has('where'),
    noWhere: misses('where'),
    who: has('who'),
    noWho: misses('who'),
    plan: has('plan'),
    noPlan: misses('plan'),
    list: has('list'),
    noList: misses('list'),
    how: has('how'),
    noHow: misses('how'),
  }
}

/** Whether a question is about plans or prices. */
export function asksPlan({ types, rank, planName }: QuestionForm): boolean {
  return types.has('price') || types.has('money') || types.has('plan') || rank !== null || planName !== null
}

/** The weight of a named plan: lower in “can the team plan be cancelled?” than in “which plan do we need?”. */
export function planShare(form: QuestionForm): number {
  return form.types.has('money') || form.types.has('price') || form.rank !== null || !form.isYesNo ? 1 : 0.3
}
