import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { Personality } from '#domain/agent-options.ts'

import { frenchWordings } from './languages/french-wording.ts'
import { germanWordings } from './languages/german-wording.ts'
import { spanishWordings } from './languages/spanish-wording.ts'
import { manners, probes, type MannerWords } from './manner.ts'
import { remarkWordings } from './remark-wording.ts'
import { sellingWordings } from './selling-wording.ts'
import { bookingWordings, wordings } from './wording.ts'

/** Everything the agent says in its own words, in one language. A missing sentence is a compile error. */
export interface Wordings {
  readonly plain: typeof wordings
  readonly booking: typeof bookingWordings
  readonly selling: typeof sellingWordings
  readonly remarks: typeof remarkWordings
  readonly manners: Readonly<Record<Personality, MannerWords>>
  /** Questions after an answer, asked by agents whose personality probes for the need. */
  readonly probes: readonly string[]
  /** Matches a sentence that a “yes” or “no” answers. */
  readonly asksYesOrNo: RegExp
  /** Matches a welcome that discloses the AI. */
  readonly disclosesAi: RegExp
}

const english: Wordings = {
  plain: wordings,
  booking: bookingWordings,
  selling: sellingWordings,
  remarks: remarkWordings,
  manners,
  probes,
  asksYesOrNo:
    /^(?:(?:so|and|or|but|okay|now)[, ]+)?(?:shall|should|would|do|does|did|is|are|can|could|may|have|has|want|will|ready)\b.*\?$/i,
  disclosesAi: /\b(?:AI|artificial intelligence|bot|virtual assistant)\b/i,
}

const byLanguage: Readonly<Record<AgentLanguage, Wordings>> = {
  en: english,
  de: germanWordings,
  fr: frenchWordings,
  es: spanishWordings,
}

export function wordingsOf(language: AgentLanguage): Wordings {
  return byLanguage[language]
}
