import type { Step } from './demo.ts'
import { noteOf, type LintNote } from './lint-demo.ts'
import { hasSecret } from './secret-text.ts'

/** Notes on captured pages: `texts` by the step that shows them, as visitors get them. */
export function lintPages(steps: readonly Step[], texts: ReadonlyMap<string, readonly string[]>): readonly LintNote[] {
  return steps.flatMap((step) => (texts.get(step.id)?.some(hasSecret) === true ? [noteOf(draft, step)] : []))
}

const draft = {
  key: 'secret page',
  severity: 'problem',
  topic: 'secrets',
  title: 'Personal data in the captured page',
  place: 'page',
  action: 'Make anonymous',
} as const
