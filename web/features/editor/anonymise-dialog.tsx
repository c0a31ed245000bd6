import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { foundKinds } from '#domain/anonymise/find-patterns.ts'
import { proposeReplacements, type Proposal } from '#domain/anonymise/propose.ts'
import type { PageTexts } from '#protocol/page-edits.ts'

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Progress } from '../../ui/progress.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { avatarEdits, avatarsBeside } from './anonymise-avatars.ts'
import { emptyFields, filledFields } from './anonymise-fields.ts'
import { hideUnread, unreadOnPages, type Unread } from './anonymise-unread.ts'
import { findParts, placeName, replaceTexts, textsOfDemo, type TextPlace } from './demo-texts.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { hasPage, pageTextsQuery } from '../../lib/page-texts.ts'
import { toggled, type DemoTextsDialogProps } from './replace-dialog.tsx'

/** Lists the personal data on the pages with a made-up replacement for each, and replaces it in all steps. */
export function AnonymiseDialog(props: DemoTextsDialogProps) {
  const { state, isOpen, onOpenChange } = props
  const {
    data: pages,
    isPending,
    error,
    refetch,
  } = useQuery({
    ...pageTextsQuery(state.saved.id),
    staleTime: 0,
    enabled: isOpen,
  })
  return (
    <Dialog title="Make anonymous" width="wide" isOpen={isOpen} onOpenChange={onOpenChange}>
      {error !== null ? (
        <div className="flex items-center gap-2">
          <FormProblem text={error.message} />
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : isPending ? (
        <p role="status" className="py-6 text-center text-sm text-muted">
          Reading the pages…
        </p>
      ) : (
        <AnonymiseForm {...props} pages={pages} />
      )}
    </Dialog>
  )
}

interface Finding extends Pick<Proposal, 'kind' | 'found' | 'replacement'> {
  readonly places: readonly TextPlace[]
}

function AnonymiseForm({
  state,
  dispatch,
  onOpenChange,
  pages,
}: DemoTextsDialogProps & { readonly pages: readonly PageTexts[] }) {
  // Keep the list stable while other changes are saved.
  const [first] = useState(state)
  const texts = useMemo(() => textsOfDemo(first, pages), [first, pages])
  const findings = useMemo(() => findingsIn(first, texts), [first, texts])
  const [written, setWritten] = useState<ReadonlyMap<string, string>>(new Map())
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number } | null>(null)
  const fields = useMemo(() => filledFields(pages, first), [pages, first])
  const [keptFields, setKeptFields] = useState<ReadonlySet<string>>(new Set())
  const emptied = fields.filter(({ label }) => !keptFields.has(label))
  const [problem, setProblem] = useState<string | null>(null)
  const unread = useQuery({
    queryKey: ['unread-on-pages', first.saved.id],
    queryFn: () =>
      unreadOnPages(
        pages,
        first,
        findings.map(({ found }) => found),
      ),
    staleTime: 0,
    gcTime: 0,
  })
  const [switched, setSwitched] = useState<ReadonlySet<string>>(new Set())
  const hidden = (unread.data ?? []).filter((each) => isHidden(each, switched))
  const chosen = findings.filter(({ found }) => !leftOut.has(found))
  const avatars = useMemo(
    () =>
      avatarsBeside(
        pages,
        first,
        chosen.filter(({ kind }) => kind === 'person'),
      ),
    [pages, first, chosen],
  )

  const count = chosen.length + emptied.length + hidden.length

  async function apply(): Promise<void> {
    const words = new Map(chosen.map(({ found, replacement }) => [found, written.get(found) ?? replacement]))
    setProgress({ done: 0, all: Math.max(1, avatars.length) })
    const lists = await avatarEdits(state, avatars, words, (done) =>
      setProgress({ done, all: Math.max(1, avatars.length) }),
    )
    await emptyFields(state, emptied, lists)
    hideUnread(state, hidden, lists)
    const changes = textsOfDemo(state, pages).map((place) => {
      const here = chosen.filter(({ places }) => places.some(({ key }) => key === place.key))
      const wanted = new Map(here.map(({ found }) => [found, words.get(found) ?? found]))
      return { place, parts: findParts(place.text, wanted, exactly) }
    })
    const steps = stepCount(changes, lists.keys())
    const edit = replaceTexts(state, changes, steps === 1 ? 'anonymise 1 step' : `anonymise ${steps} steps`, lists)
    if (edit !== null) {
      dispatch({ type: 'edit', edit })
      showToast({ text: resultText(chosen, emptied.length, hidden.length, steps) })
    }
    onOpenChange(false)
  }

  if (findings.length === 0 && fields.length === 0 && unread.data?.length === 0) {
    return (
      <p className="py-6 text-center text-sm text-muted">
        No names, email addresses, phone numbers or amounts were found. Check the steps yourself, too.{' '}
        {picturesText(first)}
      </p>
    )
  }
  return (
    <form
      className="flex flex-col gap-3 text-sm"
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(null)
        void apply()
          .catch((cause: unknown) => setProblem(cause instanceof Error ? cause.message : String(cause)))
          .finally(() => setProgress(null))
      }}
    >
      <div className="max-h-[52dvh] overflow-y-auto rounded-control border border-line">
        {groupsOf(findings).map(([kind, group]) => (
          <section key={kind} aria-label={kindNames[kind]}>
            <GroupHeading name={kindNames[kind]} count={group.length} />
            <ul>
              {group.map((finding) => (
                <FindingRow
                  key={finding.found}
                  finding={finding}
                  value={written.get(finding.found) ?? finding.replacement}
                  isOn={!leftOut.has(finding.found)}
                  onWrite={(text) => setWritten(new Map(written).set(finding.found, text))}
                  onSwitch={(isOn) => setLeftOut(toggled(leftOut, finding.found, !isOn))}
                />
              ))}
            </ul>
          </section>
        ))}
        {fields.length === 0 ? null : (
          <section aria-label="Fields to empty">
            <GroupHeading name="Fields to empty" count={fields.length} />
            <ul>
              {fields.map(({ label, places }) => (
                <li key={label} className={rowClass}>
                  <FindingSwitch
                    text={label === '' ? 'Field without a label' : label}
                    isOn={!keptFields.has(label)}
                    onSwitch={(isOn) => setKeptFields(toggled(keptFields, label, !isOn))}
                  />
                  <PlaceNames names={places.map(({ step }) => `Step ${step.order} · Page`)} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <UnreadRows
          unread={unread.data ?? []}
          switched={switched}
          onSwitch={(key) => setSwitched(toggled(switched, key, !switched.has(key)))}
        />
      </div>
      {unread.isPending ? (
        <p role="status" className="text-xs text-muted">
          Checking drawings and style sheets…
        </p>
      ) : null}
      {unread.error === null ? null : <FormProblem text={unread.error.message} />}
      {avatars.length === 0 ? null : <p className="text-xs text-muted">Faces beside names become initials.</p>}
      {progress === null ? null : <Progress label="Drawing initials" value={progress.done} max={progress.all} />}
      {problem === null ? null : <FormProblem text={problem} />}
      <div className="flex items-center justify-end gap-3">
        <p className="min-w-0 flex-1 text-xs text-muted">
          Check the steps afterwards: not every name can be recognised. {picturesText(first)}
        </p>
        <Button type="submit" tone="accent" disabled={count === 0 || unread.isPending || progress !== null}>
          {`Replace ${count}`}
        </Button>
      </div>
    </form>
  )
}

interface UnreadRowsProps {
  readonly unread: readonly Unread[]
  /** Keys of the rows that aren't as proposed. */
  readonly switched: ReadonlySet<string>
  readonly onSwitch: (key: string) => void
}

function UnreadRows({ unread, switched, onSwitch }: UnreadRowsProps) {
  return (['face', 'words', 'drawing'] as const).map((kind) => {
    const rows = unread.filter((each) => each.kind === kind)
    if (rows.length === 0) return null
    return (
      <section key={kind} aria-label={unreadNames[kind]}>
        <GroupHeading name={unreadNames[kind]} count={rows.length} />
        <ul>
          {rows.map((each) => (
            <li key={each.label} className={rowClass}>
              <FindingSwitch
                text={`Hide ${unreadWords[kind]} ${each.label}`}
                isOn={isHidden(each, switched)}
                onSwitch={() => onSwitch(keyOf(each))}
              />
              <PlaceNames names={each.places.map(({ step }) => `Step ${step.order} · Page`)} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

const unreadNames: Readonly<Record<Unread['kind'], string>> = {
  face: 'Faces in background images',
  words: 'Words in style sheets',
  drawing: 'Drawings and videos, which may show names',
}
const unreadWords: Readonly<Record<Unread['kind'], string>> = {
  face: 'the face of',
  words: '',
  drawing: 'the drawing,',
}

function keyOf({ kind, label }: Unread): string {
  return `${kind} ${label}`
}

/** Most drawings show no names, so that hiding them is the author's choice. */
function isHidden(unread: Unread, switched: ReadonlySet<string>): boolean {
  return switched.has(keyOf(unread)) === (unread.kind === 'drawing')
}

interface FindingRowProps {
  readonly finding: Finding
  readonly value: string
  readonly isOn: boolean
  readonly onWrite: (text: string) => void
  readonly onSwitch: (isOn: boolean) => void
}

function FindingRow({ finding: { found, places }, value, isOn, onWrite, onSwitch }: FindingRowProps) {
  return (
    <li className={rowClass}>
      <FindingSwitch text={found} isOn={isOn} onSwitch={onSwitch} />
      <input
        aria-label={`Replacement for ${found}`}
        value={value}
        disabled={!isOn}
        className="h-8 min-w-0 flex-1 basis-40 rounded-control border border-control bg-surface px-2 disabled:opacity-50 pointer-coarse:h-11"
        onChange={({ currentTarget }) => onWrite(currentTarget.value)}
      />
      <PlaceNames names={places.map(placeName)} />
    </li>
  )
}

const rowClass =
  'flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 pointer-coarse:min-h-12'

function GroupHeading({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <h3 className="sticky top-0 z-1 flex items-center justify-between border-b border-line bg-sunken px-3 py-1.5 text-xs font-semibold">
      {name}
      <span className="text-muted tabular-nums">{count}</span>
    </h3>
  )
}

interface FindingSwitchProps {
  readonly text: string
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}

function FindingSwitch({ text, isOn, onSwitch }: FindingSwitchProps) {
  return (
    <label className="flex min-w-0 flex-1 basis-40 cursor-pointer items-center gap-2">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onSwitch(currentTarget.checked)} />
      <span className="truncate" title={text}>
        {text}
      </span>
    </label>
  )
}

function PlaceNames({ names }: { readonly names: readonly string[] }) {
  const where = [...new Set(names)]
  return (
    <span className="w-32 shrink-0 truncate text-xs text-muted" title={where.join(', ')}>
      {where.length === 1 ? where[0] : `${where[0]} + ${where.length - 1}`}
    </span>
  )
}

const exactly = { isWholeWord: true, isCaseSensitive: true } as const

const kindNames: Readonly<Record<Finding['kind'], string>> = {
  person: 'People',
  email: 'Email addresses',
  phone: 'Phone numbers',
  amount: 'Amounts',
  number: 'Account and card numbers',
  address: 'Addresses',
  company: 'Companies',
}

function groupsOf(findings: readonly Finding[]): readonly (readonly [Finding['kind'], readonly Finding[]])[] {
  return foundKinds.flatMap((kind) => {
    const group = findings.filter((finding) => finding.kind === kind)
    return group.length === 0 ? [] : [[kind, group] as const]
  })
}

/** Seeded by the demo, so that each person gets the same new name every time. */
function findingsIn(state: EditorState, texts: readonly TextPlace[]): readonly Finding[] {
  const proposals = proposeReplacements(
    texts.map(({ text }) => text),
    state.saved.id,
  )
  return proposals.map(({ places, ...proposal }) => ({
    ...proposal,
    places: places.flatMap((at) => texts[at] ?? []),
  }))
}

function stepCount(
  changes: readonly { readonly place: TextPlace; readonly parts: readonly unknown[] }[],
  edited: Iterable<string>,
): number {
  const withTexts = changes.flatMap(({ place, parts }) => (parts.length > 0 && 'step' in place ? [place.step.id] : []))
  return new Set([...withTexts, ...edited]).size
}

/** Steps whose picture nothing here changes. */
function picturesText(state: EditorState): string {
  const orders = visibleSteps(state).flatMap((step) => (hasPage(step) ? [] : [step.order]))
  if (orders.length === 0) return ''
  const named =
    orders.length > 6 ? `${orders.length} steps` : `Step${orders.length === 1 ? '' : 's'} ${orders.join(', ')}`
  return `${named} ${orders.length === 1 ? 'has' : 'have'} only a screenshot. Use Redact on ${orders.length === 1 ? 'it' : 'them'}.`
}

function resultText(chosen: readonly Finding[], fields: number, hidden: number, steps: number): string {
  const others = [
    ...(fields === 0 ? [] : [fields === 1 ? '1 field emptied' : `${fields} fields emptied`]),
    ...(hidden === 0 ? [] : [hidden === 1 ? '1 image hidden' : `${hidden} images hidden`]),
  ]
  if (chosen.length === 0) return `${others.join(', ')}.`
  const count = chosen.filter(({ kind }) => kind === 'person').length
  const people = count === 1 ? '1 person' : `${count} people`
  const all = count === 0 ? (chosen.length === 1 ? '1 text' : `${chosen.length} texts`) : people
  return `${all} replaced in ${steps === 1 ? '1 step' : `${steps} steps`}.`
}
