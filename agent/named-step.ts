import type { Knowledge } from './knowledge.ts'
import { toBareWords } from './plain-text.ts'
import { toTerms } from './terms.ts'

/* Requests to see a step by its title. */

/** “Show me the reminders” or “the reminder thing”, if one step's title says so. */
export function namedStep(text: string, steps: Knowledge['steps']): Knowledge['steps'][number] | undefined {
  const named = asksToSee.exec(toBareWords(text))?.[1]
  if (named === undefined) return undefined
  const titled = steps.map((step) => ({ step, title: toBareWords(step.title).replace(titleVerb, '') }))
  const same = titled.find(({ title }) => title === named)?.step
  const [thing] = vagueThing.exec(named) ?? []
  if (same !== undefined || thing === undefined) return same
  const words = toTerms(named.replace(vagueThing, '')).informative
  const holding = titled.filter(({ title }) => {
    const own = new Set(toTerms(title).informative)
    return words.length > 0 && words.every((word) => own.has(word))
  })
  return holding.length === 1 ? holding[0]?.step : undefined
}

const titleVerb = /^(?:click|open|go to|choose) /
const vagueThing = / (?:thing|things|stuff|bit|one|part)$/

const asksToSee =
  /^(?:(?:ok|okay|so|and|please|can you|could you|can i|i want to|let s|let me) )*(?:show|see|open|go to|jump to|skip to|take me to) (?:(?:me|us) )?(?:(?:the|your) )?(.+?)(?: (?:step|part|page|screen|section))?(?: please)?$/
