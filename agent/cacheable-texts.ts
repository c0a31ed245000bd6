import { newConversation } from './conversation.ts'
import { languageOf, type Knowledge } from './knowledge.ts'
import { advance } from './policy.ts'
import { wordingsOf } from './wordings.ts'

/** Sentences that don't depend on the visitor, so that their audio can be stored. */
export interface CacheableTexts {
  /** The greeting and the steps' scripts, in the order of the demo: most visitors hear them. */
  readonly script: readonly string[]
  /** The agent's own phrases. */
  readonly phrases: readonly string[]
  /** The script, the phrases, and all quotable sentences. */
  readonly all: ReadonlySet<string>
}

export function cacheableTexts(knowledge: Knowledge): CacheableTexts {
  const { effects } = advance(newConversation, { type: 'consented', at: 0, mode: 'voice', step: 1 }, knowledge)
  const greeting = effects.flatMap((effect) => (effect.type === 'say' ? effect.lines.map(({ text }) => text) : []))
  const script = [...new Set([...greeting, ...knowledge.steps.flatMap(({ sentences }) => sentences)])]
  const { plain } = wordingsOf(languageOf(knowledge))
  const wordings = Object.values(plain).flatMap((wording): readonly string[] => {
    if (typeof wording === 'string' || wording.length > 0) return []
    const texts = (wording as () => string | readonly string[])()
    return typeof texts === 'string' ? [texts] : texts
  })
  const resuming = knowledge.steps.flatMap(({ order }) => plain.resume(order))
  const phrases = [...new Set([...wordings, ...resuming])]
  const items = knowledge.items.map(({ text }) => text)
  return { script, phrases, all: new Set([...script, ...phrases, ...items]) }
}
