import type { SearchIndex } from './retrieval-index.ts'
import type { QuestionForm } from './retrieval-question.ts'
import type { Carried, Scored, Scoring } from './retrieval-score.ts'
import { correctChance, denseRow } from './dense-gate.ts'
import { chanceOf } from './gate-trees.ts'
import { gateTrees } from './gate-weights.ts'

/** Features that distinguish an answer from a near match, each about 0 to 1. */
export type GateFeatures = Readonly<Record<GateFeature, number>>

export const gateFeatureNames = [
  'coverage',
  'own',
  'evidence',
  'ownEvidence',
  'bestOwn',
  'exact',
  'strongMatches',
  'weakest',
  'last',
  'missing',
  'strange',
  'margin',
  'chance',
  'hasType',
  'missesType',
  'hasFigure',
  'missesFigure',
  'yesNo',
  'yesNoMissing',
  'short',
  'long',
  'carried',
  'carriedShort',
  'carriedUnsure',
  'weakGround',
  'meant',
  'meantGroup',
  'meantMargin',
  'rival',
] as const
export type GateFeature = (typeof gateFeatureNames)[number]

/** Set by a rule that overrides the features. */
export interface GateVeto {
  readonly isVetoed: boolean
}

/** Computes the features of the best candidate. */
export function gateFeatures(
  index: SearchIndex,
  scoring: Scoring,
  form: QuestionForm,
  carried: Carried | null,
): GateFeatures & GateVeto {
  const best = scoring.ranked[0]
  if (best === undefined) throw new Error('Nothing was found')
  const isAnswer = sameAnswer(index, best.item)
  const rival = scoring.ranked.find(({ item }) => !isAnswer(item))
  const content = scoring.units.flatMap(({ unit, weight, isFound }, at) =>
    unit.kind === 'generic' ? [] : [{ unit, weight, isFound, match: best.matches[at] ?? 0 }],
  )
  const weights = content.reduce((sum, { weight }) => sum + weight, 0)
  const missing = content.filter(({ match }) => match < 0.4).reduce((sum, { weight }) => sum + weight, 0)
  const held = index.types[best.item]
  const wantsFigure = ['money', 'duration', 'count', 'frequency'].some((type) => form.types.has(type as 'money'))
  const hasFigure = ['money', 'duration', 'count', 'frequency'].some(
    (type) => form.types.has(type as 'money') && held?.has(type as 'money') === true,
  )
  const isShort = content.length <= 2
  return {
    coverage: best.coverage,
    own: best.own,
    evidence: Math.min(best.evidence, 4) / 4,
    ownEvidence: Math.min(best.own * weights, 3) / 3,
    bestOwn: Math.max(0, ...content.map(({ match }) => match)),
    exact: best.features.exact,
    strongMatches: Math.min(content.filter(({ match }) => match >= 0.8).length, 4) / 4,
    weakest: content.length === 0 ? 0 : Math.min(...content.map(({ match }) => match)),
    last: content.at(-1)?.match ?? 0,
    missing: weights === 0 ? 0 : missing / weights,
    strange: Math.min(content.filter(({ unit }) => unit.isStrange).length, 3) / 3,
    margin: Math.min(1, Math.max(0, best.score - Math.max(rival?.score ?? scoring.nothing, scoring.nothing)) / 4),
    chance: answerChance(scoring, isAnswer),
    hasType: form.types.size > 0 && best.hasType ? 1 : 0,
    missesType: form.types.size > 0 && !best.hasType ? 1 : 0,
    hasFigure: wantsFigure && hasFigure ? 1 : 0,
    missesFigure: wantsFigure && !hasFigure ? 1 : 0,
    yesNo: form.isYesNo ? 1 : 0,
    yesNoMissing: form.isYesNo && weights > 0 ? missing / weights : 0,
    short: isShort ? 1 : 0,
    long: Math.min(1, content.length / 10),
    carried: carried !== null && best.isCarried ? carried.strength : 0,
    carriedShort: carried !== null && best.isCarried && isShort ? 1 : 0,
    carriedUnsure: carried !== null && carried.isUnsure && best.isCarried ? carried.strength : 0,
    weakGround: restsOnLittle(index, scoring, form) ? 1 : 0,
    meant: best.features.meaningTitled,
    meantGroup: best.features.meaningGroup,
    meantMargin: best.features.meaningGroup - closestOther(scoring, isAnswer),
    rival: rival === undefined ? 0 : answerChance(scoring, sameAnswer(index, rival.item)),
    isVetoed: isVetoed(index, scoring, form, carried),
  }
}

/** The highest similarity in meaning among candidates with a different answer. */
function closestOther({ ranked }: Scoring, isAnswer: (item: number) => boolean): number {
  return ranked.reduce((most, { item, features }) => (isAnswer(item) ? most : Math.max(most, features.meaningGroup)), 0)
}

/** Whether an item has the same answer as the best one: the same group, or the same text in another step. */
function sameAnswer(index: SearchIndex, best: number): (item: number) => boolean {
  const group = index.groupOf[best]
  const text = index.items[best]?.text
  return (item) => index.groupOf[item] === group || index.items[item]?.text === text
}

/** The probability that one answer is right, by the ranking alone. */
function answerChance({ ranked, nothing }: Scoring, isAnswer: (item: number) => boolean): number {
  let all = Math.exp(nothing - (ranked[0]?.score ?? 0))
  let own = 0
  const top = ranked[0]?.score ?? 0
  for (const { item, score } of ranked) {
    const power = Math.exp(score - top)
    all += power
    if (isAnswer(item)) own += power
  }
  return all === 0 ? 0 : own / all
}

/** The gate's input: its own features, then those of the best candidate. */
export function gateRow(features: GateFeatures, best: readonly number[]): readonly number[] {
  return [...gateFeatureNames.map((name) => features[name]), ...best]
}

/** The input of the trees that know the sentence encoder's scores, too; null without them. */
export function denseGateRow(index: SearchIndex, features: GateFeatures, scoring: Scoring): readonly number[] | null {
  const own = gateFeatureNames.map((name) => features[name])
  return denseRow(own, scoring, index.groupOf)
}

/** The probability that the best candidate answers. A vetoed one can only be offered as a step. */
export function rateAnswer(index: SearchIndex, features: GateFeatures & GateVeto, scoring: Scoring): number {
  const learned = chanceOf(gateTrees, gateRow(features, scoring.ranked[0]?.row ?? []))
  const plain = learned / (learned + (1 - learned) / oddsOfThin(index.items.length))
  const row = denseGateRow(index, features, scoring)
  const chance = row === null ? plain : correctChance(plain, row)
  return features.isVetoed ? Math.min(chance, plain, vetoedMax) : chance
}

/**
 * Raises the estimate for short notes. In training, they left far more questions unanswered than real authors' notes
 * do. With these odds, about one answer in a hundred is wrong.
 */
function oddsOfThin(items: number): number {
  return 2.3 - 1.3 * Math.min(1, items / 30)
}

/** Below the threshold for answers, above the one for offers. */
export const vetoedMax = 0.4

function holdsPrice(index: SearchIndex, group: number): boolean {
  return index.groups[group]?.some((item) => index.types[item]?.has('price') === true) ?? false
}

/** Whether the best item has the plan or place asked for, even in other words. */
function isPlaced(index: SearchIndex, best: Scored, form: QuestionForm): boolean {
  const isPlace = form.types.has('where') && index.types[best.item]?.has('where') === true
  return isPlace || best.features.namedPlan === 1
}

/** “The starter plan”, if no plan has that name. */
function namesOtherPlan(index: SearchIndex, form: QuestionForm): boolean {
  return (
    form.planName !== null && (index.plans.length > 0 || index.words.has('plan')) && !index.words.has(form.planName)
  )
}

const strongMatch = 0.75
const shortUnits = 5

/** Whether a rule forbids the answer. The notes must contain names and claimed numbers; some subjects need more. */
function isVetoed(index: SearchIndex, scoring: Scoring, form: QuestionForm, carried: Carried | null): boolean {
  const best = scoring.ranked[0]
  if (best === undefined || namesOtherPlan(index, form)) return true
  const group = index.groupOf[best.item] ?? 0
  if (scoring.units.length === 1 && restsOnLittle(index, scoring, form)) return true
  const asksPlace = form.types.has('where')
  const missesKind = (type: 'where' | 'price') => form.types.has(type) && index.types[best.item]?.has(type) !== true
  if (missesKind('where') || (missesKind('price') && !holdsPrice(index, group))) return true
  const content = scoring.units.filter(({ unit }) => unit.kind === 'word' || unit.kind === 'name')
  for (const [at, { unit }] of scoring.units.entries()) {
    const match = best.matches[at] ?? 0
    if (unit.kind === 'name') {
      if (unit.nameKind === 'place' && asksPlace) continue
      if (unit.nameKind === 'unlisted' && (content.length > 4 || match > 0)) continue
      if (match < 0.4) return true
    }
    if (unit.kind === 'number' && form.isYesNo && !form.isOwnCase) {
      const isHeld = index.groups[group]?.some((item) => index.numbers[item]?.has(unit.key) === true) ?? false
      if (!isHeld) return true
    }
  }
  if (form.refusal !== null && (content.length === 0 || best.own < 0.55 || best.coverage < 0.7)) return true
  const isEmpty = scoring.units.every(({ unit }) => unit.kind === 'generic')
  return isEmpty && carried === null && form.types.size === 0
}

/**
 * Whether the evidence is weak: a short question without a close match, or a yes-or-no question that matches only
 * synonyms while another word is missing.
 */
function restsOnLittle(index: SearchIndex, scoring: Scoring, form: QuestionForm): boolean {
  const best = scoring.ranked[0]
  if (best === undefined || best.isCarried) return false
  const strongest = Math.max(
    0,
    ...scoring.units.map(({ unit }, at) => (unit.kind === 'number' ? 0 : (best.matches[at] ?? 0))),
  )
  if (strongest < strongMatch && scoring.units.length <= shortUnits && !isPlaced(index, best, form)) return true
  const met = scoring.units.flatMap(({ unit }, at) => (unit.kind === 'word' ? [best.matches[at] ?? 0] : []))
  return (
    form.isYesNo && !form.hasNumber && met.length <= 3 && met.some((match) => match < 0.4) && Math.max(...met) < 0.9
  )
}
