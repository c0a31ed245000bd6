import { newConversation } from './conversation.ts'
import type { Knowledge } from './knowledge.ts'
import { advance } from './policy.ts'
import { wordings } from './wording.ts'

/** Sentences that don't depend on what a visitor says. */
export interface StandingTexts {
  /** The greeting and the steps' scripts, in the order of the demo: most visitors hear them. */
  readonly script: readonly string[]
  /** Those, quotable sentences, and the agent's own phrases. */
  readonly all: ReadonlySet<string>
}

export function standingTexts(knowledge: Knowledge): StandingTexts {
  const { effects } = advance(newConversation, { type: 'consented', at: 0, mode: 'voice', step: 1 }, knowledge)
  const greeting = effects.flatMap((effect) => (effect.type === 'say' ? effect.lines.map(({ text }) => text) : []))
  const script = [...new Set([...greeting, ...knowledge.steps.flatMap(({ sentences }) => sentences)])]
  const phrases = Object.values(wordings).flatMap((wording): readonly string[] => {
    if (wording.length > 0) return []
    const texts = (wording as () => string | readonly string[])()
    return typeof texts === 'string' ? [texts] : texts
  })
  const resuming = knowledge.steps.flatMap(({ order }) => wordings.resume(order))
  const items = knowledge.items.map(({ text }) => text)
  return { script, all: new Set([...script, ...phrases, ...resuming, ...items]) }
}
