import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { GateTrees } from '#agent/gate-trees.ts'
import type { RankNet, Ranking } from '#agent/rank-net.ts'
import { rankNet } from '#agent/rank-weights.ts'
import { chanceOf } from '#agent/gate-trees.ts'
import { fitRankNet } from '#agent/testing/fit-rank-net.ts'
import { compileLinks } from '#agent/testing/compile-links.ts'
import { learnLinks } from '#agent/testing/learn-links.ts'
import { fitTrees } from '#agent/testing/fit-trees.ts'
import {
  collectExamples,
  fromBuyers,
  readProducts,
  readStrangers,
  thinned,
  type GateExample,
  type TrainingProduct,
} from '#agent/testing/gate-examples.ts'
import { reportingDemo } from '#agent/testing/reporting-demo.ts'
import { inScopeQuestions, nearMissQuestions, outOfScopeQuestions } from '#agent/testing/reporting-questions.ts'
import { provideAgentVectors } from '#server/agent/word-vectors.ts'

import { root } from './tasks.ts'

/*
 * npm run agent-train: trains the ranking and the gate on the training products and the development set, and writes
 * agent/rank-weights.ts, gate-weights.ts and word-links-learned.ts. Before that, it compiles written-links.txt;
 * `--links` stops there. Takes about 35 minutes and 6 GB. Before training, it prints the cross-validation on the
 * products of strangers.json. `--dry` writes nothing, `--cases` lists the mistakes.
 */

const folds = 4
const agent = join(root, 'agent')
writeFileSync(
  join(agent, 'written-links.txt'),
  compileLinks(readText('training/buyers-words.txt'), readText('training/notes-words.txt')),
)
if (process.argv.includes('--links')) process.exit()
const strangers = readStrangers(readJson('training/strangers.json') as Parameters<typeof readStrangers>[0])
/** Questions by people who had read the notes; as many as by people who hadn't. */
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
// Uses links and rankings that weren't trained on the product, as in production.
const links = Array.from({ length: folds }, (_, fold) =>
  learnLinks(products.filter(({ demo }) => foldOf.get(demo.name) !== fold)),
)
const foldAt = ({ demo }: TrainingProduct): number => foldOf.get(demo.name) ?? 0
const thin = products.map(thinned)
const before = [...products, ...thin].flatMap(
  (product) => collectExamples(product, { net: rankNet, links: links[foldAt(product)] ?? new Map() }).ranking,
)
const learned: readonly Ranking[] = links.map((each, fold) => ({
  links: each,
  net: fitRankNet(before.filter(({ product }) => foldOf.get(product) !== fold)),
}))
const collected = [...products, ...thin].map((product) => ({
  product,
  ...collectExamples(product, learned[foldAt(product)]),
}))
const examples = collected.flatMap(({ gate }) => gate)
const trees = Array.from({ length: folds }, (_, fold) =>
  fitGate(examples.filter(({ product }) => foldOf.get(product) !== fold)),
)
reportOn('strangers', strangers)
reportOn("thin notes on strangers' products", thin.slice(0, strangers.length))
if (!process.argv.includes('--dry')) {
  writeWeights(
    'rank-weights.ts',
    'rankNet',
    'RankNet',
    './rank-net.ts',
    fitRankNet(collected.flatMap(({ ranking }) => ranking)),
  )
  writeLinks()
  writeWeights('gate-weights.ts', 'gateTrees', 'GateTrees', './gate-trees.ts', fitGate(examples))
}

interface Judged {
  readonly example: GateExample
  readonly chance: number
}

/** Measures the answers for the products left out of training. */
function reportOn(title: string, of: readonly TrainingProduct[]): void {
  const judged = collected
    .filter(({ product }) => of.includes(product))
    .flatMap(({ product, gate }) =>
      gate.map((example) => {
        const gateTrees = trees[foldAt(product)]
        const isFound = example.row.length > 0 && gateTrees !== undefined
        return { example, chance: isFound ? chanceOf(gateTrees, example.row) : 0 }
      }),
    )
  const asked = judged.filter(({ example }) => example.isAnswerable)
  const found = asked.filter(({ example }) => example.isRight).length
  const step = asked.filter(({ example }) => example.isRightStep).length
  const led = asked.filter(({ example }) => example.isLed).length
  console.log(
    `${title}: ${asked.length} questions: best candidate right ${found}, its step ${step}, step among three ${led}`,
  )
  for (const bar of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6]) {
    console.log(rateBar(judged, judged, bar))
    const free = judged.filter(({ example }) => !example.isVetoed)
    console.log(`${rateBar(free, judged, bar)} (with vetoes)`)
  }
  if (process.argv.includes('--cases')) for (const { example, chance } of judged) printWrong(example, chance)
}

function fitGate(of: readonly GateExample[]): GateTrees {
  const used = of.filter(({ row }) => row.length > 0)
  return fitTrees(
    used.map(({ row }) => row),
    used.map(({ isRight }) => isRight),
  )
}

function writeLinks(): void {
  const written = [...learnLinks(products)].map(([asked, noted]) => [asked, Object.fromEntries(noted)])
  writeFileSync(
    join(agent, 'word-links-learned.ts'),
    `import { readLinks } from './word-links.ts'\n\n` +
      `/* Written by \`npm run agent-train\`, on one line, because nobody reads it. */\n` +
      `export const wordLinks = readLinks(\n  JSON.parse(\n    '${JSON.stringify(Object.fromEntries(written))}',\n  ) as Record<string, Record<string, number>>,\n)\n`,
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

function rateBar(of: readonly Judged[], all: readonly Judged[], bar: number): string {
  const passed = of.filter(({ chance }) => chance >= bar).map(({ example }) => example)
  const answerable = all.filter(({ example }) => example.isAnswerable).length
  const right = passed.filter((each) => each.isRight).length
  const off = passed.filter((each) => each.isAnswerable && !each.isRightStep).length
  const claimed = passed.filter((each) => !each.isAnswerable).length
  const share = (count: number, among: number) => `${((count / Math.max(1, among)) * 100).toFixed(1)} %`
  return `  bar ${bar}: right ${share(right, answerable)}, off ${share(off, answerable)}, claimed ${share(claimed, all.length - answerable)}`
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
  return JSON.parse(readText(path))
}

function readText(path: string): string {
  return readFileSync(join(agent, path), 'utf8')
}
