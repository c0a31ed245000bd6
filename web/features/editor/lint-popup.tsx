import { Popover } from '@base-ui/react/popover'
import { Check } from 'lucide-react'
import type { RefObject } from 'react'

import type { LintNote } from '#domain/lint-demo.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { Button } from '../../ui/button.tsx'
import { returnFocusTo } from '../../ui/return-focus.ts'
import type { EditorContext } from './editor-actions.ts'
import { visibleSteps } from './editor-state.ts'
import { goToPlace } from './lint-place.ts'

export interface LintPopupProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly notes: readonly LintNote[]
  readonly context: EditorContext
  readonly backendUrl: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** What is left to do. Each note has a button that fixes it or leads to the place to fix it. */
export function LintPopup({ anchor, notes, context, backendUrl, isOpen, onOpenChange }: LintPopupProps) {
  const pictures = new Map(visibleSteps(context.state).map((step) => [step.id, step.screenshotUrl]))
  // Authors check masked text themselves.
  const fixes = notes.flatMap(({ fix, topic }) => (fix === null || topic === 'secrets' ? [] : [fix]))
  const use = (note: LintNote) => {
    if (note.fix === null) {
      onOpenChange(false)
      goToPlace(context, note)
    } else {
      if (note.stepId !== null) context.dispatch({ type: 'select', id: note.stepId })
      context.dispatch({ type: 'edit', edit: note.fix })
    }
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={6} className="z-50">
          <Popover.Popup
            finalFocus={returnFocusTo(anchor)}
            className="flex max-h-[70dvh] w-92 max-w-[calc(100vw-1rem)] animate-enter flex-col rounded-card bg-raised text-sm shadow-floating outline-none"
          >
            <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
              <Popover.Title className="font-semibold">Before you share</Popover.Title>
              <p role="status" className="ml-auto text-muted tabular-nums">
                {notes.length} left
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
              {notes.map((note) => (
                <NoteRow
                  key={note.key}
                  note={note}
                  picture={scaledPicture(backendUrl, pictures.get(note.stepId ?? ''))}
                  onUse={() => use(note)}
                />
              ))}
            </ul>
            <FineNotice notes={notes} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface NoteRowProps {
  readonly note: LintNote
  readonly picture: string | null
  readonly onUse: () => void
}

function NoteRow({ note, picture, onUse }: NoteRowProps) {
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
        <p className={note.severity === 'problem' ? 'font-medium text-danger' : 'font-medium'}>{note.title}</p>
        <p className="truncate text-muted" title={note.where}>
          {note.where}
        </p>
      </div>
      <Button size="tool" aria-label={`${note.action}: ${note.title}, ${note.where}`} onClick={onUse}>
        {note.action}
      </Button>
    </li>
  )
}

/** The checks that passed. */
function FineNotice({ notes }: { readonly notes: readonly LintNote[] }) {
  const open = new Set(notes.map(({ topic }) => topic))
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
