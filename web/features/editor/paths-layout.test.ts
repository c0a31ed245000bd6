import { expect, test } from 'vitest'

import { newCard } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'
import { plainStepLook } from '#domain/step-look.ts'

import { edgeLine, layOutPaths, neighbourOf, nodeHeight } from './paths-layout.ts'

const step = (id: string, order: number, rest: Partial<Step> = {}, chapter: string | null = null): Step => ({
  id,
  demoId: 'demo',
  order,
  title: id,
  description: null,
  screenshotUrl: `${id}.png`,
  alt: null,
  width: 100,
  height: 60,
  captureId: null,
  hotspot: null,
  look: { ...plainStepLook, chapter },
  targetStepId: null,
  ...rest,
})
const none = { paths: [], total: 0 }
const shown = { widthPx: 1000, heightPx: 600 }
const choice = (id: string, stepId: string, targetStepId: string) => ({
  ...newCard({ id, stepId, type: 'custom', position: 1, shown }),
  title: 'Your role?',
  buttonLabel: id,
  targetStepId,
})

/** Two chapters, with a choice of three paths that join again. */
const steps = [
  step('a', 1, {}, 'Plan'),
  step('b', 2),
  step('c', 3, {}, 'Dispatch'),
  step('d', 4, { targetStepId: 'g' }),
  step('e', 5, { targetStepId: 'g' }),
  step('f', 6),
  step('g', 7, {}, 'Results'),
]
const cards = [choice('Support', 'c', 'e'), choice('Dispatcher', 'c', 'f')]

test('puts chapters and branches side by side, and steps of one path below each other', () => {
  const { nodes, chapters } = layOutPaths(steps, cards, none)
  const at = (id: string) => nodes.find((node) => node.step.id === id)!
  expect(at('a').x).toBe(at('b').x)
  expect(at('b').y).toBeGreaterThan(at('a').y)
  expect(new Set([at('d').x, at('e').x, at('f').x]).size).toBe(1)
  expect([at('b').x < at('c').x, at('c').x < at('d').x, at('d').x < at('g').x]).toEqual([true, true, true])
  expect(chapters.map(({ name }) => name)).toEqual(['Plan', 'Dispatch', 'Results'])
})

test('puts the choice after a step in a column of its own, with a line from each of its rows', () => {
  const { nodes, choices, edges } = layOutPaths(steps, cards, none)
  const at = (id: string) => nodes.find((node) => node.step.id === id)!
  expect(choices.map(({ from, edges: ways }) => [from.step.id, ways.map(({ toId }) => toId)])).toEqual([
    ['c', ['d', 'e', 'f']],
  ])
  expect(choices[0]!.x).toBeGreaterThan(at('c').x)
  expect(choices[0]!.x).toBeLessThan(at('d').x)
  const starts = edges.filter(({ fromId }) => fromId === 'c').map(({ start }) => start!)
  expect(new Set(starts.map(({ x }) => x)).size).toBe(1)
  expect(starts[0]!.y < starts[1]!.y && starts[1]!.y < starts[2]!.y).toBe(true)
  expect(edges.filter(({ fromId }) => fromId !== 'c').every(({ start }) => start === null)).toBe(true)
})

test('never overlaps steps and choices, in any demo', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    let state = seed * 7_919
    const random = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
    const count = 1 + random(40)
    const wild = Array.from({ length: count }, (_, index) => {
      const targetStepId = random(3) === 0 ? `s${random(count)}` : null
      return step(`s${index}`, index + 1, { targetStepId }, random(6) === 0 ? `Chapter ${index}` : null)
    })
    const links = Array.from({ length: random(8) }, (_, index) =>
      choice(`c${index}`, `s${random(count)}`, `s${random(count)}`),
    )
    const { nodes, choices, width, height } = layOutPaths(wild, links, none)
    expect(nodes).toHaveLength(count)
    const middles = [
      ...nodes.map(({ x, y }) => `${x} ${y + nodeHeight / 2}`),
      ...choices.map((placed) => `${placed.x} ${placed.y + placed.height / 2}`),
    ]
    expect(new Set(middles).size).toBe(middles.length)
    expect(nodes.every(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height)).toBe(true)
  }
})

test('draws a line as wide as the share of visits that took it', () => {
  const paths = [
    { stepIds: ['a', 'b', 'c', 'd', 'g'], visits: 6 },
    { stepIds: ['a', 'b', 'c', 'f', 'g'], visits: 2 },
  ]
  const { edges } = layOutPaths(steps, cards, { paths, total: 10 })
  const share = (from: string, to: string) => edges.find(({ fromId, toId }) => fromId === from && toId === to)?.share
  expect([share('a', 'b'), share('c', 'd'), share('c', 'f'), share('c', 'e')]).toEqual([0.8, 0.6, 0.2, 0])
  expect(layOutPaths(steps, cards, none).edges.every((edge) => edge.share === null)).toBe(true)
})

test('reaches every step with arrow keys, and draws links back above', () => {
  const back = [...steps.slice(0, 6), step('g', 7, { targetStepId: 'a' }, 'Results')]
  const { nodes, edges } = layOutPaths(back, cards, none)
  const reached = new Set([nodes[0]!])
  for (const node of reached) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const next = neighbourOf(nodes, node, key)
      if (next !== undefined) reached.add(next)
    }
  }
  expect(reached.size).toBe(nodes.length)
  const edge = edges.find(({ toId }) => toId === 'a')!
  const [, top] = /C[\d.]+ (-?[\d.]+)/.exec(edgeLine(edge)) ?? []
  expect(Number(top)).toBeLessThan(Math.min(edge.from.y, edge.to.y))
})
