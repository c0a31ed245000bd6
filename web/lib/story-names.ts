import { cardNames } from '#domain/card.ts'

import type { StoryDemo } from './lead-calls.ts'
import type { StoryNames } from './lead-story.ts'

/** While loading, don't report anything as deleted. */
export const unnamed: StoryNames = { demo: () => null, step: () => 'a step', card: () => null }

export function namesOf(demos: readonly StoryDemo[], ownDemoId: string | null): StoryNames {
  const steps = demos.flatMap((demo) => demo.steps.map((step) => ({ ...step, demo })))
  const cards = steps.flatMap((step) => step.cards)
  return {
    demo: (id) => demos.find((demo) => demo.id === id)?.name ?? null,
    step: (id) => {
      const step = steps.find((candidate) => candidate.id === id)
      if (step === undefined) return null
      const name = step.title === null ? `step ${step.order}` : `step ${step.order}, ${step.title}`
      return step.demo.id === ownDemoId ? name : `${name}, of “${step.demo.name}”`
    },
    card: (id) => {
      const card = cards.find((candidate) => candidate.id === id)
      return card === undefined ? null : card.title.trim() || cardNames[card.type].name
    },
  }
}
