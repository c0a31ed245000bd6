import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { rankNet } from '#agent/rank-weights.ts'
import { fitRankNet } from '#agent/testing/fit-rank-net.ts'
import { fitTrees } from '#agent/testing/fit-trees.ts'
import { collectExamples, readStrangers } from '#agent/testing/gate-examples.ts'
import { heldOutProducts } from '#agent/testing/held-out-products.ts'
import { learnLinks } from '#agent/testing/learn-links.ts'
import { provideAgentEncoder } from '#server/agent/sentence-encoder.ts'
import { provideAgentVectors } from '#server/agent/word-vectors.ts'

import { root } from './tasks.ts'

/*
 * npm run agent-train-dense: fits agent/dense-gate-weights.ts, on the products of strangers.json that the sentence
 * encoder wasn't trained on. Their links and their ranking are learned from the other products. Takes ten minutes. The
 * current weights come from the same products, with a ranking that was fitted in PyTorch.
 */

const agent = join(root, 'agent')
const written = JSON.parse(readFileSync(join(agent, 'training/strangers.json'), 'utf8')) as Parameters<
  typeof readStrangers
>[0]
const products = readStrangers(written)
const isHeldOut = heldOutProducts(products.length)
const others = products.filter((_, at) => isHeldOut[at] === false)
provideAgentVectors()
// Two halves, so that no ranking example sees links learned from its own product.
const halves = [0, 1].map((half) => others.filter((_, at) => at % 2 === half))
const ranking = halves.flatMap((half) => {
  const links = learnLinks(others.filter((product) => !half.includes(product)))
  return half.flatMap((product) => collectExamples(product, { net: rankNet, links }).ranking)
})
const learned = { links: learnLinks(others), net: fitRankNet(ranking) }
provideAgentEncoder()
const held = products.filter((_, at) => isHeldOut[at] === true)
const examples = held.flatMap((product) =>
  collectExamples(product, learned).gate.flatMap(({ denseRow, isRight }) =>
    denseRow === null ? [] : [{ denseRow, isRight }],
  ),
)
const trees = fitTrees(
  examples.map(({ denseRow }) => denseRow),
  examples.map(({ isRight }) => isRight),
)
writeFileSync(
  join(agent, 'dense-gate-weights.ts'),
  `import type { GateTrees } from './gate-trees.ts'\n\n` +
    `/* Written by \`npm run agent-train-dense\`, on one line, because nobody reads it. */\n` +
    `export const denseGateTrees = JSON.parse(\n  '${JSON.stringify(trees)}',\n) as GateTrees\n`,
)
console.log(`${examples.length} examples`)
