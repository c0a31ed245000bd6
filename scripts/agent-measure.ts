import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  addCounts,
  measureBuyers,
  type BuyersCounts,
  type BuyersDemo,
  type BuyersMeasure,
  type BuyersQuestions,
} from '#agent/testing/measure-buyers.ts'

import { guessRemark } from '#agent/remark-model.ts'
import { readStrangers } from '#agent/testing/gate-examples.ts'
import { measureSpeed } from '#agent/testing/measure-speed.ts'
import { provideAgentEncoder } from '#server/agent/sentence-encoder.ts'
import { provideAgentVectors } from '#server/agent/word-vectors.ts'

import { root } from './tasks.ts'

/*
 * npm run agent-measure: measures the built-in responder on buyers' questions. Prints totals for the development set and
 * the test sets (docs/agent.md); `--cases` also lists the failures of the development set. Cases of the test sets are
 * never shown, so that nobody tunes on them. `--tuned` runs only the development set.
 */

const products = ['rental', 'expenses', 'surveys']
const newProducts = ['laundromat', 'telehealth', 'signage']
const folder = join(root, 'agent', 'testing', 'buyers')
provideAgentVectors()
provideAgentEncoder()
const showsCases = process.argv.includes('--cases')
const onlyTuned = process.argv.includes('--tuned')

await printSet('development', products, 'tuned.json')
if (!onlyTuned) {
  await printSet('test, the same products', products, 'untouched.json')
  await printSet('test, three other products', newProducts, 'untouched.json')
  await printUnseen()
  printRemarks()
}

/** Remarks, grouped by meaning; their author knew neither the code nor the training data. */
function printRemarks(): void {
  const written = Object.entries(readJson('../remarks-unseen.json') as Readonly<Record<string, readonly string[]>>)
  const remarks = written.flatMap(([label, texts]) => texts.map((text) => ({ label, text })))
  const right = remarks.filter(({ label, text }) => guessRemark(text).label === label)
  console.log(`\nunseen remarks: the meaning of ${right.length} of ${remarks.length} is recognised`)
}

/** The test set of eight products, by writers who hadn't seen the code and avoided the notes' words. */
async function printUnseen(): Promise<void> {
  const written = readJson('../unseen.json') as (Parameters<typeof readStrangers>[0][number] & {
    readonly meetings: readonly string[]
  })[]
  const measured: BuyersCounts[] = []
  const visited: BuyersCounts[] = []
  for (const [at, { demo, talks, unanswerable }] of readStrangers(written).entries()) {
    // Some ask for a call, others for a person now.
    const remarks = (written[at]?.meetings ?? []).map((say) => ({ say, kinds: ['meeting'] }))
    const asked = { talks, unanswerable, remarks, meetings: [], notMeetings: [] }
    measured.push((await measureBuyers(demo, asked)).counts)
    visited.push((await measureBuyers(demo, asked, { isOneVisitor: true })).counts)
  }
  console.log(`\ntest, eight products of unseen.json\n${toLine('all', addCounts(measured))}`)
  printVisits(visited)
}

/** All questions in one visit: visitors change the subject, and the last topic must not influence the answer. */
function printVisits(visited: readonly BuyersCounts[]): void {
  const [answers = '', told = '', wrong = '', unanswerable = ''] = toLine('one visit', addCounts(visited)).split('\n')
  console.log([answers, told, wrong, unanswerable].join('\n'))
}

async function printSet(title: string, names: readonly string[], file: string): Promise<void> {
  const measured: BuyersCounts[] = []
  const visited: BuyersCounts[] = []
  console.log(`\n${title}`)
  for (const product of names) {
    const demo = readJson(join(product, 'demo.json')) as BuyersDemo
    const asked = readJson(join(product, file)) as BuyersQuestions
    const measure = await measureBuyers(demo, asked)
    measured.push(measure.counts)
    visited.push((await measureBuyers(demo, asked, { isOneVisitor: true })).counts)
    console.log(toLine(product, measure.counts))
    if (showsCases && file === 'tuned.json') printFailures(measure)
  }
  console.log(toLine('all', addCounts(measured)))
  printVisits(visited)
}

const demos = products.map((product) => readJson(join(product, 'demo.json')) as BuyersDemo)
const questions = products.flatMap((product) => {
  const { talks, unanswerable } = readJson(join(product, 'tuned.json')) as BuyersQuestions
  return [...talks.flat().map(({ q }) => q), ...unanswerable]
})
console.log('\nspeed')
for (const itemsWanted of [1, 2_000]) {
  const { items, buildMs, p50, p99 } = measureSpeed(demos, questions, itemsWanted, () => performance.now())
  console.log(
    `${String(items).padStart(5)} items: index ${buildMs.toFixed(1)} ms, question p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`,
  )
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'))
}

function toLine(name: string, counts: BuyersCounts): string {
  const of = (count: number, all: number) => `${count}/${all} (${Math.round((count / Math.max(1, all)) * 100)} %)`
  const led = counts.right + counts.rightStep + counts.offered
  return [
    `${name.padEnd(9)} right ${of(counts.right, counts.questions)}, led ${of(led, counts.questions)}`,
    `right or quoted with a doubt ${of(counts.right + counts.told, counts.questions)}`,
    `right step but another sentence ${counts.rightStep}, off the point ${counts.offPoint}, refused ${counts.refused}`,
    `unanswerable answered ${of(counts.claimed, counts.unanswerable)}, offered ${counts.hedged}`,
    `remarks ${of(counts.met, counts.remarks)}`,
    `meetings ${of(counts.recognised, counts.meetings)}, false ${counts.mistaken}/${counts.notMeetings}`,
  ].join('\n          ')
}

function printFailures({ cases }: BuyersMeasure): void {
  const met = new Set(cases.filter(({ as }) => as === 'met' || as === 'recognised').map(({ said }) => said))
  for (const { as, said, got } of cases) {
    const failed =
      ['rightStep', 'offered', 'offPoint', 'refused', 'claimed', 'hedged', 'mistaken'].includes(as) ||
      ((as === 'remarks' || as === 'meetings') && !met.has(said))
    if (failed) console.log(`    ${as.padEnd(9)} ${said}\n              ${got}`)
  }
}
