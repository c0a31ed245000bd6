import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'

import type { Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'
import { lintDemo, type LintFinding } from '#domain/lint-demo.ts'
import type { PageEdits } from '#domain/page-edits.ts'
import type { PageTexts } from '#protocol/page-edits.ts'

import { loadPageTexts } from '../../lib/page-calls.ts'
import { pageFindings } from '../../lib/page-texts.ts'
import { loadPageEdits } from '../../lib/picture-calls.ts'
import type { SharedDemo } from './shared-demo.ts'

export interface UnfinishedListProps extends SharedDemo {
  readonly cards: readonly Card[]
  /** A link was followed. */
  readonly onLeave: () => void
}

/** Problems for visitors, with links to fix them; advice is shown only in the editor. */
export function UnfinishedList({ demoId, steps, cards, isOn, sharing, onLeave }: UnfinishedListProps) {
  const { data: saved } = useQuery({
    queryKey: ['saved-pages', demoId],
    queryFn: () => loadSavedPages(demoId),
    staleTime: 0,
  })
  if (sharing === undefined || steps.length === 0) return null
  const { name, description, look } = sharing
  const demo = { id: demoId, name, description, look, steps, isSample: false, createdAt: '', updatedAt: '' } as const
  const all = [
    ...(saved === undefined ? [] : findingsOfPages(saved, steps)),
    ...lintDemo({ ...demo, status: isOn ? 'active' : 'draft' }, cards),
  ]
  const findings = all.filter(({ severity }) => severity === 'problem')
  const [first, ...rest] = findings
  if (first === undefined) return null
  return (
    <section aria-labelledby="unfinished" className="rounded-card bg-spot-soft text-spot-text">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2.5 pr-2 pl-3.5 max-sm:pb-2">
        <TriangleAlert size={16} aria-hidden className="shrink-0" />
        <h3 id="unfinished" className="font-semibold text-text max-sm:flex-1 sm:shrink-0">
          {findings.length} unfinished
        </h3>
        <p className="min-w-0 text-soft max-sm:order-1 max-sm:w-full sm:flex-1 sm:truncate" title={textOf(first)}>
          {textOf(first)}
        </p>
        <FixLink demoId={demoId} finding={first} onLeave={onLeave} />
      </div>
      {rest.length === 0 ? null : (
        <details className="border-t border-spot/30 px-3.5 pb-1">
          <summary className="flex h-9 cursor-pointer items-center font-medium pointer-coarse:h-11">
            {rest.length} more
          </summary>
          <ul className="max-h-40 overflow-y-auto">
            {rest.map((finding) => (
              <li key={finding.key} className="flex min-h-9 items-center justify-between gap-2 text-soft">
                <span className="min-w-0">{textOf(finding)}</span>
                <FixLink demoId={demoId} finding={finding} onLeave={onLeave} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

interface SavedPages {
  /** The page edits by picture. */
  readonly edits: ReadonlyMap<string, PageEdits>
  readonly texts: readonly PageTexts[]
}

async function loadSavedPages(demoId: string): Promise<SavedPages> {
  const edits = await loadPageEdits(demoId)
  return { edits, texts: edits.size === 0 ? [] : await loadPageTexts(demoId) }
}

function findingsOfPages({ edits, texts }: SavedPages, steps: readonly Step[]): readonly LintFinding[] {
  return pageFindings(
    texts,
    steps.map((step) => ({ ...step, pageEdits: edits.get(step.screenshotUrl) ?? null })),
  )
}

interface FixLinkProps {
  readonly demoId: string
  readonly finding: LintFinding
  readonly onLeave: () => void
}

function FixLink({ demoId, finding, onLeave }: FixLinkProps) {
  const place =
    finding.cardId === null ? (finding.stepId === null ? '' : `?step=${finding.stepId}`) : `?card=${finding.cardId}`
  return (
    <Link
      to={`/dashboard/demos/${demoId}/edit${place}`}
      onClick={onLeave}
      aria-label={`Fix: ${textOf(finding)}`}
      className="shrink-0 rounded-control px-2.5 py-1 font-medium hover:bg-hover pointer-coarse:py-3"
    >
      Fix
    </Link>
  )
}

function textOf({ where, title }: LintFinding): string {
  return `${where}: ${title}`
}
