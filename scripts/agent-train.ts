import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { GateTrees } from '#agent/gate-trees.ts'
import type { RankNet } from '#agent/rank-net.ts'
import { chanceOf } from '#agent/gate-trees.ts'
import { fitRankNet } from '#agent/testing/fit-rank-net.ts'
import { fitTrees } from '#agent/testing/fit-trees.ts'
import {
  collectExamples,
  fromBuyers,
  readProducts,
  readStrangers,
  type GateExample,
  type TrainingProduct,
} from '#agent/testing/gate-examples.ts'
import { reportingDemo } from '#agent/testing/reporting-demo.ts'
import { inScopeQuestions, nearMissQuestions, outOfScopeQuestions } from '#agent/testing/reporting-questions.ts'
import { provideAgentVectors } from '#server/agent/word-vectors.ts'

import { root } from './tasks.ts'

/*
 * npm run agent-train: learns the ranking and the gate from the training products and the tuned halves, and writes
 * agent/rank-weights.ts and agent/gate-weights.ts. Takes about five minutes. First prints, for strangers' products, how
 * well what was learned from the other products does. `--dry` writes nothing, `--cases` lists the mistakes.
 */

const folds = 4
const agent = join(root, 'agent')
const strangers = readStrangers(readJson('training/strangers.json') as Parameters<typeof readStrangers>[0])
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
const products = [
  ...strangers,
  ...readProducts(readJson('training/products.json') as Parameters<typeof readProducts>[0]),
  ...['rental', 'expenses', 'surveys'].map((name) =>
    fromBuyers(
      readJson(`testing/buyers/${name}/demo.json`) as Parameters<typeof fromBuyers>[0],
      readJson(`testing/buyers/${name}/tuned.json`) as Parameters<typeof fromBuyers>[1],
    ),
  ),
  ledgerline,
]
provideAgentVectors()
const foldOf = new Map(products.map(({ demo }, at) => [demo.name, at % folds]))
const before = products.flatMap((product) => collectExamples(product).ranking)

// The gate learns from rankings of products that the ranking hasn't seen, as it will be used.
const nets = Array.from({ length: folds }, (_, fold) =>
  fitRankNet(before.filter(({ product }) => foldOf.get(product) !== fold)),
)
const collected = products.map((product) => collectExamples(product, nets[foldOf.get(product.demo.name) ?? 0]))
const examples = collected.flatMap(({ gate }) => gate)
const names = new Set(strangers.map(({ demo }) => demo.name))
const judged = Array.from({ length: folds }, (_, fold) => {
  const trees = fitGate(examples.filter(({ product }) => foldOf.get(product) !== fold))
  return examples
    .filter(({ product }) => foldOf.get(product) === fold && names.has(product))
    .map((example) => ({ example, chance: example.row.length === 0 ? 0 : chanceOf(trees, example.row) }))
}).flat()
const asked = judged.filter(({ example }) => example.isAnswerable)
const found = asked.filter(({ example }) => example.isRight).length
const step = asked.filter(({ example }) => example.isRightStep).length
console.log(`${asked.length} strangers' questions: best candidate right ${found}, its step ${step}`)
for (const bar of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6]) {
  console.log(rateBar(judged, bar))
  const free = judged.filter(({ example }) => !example.isVetoed)
  console.log(`${rateBar(free, bar)} (with vetoes)`)
}
if (process.argv.includes('--cases')) for (const { example, chance } of judged) printWrong(example, chance)

if (!process.argv.includes('--dry')) {
  writeWeights(
    'rank-weights.ts',
    'rankNet',
    'RankNet',
    './rank-net.ts',
    fitRankNet(collected.flatMap(({ ranking }) => ranking)),
  )
  writeWeights('gate-weights.ts', 'gateTrees', 'GateTrees', './gate-trees.ts', fitGate(examples))
}

function fitGate(of: readonly GateExample[]): GateTrees {
  const used = of.filter(({ row }) => row.length > 0)
  return fitTrees(
    used.map(({ row }) => row),
    used.map(({ isRight }) => isRight),
  )
}

function writeWeights(file: string, name: string, type: string, from: string, weights: RankNet | GateTrees): void {
  writeFileSync(
    join(agent, file),
    `import type { ${type} } from '${from}'\n\n` +
      `/* Written by \`npm run agent-train\`, on one line, because nobody reads it. */\n` +
      `export const ${name} = JSON.parse(\n  '${JSON.stringify(weights)}',\n) as ${type}\n`,
  )
}

function rateBar(of: typeof judged, bar: number): string {
  const passed = of.filter(({ chance }) => chance >= bar).map(({ example }) => example)
  const answerable = asked.length
  const right = passed.filter((each) => each.isRight).length
  const off = passed.filter((each) => each.isAnswerable && !each.isRightStep).length
  const claimed = passed.filter((each) => !each.isAnswerable).length
  const share = (count: number, among: number) => `${((count / Math.max(1, among)) * 100).toFixed(1)} %`
  return `  bar ${bar}: right ${share(right, answerable)}, off ${share(off, answerable)}, claimed ${share(claimed, judged.length - answerable)}`
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
