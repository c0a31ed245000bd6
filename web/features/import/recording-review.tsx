import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Capture } from '#domain/capture.ts'
import { describeAction } from '#domain/describe-action.ts'
import type { FoundSecret, SecretKind } from '#domain/found-secret.ts'

import { askExtension } from '../../lib/extension-client.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { firstChoice, hasTwoPictures, isReviewed, proposedAreas, type ReviewChoice } from './review-choice.ts'

const kindNames = {
  email: 'Email address',
  phone: 'Phone number',
  number: 'Account or card number',
  key: 'Key or password',
  field: 'Private field',
  rule: 'Workspace rule',
} as const satisfies Record<SecretKind, string>

export interface RecordingReviewProps {
  readonly captures: readonly Capture[]
  readonly onConfirm: (choice: ReviewChoice) => void
}

/** What looks private in a recording, and what was folded into other steps, before it becomes a demo. */
export function RecordingReview({ captures, onConfirm }: RecordingReviewProps) {
  const [choice, setChoice] = useState(() => firstChoice(captures))
  const shown = captures.filter(isReviewed)
  const areaCount = [...choice.areas]
    .filter(([id]) =>
      captures.some((capture) => capture.id === id && (capture.isFolded !== true || choice.addedIds.has(id))),
    )
    .reduce((sum, [, areas]) => sum + areas.length, 0)

  function toggleArea(capture: Capture, area: FoundSecret): void {
    const chosen = choice.areas.get(capture.id) ?? []
    const next = chosen.includes(area) ? chosen.filter((other) => other !== area) : [...chosen, area]
    setChoice({ ...choice, areas: new Map([...choice.areas, [capture.id, next]]) })
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
    <section aria-labelledby="review-title">
      <div className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-3 bg-surface py-3">
        <div>
          <h1 id="review-title" className="text-xl font-semibold">
            Review the recording
          </h1>
          <p className="text-sm text-muted">
            {areaCount === 0
              ? 'Nothing is redacted.'
              : `${areaCount} ${areaCount === 1 ? 'area' : 'areas'} will be redacted.`}
          </p>
        </div>
        <Button tone="accent" size="page" onClick={() => onConfirm(choice)}>
          Create demo
        </Button>
      </div>
      <ol className="mt-4 flex flex-col gap-6">
        {shown.map((capture) => (
          <li key={capture.id} aria-label={describeAction(capture)}>
            <ReviewedCapture
              capture={capture}
              chosen={choice.areas.get(capture.id) ?? []}
              isAdded={choice.addedIds.has(capture.id)}
              isOther={choice.otherIds.has(capture.id)}
              onChooseOther={(isOther) => chooseOther(capture.id, isOther)}
              onToggleArea={(area) => toggleArea(capture, area)}
              onToggleStep={(isAdded) => toggleStep(capture.id, isAdded)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ReviewedCaptureProps {
  readonly capture: Capture
  readonly chosen: readonly FoundSecret[]
  readonly isAdded: boolean
  readonly isOther: boolean
  readonly onChooseOther: (isOther: boolean) => void
  readonly onToggleArea: (area: FoundSecret) => void
  readonly onToggleStep: (isAdded: boolean) => void
}

function ReviewedCapture(props: ReviewedCaptureProps) {
  const { capture, chosen, isAdded, isOther, onToggleArea, onToggleStep, onChooseOther } = props
  const [proposed] = useState(() => (chosen.length > 0 ? chosen : proposedAreas(capture)))
  const picture = useQuery({
    queryKey: ['recorded-picture', capture.id, isOther],
    queryFn: async () => (await askExtension({ type: 'read-capture-image', captureId: capture.id, isOther })).dataUrl,
    gcTime: 0,
    staleTime: Infinity,
  })
  const isFolded = capture.isFolded === true
  return (
    <article className="rounded-card border border-line bg-surface p-4">
      <h2 className="mb-3 text-sm font-semibold">{describeAction(capture)}</h2>
      {isFolded ? (
        <Switch label="Add as a step" hint="The next step shows its result." isOn={isAdded} onChange={onToggleStep} />
      ) : null}
      {hasTwoPictures(capture) ? <PictureChoice capture={capture} isOther={isOther} onChoose={onChooseOther} /> : null}
      {isFolded && !isAdded ? null : (
        <div
          className="relative mt-3 overflow-hidden rounded-control border border-line bg-sunken"
          style={{ aspectRatio: `${capture.viewport.width} / ${capture.viewport.height}` }}
        >
          {picture.data === undefined ? null : (
            <img src={picture.data} alt={`Screenshot of “${capture.title}”`} className="absolute inset-0 size-full" />
          )}
          {proposed.map((area, index) => (
            <button
              key={`${area.xPercent} ${area.yPercent} ${area.kind}`}
              type="button"
              aria-pressed={chosen.includes(area)}
              aria-label={`Redact ${kindNames[area.kind].toLowerCase()} ${index + 1}`}
              title={kindNames[area.kind]}
              className="absolute cursor-pointer outline-2 outline-offset-1 outline-accent-fill aria-pressed:bg-black/80 focus-visible:outline-4"
              style={{
                left: `${area.xPercent}%`,
                top: `${area.yPercent}%`,
                width: `${area.widthPercent}%`,
                height: `${area.heightPercent}%`,
              }}
              onClick={() => onToggleArea(area)}
            />
          ))}
        </div>
      )}
      {picture.isError ? (
        <p role="alert" className="mt-2 text-sm text-danger">
          The picture could not be read.{' '}
          <Button tone="quiet" onClick={() => void picture.refetch()}>
            Try again
          </Button>
        </p>
      ) : null}
    </article>
  )
}
