interface TitledStep {
  readonly title: string | null
}

/** The step a question is about, by words it shares with the title; null if there are none. */
export function findStepFor<T extends TitledStep>(question: string, steps: readonly T[]): T | null {
  const asked = wordsOf(question)
  let best: { readonly step: T; readonly share: number } | null = null
  for (const step of steps) {
    const title = wordsOf(step.title ?? '')
    const shared = [...title].filter((word) => asked.has(word)).length
    const share = title.size === 0 ? 0 : shared / title.size
    if (share > (best?.share ?? 0)) best = { step, share }
  }
  return best?.step ?? null
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(words.filter((word) => !common.has(word)).map((word) => word.slice(0, 5)))
}

const common = new Set(
  'about and are can does for from have how into is the this that what when where which with you your tell show'.split(
    ' ',
  ),
)
