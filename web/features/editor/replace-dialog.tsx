import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { findParts, placeName, replaceTexts, textsOfDemo, type Replacement, type TextPlace } from './demo-texts.ts'
import type { EditorState } from './editor-state.ts'
import { pageTextsQuery } from '../../lib/page-texts.ts'
import type { EditorCommand } from './reduce-editor.ts'

export interface DemoTextsDialogProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Finds a text in all pages, titles, notes, cards and chapters of the demo, and replaces it. */
export function ReplaceTextsDialog(props: DemoTextsDialogProps) {
  return (
    <Dialog title="Find and replace" width="wide" isOpen={props.isOpen} onOpenChange={props.onOpenChange}>
      <ReplaceForm {...props} />
    </Dialog>
  )
}

interface Found {
  readonly key: string
  readonly place: TextPlace
  readonly part: Replacement
}

function ReplaceForm({ state, dispatch, onOpenChange }: DemoTextsDialogProps) {
  const { data: pages, isPending, error, refetch } = useQuery({ ...pageTextsQuery(state.saved.id), staleTime: 0 })
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const [isWholeWord, setWholeWord] = useState(false)
  const [isCaseSensitive, setCaseSensitive] = useState(false)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const sought = useDeferredValue(find)
  const texts = useMemo(() => textsOfDemo(state, pages ?? []), [state, pages])
  const found = useMemo(
    () =>
      sought.trim() === ''
        ? []
        : texts.flatMap((place) =>
            findParts(place.text, new Map([[sought, by]]), { isWholeWord, isCaseSensitive }).map((part): Found => ({
              key: `${place.key} ${part.start}`,
              place,
              part,
            })),
          ),
    [texts, sought, by, isWholeWord, isCaseSensitive],
  )
  const chosen = found.filter(({ key }) => !leftOut.has(key))

  function replace(): void {
    const changes = [...Map.groupBy(chosen, ({ place }) => place)].map(([place, all]) => ({
      place,
      parts: all.map(({ part }) => part),
    }))
    const edit = replaceTexts(state, changes, `replace “${find.trim()}”`)
    if (edit === null) return
    dispatch({ type: 'edit', edit })
    showToast({ text: chosen.length === 1 ? 'Replaced in 1 place.' : `Replaced in ${chosen.length} places.` })
    onOpenChange(false)
  }

  return (
    <form
      className="flex flex-col gap-3 text-sm"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length > 0) replace()
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField autoFocus label="Find" value={find} onChange={(event) => setFind(event.currentTarget.value)} />
        <TextField label="Replace with" value={by} onChange={(event) => setBy(event.currentTarget.value)} />
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <CheckOption label="Whole words" isOn={isWholeWord} onChange={setWholeWord} />
        <CheckOption label="Match case" isOn={isCaseSensitive} onChange={setCaseSensitive} />
        <p role="status" className="ml-auto text-muted tabular-nums">
          {isPending ? 'Reading the pages…' : sought.trim() === '' ? '' : `${found.length} found`}
        </p>
      </div>
      {error === null ? null : (
        <div className="flex items-center gap-2">
          <FormProblem text={error.message} />
          <Button size="tool" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {found.length === 0 ? null : (
        <ul aria-label="Found" className="max-h-[45dvh] overflow-y-auto rounded-control border border-line">
          {found.slice(0, shownMax).map(({ key, place, part }) => (
            <li key={key} className="border-b border-line last:border-b-0">
              <label className="flex min-h-9 cursor-pointer items-center gap-3 px-3 hover:bg-hover pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={!leftOut.has(key)}
                  onChange={({ currentTarget }) => setLeftOut(toggled(leftOut, key, !currentTarget.checked))}
                />
                <span className="w-28 shrink-0 truncate text-xs text-muted">{placeName(place)}</span>
                <Excerpt text={place.text} part={part} />
              </label>
            </li>
          ))}
        </ul>
      )}
      {found.length > shownMax ? (
        <p className="text-xs text-muted">{found.length - shownMax} more are not listed.</p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button type="submit" tone="accent" disabled={chosen.length === 0 || by === find}>
          {`Replace all (${chosen.length})`}
        </Button>
      </div>
    </form>
  )
}

const shownMax = 300

export function CheckOption(props: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <label className="flex cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
      />
      {props.label}
    </label>
  )
}

export function toggled(keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(keys)
  if (isIn) next.add(key)
  else next.delete(key)
  return next
}

/** A match with its surroundings and its replacement. */
function Excerpt({ text, part: { start, end, to } }: { readonly text: string; readonly part: Replacement }) {
  return (
    <span className="min-w-0 flex-1 truncate">
      {start > around ? '…' : ''}
      {text.slice(Math.max(0, start - around), start)}
      <del className="bg-danger/10 text-danger">{text.slice(start, end)}</del>
      {to === '' ? null : <ins className="bg-success/10 text-success no-underline">{to}</ins>}
      {text.slice(end, end + around * 2)}
    </span>
  )
}

const around = 24
