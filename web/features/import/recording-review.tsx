import { clsx } from 'clsx'
import { useState } from 'react'

import type { Capture } from '#domain/capture.ts'
import { describeAction } from '#domain/describe-action.ts'
import { secretKinds, type FoundSecret, type SecretKind } from '#domain/found-secret.ts'

import { countOf } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { ReviewedCapture } from './reviewed-capture.tsx'
import { firstChoice, isReviewed, kindNames, type ReviewChoice } from './review-choice.ts'

export interface RecordingReviewProps {
  readonly captures: readonly Capture[]
  readonly onConfirm: (choice: ReviewChoice) => void
}

/** Shows what looks private in a recording, and actions folded into other steps, before it becomes a demo. */
export function RecordingReview({ captures, onConfirm }: RecordingReviewProps) {
  const [first] = useState(() => firstChoice(captures))
  const [choice, setChoice] = useState(first)
  const shown = captures.filter(isReviewed)
  const inDemo = captures.filter(({ id, isFolded }) => isFolded !== true || choice.addedIds.has(id))
  const redacted = inDemo.flatMap(({ id }) => choice.areas.get(id) ?? [])
  const proposed = inDemo.flatMap(({ id }) => first.areas.get(id) ?? [])
  const kinds = secretKinds.filter((kind) => proposed.some((area) => area.kind === kind))

  function setAreas(isWanted: (area: FoundSecret, captureId: string) => boolean): void {
    const areas = [...first.areas].map(([id, all]) => [id, all.filter((area) => isWanted(area, id))] as const)
    setChoice({ ...choice, areas: new Map(areas) })
  }

  const isRedacted = (area: FoundSecret, captureId: string) => choice.areas.get(captureId)?.includes(area) === true

  function toggleArea(changed: FoundSecret): void {
    setAreas((area, id) => (area === changed ? !isRedacted(area, id) : isRedacted(area, id)))
  }

  function toggleKind(kind: SecretKind, isWanted: boolean): void {
    setAreas((area, id) => (area.kind === kind ? isWanted : isRedacted(area, id)))
  }

  function toggleStep(id: string, isAdded: boolean): void {
    const addedIds = new Set([...choice.addedIds].filter((other) => other !== id))
    if (isAdded) addedIds.add(id)
    setChoice({ ...choice, addedIds })
  }

  function chooseOther(id: string, isOther: boolean): void {
    const otherIds = new Set([...choice.otherIds].filter((other) => other !== id))
    if (isOther) otherIds.add(id)
    setChoice({ ...choice, otherIds })
  }

  return (
    <section aria-labelledby="review-title" className="mx-auto max-w-4xl">
      <div className="sticky top-(--sheet-top) z-10 -mx-4 border-b border-line bg-surface px-4 pt-3 pb-3">
        <div className="flex items-center justify-between gap-4">
          <div className="min-w-0">
            <h1 id="review-title" className="text-xl font-semibold">
              Review the recording
            </h1>
            <p role="status" className="text-sm text-muted">
              {redacted.length === 0
                ? 'Nothing is redacted.'
                : `${countOf(redacted.length, 'area')} will be redacted. Click one to keep it. ` +
                  'Redacted steps are pictures: their texts can’t be edited or made anonymous.'}
            </p>
          </div>
          <Button tone="accent" size="page" onClick={() => onConfirm({ ...choice, isSeen: true })}>
            Create demo
          </Button>
        </div>
        {kinds.length === 0 ? null : (
          <div role="group" aria-label="Redact" className="mt-3 flex flex-wrap gap-1.5">
            {kinds.map((kind) => (
              <KindChip
                key={kind}
                kind={kind}
                all={proposed.filter((area) => area.kind === kind).length}
                chosen={redacted.filter((area) => area.kind === kind).length}
                onToggle={(isWanted) => toggleKind(kind, isWanted)}
              />
            ))}
          </div>
        )}
      </div>
      <ol className="divide-y divide-line">
        {shown.map((capture) => (
          <li key={capture.id} aria-label={describeAction(capture)} className="py-6">
            <ReviewedCapture
              capture={capture}
              proposed={first.areas.get(capture.id) ?? []}
              chosen={choice.areas.get(capture.id) ?? []}
              isAdded={choice.addedIds.has(capture.id)}
              isOther={choice.otherIds.has(capture.id)}
              onChooseOther={(isOther) => chooseOther(capture.id, isOther)}
              onToggleArea={toggleArea}
              onToggleStep={(isAdded) => toggleStep(capture.id, isAdded)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface KindChipProps {
  readonly kind: SecretKind
  readonly all: number
  readonly chosen: number
  readonly onToggle: (isWanted: boolean) => void
}

/** Redacts everything of one kind, or nothing. */
function KindChip({ kind, all, chosen, onToggle }: KindChipProps) {
  const isOn = chosen === all
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onToggle(!isOn)}
      className={clsx(
        'flex h-7 items-center gap-1.5 rounded-chip px-3 text-xs font-medium transition-colors duration-[120ms] pointer-coarse:h-11',
        isOn ? 'bg-text text-surface' : 'text-soft shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-hover',
      )}
    >
      {kindNames[kind]}
      <span className={clsx('tabular-nums', isOn ? 'opacity-75' : 'text-muted')}>
        {isOn ? all : `${chosen} of ${all}`}
      </span>
    </button>
  )
}
