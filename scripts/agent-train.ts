import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  collectExamples,
  collectRankExamples,
  forgetWords,
  fromBuyers,
  readProducts,
  type GateExample,
  type TrainingProduct,
} from '#agent/testing/gate-examples.ts'

import type { GateTrees } from '#agent/gate-trees.ts'
import { gateFeatureNames, rateAnswer } from '#agent/retrieval-gate.ts'
import { fitTrees } from '#agent/testing/fit-trees.ts'
import { fitRanking } from '#agent/testing/fit-weights.ts'
import { provideAgentVectors } from '#server/agent/word-vectors.ts'
import { generalVocabulary } from '#agent/lexicon.ts'
import { reportingDemo } from '#agent/testing/reporting-demo.ts'
import { inScopeQuestions, nearMissQuestions, outOfScopeQuestions } from '#agent/testing/reporting-questions.ts'
import { rankWeights } from '#agent/retrieval-weights.ts'
import type { RankFeatures } from '#agent/retrieval-features.ts'

import { bin, root, run } from './tasks.ts'

/*
 * npm run agent-train: learns the ranking's weights and the gate's trees from the training products and the tuned halves,
 * and writes them to agent/retrieval-weights.ts and agent/gate-weights.ts. First prints, for each product, how well
 * weights learned from the other products do. `--dry` writes nothing, `--cases` lists the best candidates' mistakes.
 */

/** Initial weights, also used as the prior: some features occur in few questions. */
const rankStart: RankFeatures = {
  coverage: 4,
  own: 2,
  exact: 1,
  title: 1,
  near: 0,
  group: 0,
  money: 0.5,
  noMoney: -0.5,
  noPrice: -1.5,
  duration: 0.5,
  noDuration: -0.5,
  when: 0.3,
  noWhen: -0.3,
  frequency: 0.5,
  noFrequency: -0.3,
  count: 0.5,
  noCount: -0.3,
  where: 1,
  noWhere: -0.5,
  who: 0.3,
  noWho: -0.3,
  plan: 0.5,
  noPlan: -0.3,
  list: 0.1,
  noList: 0,
  how: 0.1,
  noHow: 0,
  namedPlan: 1,
  carriedAlone: 5,
  carriedShort: 3,
  carriedLong: 3,
  carriedFollow: 0.3,
  carriedSaid: -0.3,
  carriedNext: 0.3,
  denies: 0.2,
  bothNumbers: 0.3,
  unaskedPrice: -0.3,
  isDescription: -2,
  length: -0.3,
  similarity: 4,
  meaningSentence: 1,
  meaningTitled: 3,
  meaningTitle: 0.5,
  meaningGroup: 2.5,
}
const agent = join(root, 'agent')
const products = [
  ...readProducts(readJson('training/products.json') as Parameters<typeof readProducts>[0]),
  ...['rental', 'expenses', 'surveys'].map((name) =>
    fromBuyers(
      readJson(`testing/buyers/${name}/demo.json`) as Parameters<typeof fromBuyers>[0],
      readJson(`testing/buyers/${name}/tuned.json`) as Parameters<typeof fromBuyers>[1],
    ),
  ),
]
/** Questions by people who had read the notes, as many as of the other kind. */
const ledgerline: TrainingProduct = {
  demo: {
    name: reportingDemo.name,
    description: reportingDemo.description ?? '',
    steps: reportingDemo.steps.map((step) => ({ title: step.title ?? '', text: step.description ?? '' })),
  },
  talks: inScopeQuestions.map(([q, step]) => [{ q, steps: [step], must: [''] }]),
  unanswerable: [...outOfScopeQuestions, ...nearMissQuestions],
}
products.push(ledgerline)
provideAgentVectors()
/** Also trains with up to four fifths of the synonyms removed, which is how well strangers' words are covered. */
const sharesForgotten = [0, 0.5, 0.8, 0.8]
const vocabularies = sharesForgotten.map((share, seed) =>
  share === 0 ? generalVocabulary : forgetWords(generalVocabulary, share, seed),
)
const collected = vocabularies.map((vocabulary) => products.flatMap((product) => collectExamples(product, vocabulary)))
const all = collected.flat()
const [examples = []] = collected
const names = [...new Set(examples.map(({ product }) => product))]
/** Generated in the notes' own words, so easier than what people type. */
const plain = new Set(
  products.flatMap(({ talks }) => talks.flatMap((talk) => talk.flatMap(({ q, must }) => (must[0] === '' ? [q] : [])))),
)
const heldOut = names.flatMap((name) => {
  const trees = fitGate(all.filter(({ product }) => product !== name))
  return all
    .filter(({ product }) => product === name)
    .map((example) => ({ example, chance: rateExample(example, trees) }))
})
const strangers = new Set(collected.slice(2).flat())
const asStrangers = heldOut.filter(({ example }) => strangers.has(example) && !plain.has(example.question))

for (const name of names) {
  const of = examples.filter(({ product, isAnswerable }) => product === name && isAnswerable)
  const right = of.filter(({ isRight }) => isRight).length
  const step = of.filter(({ isRightStep }) => isRightStep).length
  const vetoed = of.filter(({ isVetoed, isRight }) => isVetoed && isRight).length
  console.log(`${name.padEnd(10)} best candidate right ${right}/${of.length}, its step ${step}, vetoed ${vetoed}`)
}
for (const [name, of] of [
  ['all', heldOut],
  ['as strangers', asStrangers],
] as const) {
  console.log(`left out, ${name}`)
  for (const bar of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65]) console.log(rateBar(of, bar))
}
if (process.argv.includes('--cases')) for (const { example, chance } of heldOut) printWrong(example, chance)

const learned = fitGate(all)
const isGateOnly = process.argv.includes('--gate')
const rankExamples = isGateOnly
  ? []
  : vocabularies.flatMap((vocabulary) => products.flatMap((product) => collectRankExamples(product, vocabulary)))
const ranking = isGateOnly ? rankWeights : fitRanking(rankExamples, rankStart)
if (process.argv.includes('--dry')) console.log(learned, ranking)
else {
  const path = join(agent, 'retrieval-weights.ts')
  writeFileSync(
    path,
    `import type { RankFeatures } from './retrieval-features.ts'\n\n` +
      `/* Learned by \`npm run agent-train\`. */\n\n` +
      `export const rankWeights: RankFeatures = ${JSON.stringify(ranking, null, 2)}\n`,
  )
  writeFileSync(
    join(agent, 'gate-weights.ts'),
    `import type { GateTrees } from './gate-trees.ts'\n\n` +
      `/* Learned by \`npm run agent-train\`: on one line, because nobody reads it. */\n` +
      `export const gateTrees = JSON.parse(\n  '${JSON.stringify(learned)}',\n) as GateTrees\n`,
  )
  await run(bin('oxfmt'), [path], { quiet: true })
}

function toRow({ features }: GateExample): readonly number[] {
  return gateFeatureNames.map((name) => features[name])
}

function fitGate(of: readonly GateExample[]): GateTrees {
  const used = of.filter(({ isVetoed }) => !isVetoed)
  return fitTrees(
    used.map(toRow),
    used.map(({ isRight }) => isRight),
  )
}

function rateExample(example: GateExample, trees: GateTrees): number {
  return rateAnswer({ ...example.features, isVetoed: example.isVetoed }, trees)
}

function rateBar(of: typeof heldOut, bar: number): string {
  const passed = of.filter(({ chance }) => chance >= bar).map(({ example }) => example)
  const answerable = of.filter(({ example }) => example.isAnswerable).length
  const right = passed.filter((each) => each.isRight).length
  const off = passed.filter((each) => each.isAnswerable && !each.isRightStep).length
  const claimed = passed.filter((each) => !each.isAnswerable).length
  const share = (count: number, among: number) => `${((count / Math.max(1, among)) * 100).toFixed(1)} %`
  return `  bar ${bar}: right ${share(right, answerable)}, off ${share(off, answerable)}, claimed ${share(claimed, of.length - answerable)}`
}

function printWrong(example: GateExample, chance: number): void {
  const isFine = example.isAnswerable ? example.isRight && chance >= 0.5 : chance < 0.5
  if (isFine) return
  const kind = example.isAnswerable
    ? example.isRight
      ? 'missed'
      : example.isRightStep
        ? 'sentence'
        : 'wrong'
    : 'claimed'
  console.log(
    `${kind.padEnd(9)} ${chance.toFixed(2)}${example.isVetoed ? ' veto' : ''} ${example.question}\n      ${example.quoted}`,
  )
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(agent, path), 'utf8'))
}
