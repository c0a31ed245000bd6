import { readFileSync } from 'node:fs'

import type { Plugin } from 'vite'

/**
 * The landing page's content from the samples and benchmarks, read at build time: the recorded demo that the hero
 * plays, its agent's sentences, and the measured figures.
 */
export function landingContent(): Plugin {
  const id = 'virtual:landing-content'
  return {
    name: 'landing-content',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => (source === `\0${id}` ? `export const content = ${JSON.stringify(readContent())}` : null),
  }
}

interface Demo {
  readonly steps: readonly { readonly title: string; readonly description: string; readonly alt: string }[]
}

interface Agent {
  readonly name: string
  readonly welcome: string
  readonly pairs: readonly {
    readonly question: string
    readonly variants: readonly string[]
    readonly answer: string
    readonly step?: number
  }[]
}

/** The hero shows the answer beside this step, which the answer must cite. */
const stepInHero = 3
const askedInHero = 'Is customs in the price?'
const suggestedInHero = [askedInHero, 'Can I track my shipment?', 'How much do I save?']
const starters = ['What does a recording look like?', 'Can it book meetings?', 'What happens when it doesn’t know?']

function readContent() {
  const [demo, agent, tour, guide] = [
    read('sample/tidelane/demo.json') as Demo,
    read('sample/tidelane/agent.json') as Agent,
    read('sample/tour/demo.json') as Demo,
    read('sample/tour/agent.json') as Agent,
  ]
  for (const question of suggestedInHero) pairOf(agent, question)
  for (const question of starters) pairOf(guide, question)
  const asked = pairOf(agent, askedInHero)
  if (asked.step !== stepInHero) throw new Error(`The answer to “${askedInHero}” doesn’t cite step ${stepInHero}`)
  const [firstSentence] = asked.answer.split(/(?<=\.) /)
  return {
    hero: {
      count: demo.steps.length,
      steps: demo.steps.map(({ title, description, alt }) => ({ title, text: description, alt })),
      // Without its name: the page has one agent, the one of the tour.
      welcome: agent.welcome.replace(`${agent.name}, `, ''),
      suggestions: suggestedInHero,
      question: askedInHero,
      answer: firstSentence,
      answerStep: stepInHero,
    },
    ask: { agentName: guide.name, welcome: guide.welcome, starters, titles: tour.steps.map(({ title }) => title) },
    figures: read('bench/published.json'),
  }
}

/** Refuses to build a page that quotes what the agent doesn't know. */
function pairOf(agent: Agent, question: string) {
  const pair = agent.pairs.find((each) => each.question === question || each.variants.includes(question))
  if (pair === undefined) throw new Error(`${agent.name} has no answer to “${question}”, which the landing page shows`)
  return pair
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
}
