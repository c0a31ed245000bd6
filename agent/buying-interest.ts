import { toBareWords } from './plain-text.ts'

/** Interest in buying: prices, plans, trials, getting started. */
export function showsBuyingInterest(text: string): boolean {
  return /\b(?:pric(?:e|es|ing)|cost|costs|how much|plans?|licen[cs]es?|subscri(?:be|ption)|trial|buy|buying|purchase|quote|sign up|get started|start using|roll ?out|for (?:my|our) team|onboard(?:ing)?|implementation|discount|contract)\b/.test(
    toBareWords(text),
  )
}
