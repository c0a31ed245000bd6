import type { Step } from './demo.ts'
import { findingOf, type LintFinding } from './lint-demo.ts'
import { hasSecret } from './secret-text.ts'

/** Findings on captured pages. `texts` are what visitors get, by step id. */
export function lintPages(
  steps: readonly Step[],
  texts: ReadonlyMap<string, readonly string[]>,
): readonly LintFinding[] {
  return steps.flatMap((step) => (texts.get(step.id)?.some(hasSecret) === true ? [findingOf(draft, step)] : []))
}

const draft = {
  key: 'secret page',
  severity: 'problem',
  topic: 'secrets',
  title: 'Personal data in the captured page',
  place: 'page',
  action: 'Make anonymous',
} as const
