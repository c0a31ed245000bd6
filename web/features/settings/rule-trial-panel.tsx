import { useMemo } from 'react'

import type { CaptureRule } from '#domain/capture-rules.ts'

import { countOf } from '../../lib/figure-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { tryRules, type HiddenText, type TriedStep } from './try-rule.ts'

export interface RuleTrialPanelProps {
  /** The rules being typed, else the saved ones. */
  readonly rules: readonly CaptureRule[]
  readonly isTyping: boolean
  /** The latest recording's steps. */
  readonly steps: readonly TriedStep[] | undefined
  readonly isLoading: boolean
}

/** Shows what the rules hide in the latest recording, or in an example before the first one. */
export function RuleTrialPanel({ rules, isTyping, steps, isLoading }: RuleTrialPanelProps) {
  const isExample = steps === undefined || steps.length === 0
  const tried = isExample ? exampleSteps : steps
  const { places, steps: hit, examples } = useMemo(() => tryRules(rules, tried), [rules, tried])
  const where = isExample ? 'in this example' : 'in your latest recording'
  const lines = examples.length > 0 ? examples : tried.flatMap(plainLines).slice(0, 4)
  if (isLoading) return <Skeleton className="h-44 rounded-card" />
  return (
    <section aria-label="Rule preview" className="overflow-hidden rounded-card bg-sunken">
      <p role="status" className="flex h-10 items-center gap-2 px-4 text-xs text-muted">
        {rules.length === 0 ? (
          `Type a rule to see what it hides ${where}.`
        ) : (
          <span>
            {isTyping ? 'Would hide ' : 'Hides '}
            <b className="font-semibold text-text">{places === 0 ? 'nothing' : countOf(places, 'place')}</b>
            {places === 0
              ? ` ${where}.`
              : ` in ${countOf(hit, 'step')} ${isExample ? 'of this example' : 'of your latest recording'}.`}
          </span>
        )}
      </p>
      <ol className="mx-4 mb-4 divide-y divide-line rounded-control bg-surface shadow-[0_0_0_1px_var(--line),0_8px_20px_-12px_oklch(0.2_0.05_300/0.3)]">
        {lines.map((line) => (
          <li key={`${line.order} ${line.pieces.join('|')}`} className="flex h-9 items-center gap-3 px-3">
            <span className="w-12 shrink-0 text-xs text-muted tabular-nums">Step {line.order}</span>
            <span className="min-w-0 flex-1 truncate whitespace-pre">
              <Pieces pieces={line.pieces} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Pieces({ pieces }: { readonly pieces: readonly string[] }) {
  return pieces.map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // Pieces have no identity but their order.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className="rounded-[3px] bg-text px-0.5 text-transparent select-none">
        {piece}
      </mark>
    ),
  )
}

function plainLines({ order, texts }: TriedStep): readonly HiddenText[] {
  return texts.slice(0, 2).map((text) => ({ order, pieces: [text.slice(0, 72)] }))
}

const example = (order: number, ...texts: readonly string[]): TriedStep => ({ order, hostname: '', texts, roots: [] })

const exampleSteps: readonly TriedStep[] = [
  example(1, 'Order ACME-2481 for Kestrel Coffee', 'Ships on Thursday'),
  example(2, 'Invoice ACME-2482, due 12 December', 'Approved by Noa Petrie'),
]
