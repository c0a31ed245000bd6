import { useRef, useState } from 'react'

import type { Step } from '#domain/demo.ts'
import { hasEdits, noPictureEdits } from '#domain/picture-edits.ts'
import { unusedIds, withChoice, type StepChoice } from '#domain/recapture-plan.ts'
import type { RecaptureChange } from '#protocol/recapture.ts'

import { BackendError, failureHint } from '../../lib/backend-error.ts'
import { newId } from '../../lib/new-id.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { prepareRecapture, saveRecapture, type RecaptureDecision } from './apply-recapture.ts'
import { useCarriedPages } from './carried-pages.ts'
import { RecapturePicture } from './recapture-picture.tsx'
import { RecaptureStep } from './recapture-step.tsx'
import { hasEditedPage, newWords, planFrom, type RecaptureSources } from './recapture-sources.ts'

export interface RecaptureReviewProps {
  readonly sources: RecaptureSources
  /** Steps that were recorded again. */
  readonly range: readonly Step[]
  readonly backendUrl: string
  readonly onApplied: () => Promise<void>
  /** Called if the recording stays a separate demo. */
  readonly onKeepApart: () => void
}

/** Old and new pictures side by side; nothing changes until the author confirms. */
export function RecaptureReview({ sources, range, backendUrl, onApplied, onKeepApart }: RecaptureReviewProps) {
  const { fresh, clicks } = sources
  const [first] = useState(() => planFrom(sources, range))
  const [plan, setPlan] = useState(first.plan)
  const [newIds] = useState(() => new Map(fresh.steps.map(({ id }) => [id, newId()])))
  const [retitledIds, setRetitledIds] = useState(() => unwrittenIds(sources, range, first.plan.steps))
  const [checkedIds, setCheckedIds] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const prepared = useRef<RecaptureDecision & { readonly change: RecaptureChange }>(undefined)
  const freshIds = fresh.steps.map(({ id }) => id)
  const freshById = new Map(fresh.steps.map((step) => [step.id, step]))
  const spare = unusedIds(plan, freshIds)
  const pages = useCarriedPages(range, plan.steps, fresh)
  const toCheck = range.filter((step) => needsCheck(step, plan.steps.get(step.id)) && !checkedIds.has(step.id))
  const hasChanges = plan.addedIds.size > 0 || [...plan.steps.values()].some(({ kind }) => kind !== 'keep')

  function needsCheck(step: Step, choice: StepChoice | undefined): boolean {
    if (choice?.kind !== 'replace') return false
    return hasEdits(step.edits ?? noPictureEdits) || hasEditedPage(step)
  }

  async function handleApply(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const decision = { plan, retitledIds, newIds, pages }
      // The request may have arrived, so a retry must send the same one.
      const last = prepared.current
      const isSame = last?.plan === plan && last.retitledIds === retitledIds
      const change = isSame ? last.change : await prepareRecapture(sources, decision)
      prepared.current = { ...decision, change }
      await saveRecapture(sources, change)
      await onApplied()
    } catch (error) {
      setProblem(sentenceOf(error))
      setIsBusy(false)
    }
  }

  return (
    <section aria-labelledby="recapture-title">
      <div className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-3 bg-surface py-3">
        <div>
          <h1 id="recapture-title" className="text-xl font-semibold">
            Replace steps
          </h1>
          <p role="status" className="text-sm text-muted">
            {summaryOf([...plan.steps.values()], plan.addedIds.size, toCheck.length)}
          </p>
        </div>
        <div className="flex gap-2">
          <Button size="page" disabled={isBusy} onClick={onKeepApart}>
            Keep as new demo
          </Button>
          <Button
            tone="accent"
            size="page"
            disabled={isBusy || toCheck.length > 0 || !hasChanges}
            onClick={() => void handleApply()}
          >
            {isBusy ? 'Replacing…' : 'Replace'}
          </Button>
        </div>
      </div>
      {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
      <ol className="mt-3 flex flex-col gap-4">
        {range.map((step) => (
          <RecaptureStep
            key={step.id}
            step={step}
            freshSteps={fresh.steps}
            choice={plan.steps.get(step.id) ?? { kind: 'keep' }}
            isUnsure={first.unsureIds.has(step.id)}
            words={wordsFor(step, plan.steps.get(step.id), freshById, clicks)}
            isRetitled={retitledIds.has(step.id)}
            isChecked={checkedIds.has(step.id)}
            page={pages.get(step.id) ?? null}
            backendUrl={backendUrl}
            onChoice={(choice) => {
              setPlan(withChoice(plan, step.id, choice))
              setCheckedIds(toggled(checkedIds, step.id, false))
            }}
            onRetitle={(isOn) => setRetitledIds(toggled(retitledIds, step.id, isOn))}
            onCheck={(isOn) => setCheckedIds(toggled(checkedIds, step.id, isOn))}
          />
        ))}
      </ol>
      {spare.length === 0 ? null : (
        <section aria-labelledby="new-clicks" className="mt-6">
          <h2 id="new-clicks" className="text-base font-semibold">
            New clicks
          </h2>
          <ol className="mt-2 grid gap-4 sm:grid-cols-2">
            {spare.map((id) => {
              const step = freshById.get(id)
              return step === undefined ? null : (
                <li key={id} aria-label={stepLabel(step)} className="rounded-card border border-line bg-surface p-4">
                  <RecapturePicture label={stepLabel(step)} step={step} backendUrl={backendUrl} />
                  <div className="mt-3">
                    <Switch
                      label="Add as a step"
                      isOn={plan.addedIds.has(id)}
                      onChange={(isOn) => setPlan({ ...plan, addedIds: toggled(plan.addedIds, id, isOn) })}
                    />
                  </div>
                </li>
              )
            })}
          </ol>
        </section>
      )}
    </section>
  )
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof BackendError)) return error instanceof Error ? error.message : 'Try again.'
  if (error.kind === 'conflict') return 'Someone else changed the demo. Reload this page.'
  return `The steps were not replaced. ${failureHint(error) ?? error.message}`
}

function stepLabel({ order, title }: Step): string {
  return title ?? `Click ${order}`
}

function summaryOf(choices: readonly StepChoice[], added: number, toCheck: number): string {
  const count = (kind: StepChoice['kind']) => choices.filter((choice) => choice.kind === kind).length
  const parts = [
    [count('replace'), 'replaced'],
    [count('keep'), 'kept'],
    [count('delete'), 'deleted'],
    [added, 'added'],
  ].flatMap(([many, what]) => (many === 0 ? [] : [`${many} ${what}`]))
  return `${parts.join(', ')}.${toCheck === 0 ? '' : ` ${toCheck} ${toCheck === 1 ? 'picture' : 'pictures'} to check.`}`
}

function wordsFor(
  step: Step,
  choice: StepChoice | undefined,
  freshById: ReadonlyMap<string, Step>,
  clicks: RecaptureSources['clicks'],
) {
  const other = choice?.kind === 'replace' ? freshById.get(choice.from) : undefined
  return other === undefined ? null : newWords(step, other, clicks)
}

/** Replaces texts that nobody has edited. */
function unwrittenIds(
  { fresh, clicks }: RecaptureSources,
  range: readonly Step[],
  choices: ReadonlyMap<string, StepChoice>,
): ReadonlySet<string> {
  const freshById = new Map(fresh.steps.map((step) => [step.id, step]))
  const unwritten = range.filter(
    (step) => wordsFor(step, choices.get(step.id), freshById, clicks)?.isUnwritten === true,
  )
  return new Set(unwritten.map(({ id }) => id))
}

function toggled(ids: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  const others = [...ids].filter((other) => other !== id)
  return new Set(isOn ? [...others, id] : others)
}
