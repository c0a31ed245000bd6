import { Popover } from '@base-ui/react/popover'
import { Check, CircleAlert } from 'lucide-react'
import type { RefObject } from 'react'

import type { LintFinding } from '#domain/lint-demo.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { Button } from '../../ui/button.tsx'
import { returnFocusTo } from '../../ui/return-focus.ts'
import type { EditorContext } from './editor-actions.ts'
import { visibleSteps } from './editor-state.ts'
import { goToPlace } from './lint-place.ts'

export interface LintPopupProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly findings: readonly LintFinding[]
  readonly context: EditorContext
  readonly backendUrl: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** The list of findings. Each has a button that fixes it or leads to where it can be fixed. */
export function LintPopup({ anchor, findings, context, backendUrl, isOpen, onOpenChange }: LintPopupProps) {
  const pictures = new Map(visibleSteps(context.state).map((step) => [step.id, step.screenshotUrl]))
  // Authors check masked text themselves.
  const fixes = findings.flatMap(({ fix, topic }) => (fix === null || topic === 'secrets' ? [] : [fix]))
  const use = (finding: LintFinding) => {
    if (finding.fix === null) {
      onOpenChange(false)
      goToPlace(context, finding)
    } else {
      if (finding.stepId !== null) context.dispatch({ type: 'select', id: finding.stepId })
      context.dispatch({ type: 'edit', edit: finding.fix })
    }
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={6} className="z-50">
          <Popover.Popup
            finalFocus={returnFocusTo(anchor)}
            className="flex max-h-[70dvh] w-100 max-w-[calc(100vw-1rem)] animate-enter flex-col rounded-card bg-raised text-sm shadow-floating outline-none"
          >
            <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
              <Popover.Title className="font-semibold">Before you share</Popover.Title>
              <p role="status" className="ml-auto text-muted tabular-nums">
                {findings.length} left
              </p>
              {fixes.length > 1 ? (
                <Button
                  size="tool"
                  tone="quiet"
                  onClick={() => fixes.forEach((edit) => context.dispatch({ type: 'edit', edit }))}
                >
                  Fix {fixes.length}
                </Button>
              ) : null}
            </div>
            <ul className="min-h-0 overflow-y-auto">
              {findings.map((finding) => (
                <FindingRow
                  key={finding.key}
                  finding={finding}
                  picture={scaledPicture(backendUrl, pictures.get(finding.stepId ?? ''))}
                  onUse={() => use(finding)}
                />
              ))}
            </ul>
            <FineNotice findings={findings} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface FindingRowProps {
  readonly finding: LintFinding
  readonly picture: string | null
  readonly onUse: () => void
}

function FindingRow({ finding, picture, onUse }: FindingRowProps) {
  return (
    <li className="flex items-center gap-2.5 border-b border-line px-3.5 py-2 last:border-b-0">
      {picture === null ? (
        <span aria-hidden className="h-10 w-16 shrink-0 rounded-tiny bg-sunken" />
      ) : (
        <img
          src={picture}
          alt=""
          loading="lazy"
          className="h-10 w-16 shrink-0 rounded-tiny border border-line object-cover object-top"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex items-start gap-1.5 font-medium">
          {finding.severity === 'problem' ? (
            <CircleAlert size={14} aria-label="Problem" className="mt-[3px] shrink-0 text-danger" />
          ) : null}
          <span className="min-w-0">{finding.title}</span>
        </p>
        <p className="truncate text-muted" title={finding.where}>
          {finding.where}
        </p>
      </div>
      <Button size="tool" aria-label={`${finding.action}: ${finding.title}, ${finding.where}`} onClick={onUse}>
        {finding.action}
      </Button>
    </li>
  )
}

/** The checks that passed. */
function FineNotice({ findings }: { readonly findings: readonly LintFinding[] }) {
  const open = new Set(findings.map(({ topic }) => topic))
  const fine = (['links', 'branches', 'pictures', 'texts'] as const).filter((topic) => !open.has(topic))
  if (fine.length === 0) return null
  const list = new Intl.ListFormat('en').format(fine)
  return (
    <p className="flex items-center gap-2 border-t border-line px-4 py-2.5 text-muted">
      <Check size={14} aria-hidden className="text-success" />
      {`${list.charAt(0).toUpperCase()}${list.slice(1)} are fine`}
    </p>
  )
}

function scaledPicture(backendUrl: string, screenshotUrl: string | undefined): string | null {
  return screenshotUrl === undefined || screenshotUrl.trim() === ''
    ? null
    : scaledImageAddress(backendUrl, screenshotUrl, 160)
}
