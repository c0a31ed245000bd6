import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'

import type { Capture } from '#domain/capture.ts'
import { describeAction } from '#domain/describe-action.ts'
import type { FoundSecret } from '#domain/found-secret.ts'

import { askExtension } from '../../lib/extension-client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { hasTwoPictures, kindNames } from './review-choice.ts'

interface ReviewedCaptureProps {
  readonly capture: Capture
  readonly proposed: readonly FoundSecret[]
  readonly chosen: readonly FoundSecret[]
  readonly isAdded: boolean
  readonly isOther: boolean
  readonly onChooseOther: (isOther: boolean) => void
  readonly onToggleArea: (area: FoundSecret) => void
  readonly onToggleStep: (isAdded: boolean) => void
}

/** A recorded picture with the areas that look private. */
export function ReviewedCapture({
  capture,
  proposed,
  chosen,
  isAdded,
  isOther,
  onChooseOther,
  onToggleArea,
  onToggleStep,
}: ReviewedCaptureProps) {
  const picture = useQuery({
    queryKey: ['recorded-picture', capture.id, isOther],
    queryFn: async () => (await askExtension({ type: 'read-capture-image', captureId: capture.id, isOther })).dataUrl,
    gcTime: 0,
    staleTime: Infinity,
  })
  const isFolded = capture.isFolded === true
  const isShown = !isFolded || isAdded
  return (
    <>
      <header className="flex items-baseline justify-between gap-4">
        <h2 className="min-w-0 truncate font-semibold">{describeAction(capture)}</h2>
        {!isShown || proposed.length === 0 ? null : (
          <span className="shrink-0 text-xs text-muted tabular-nums">
            {chosen.length} of {proposed.length} redacted
          </span>
        )}
      </header>
      {isFolded ? (
        <div className="mt-2">
          <Switch label="Add as a step" hint="The next step shows its result." isOn={isAdded} onChange={onToggleStep} />
        </div>
      ) : null}
      {hasTwoPictures(capture) ? (
        <div className="mt-2">
          <PictureChoice capture={capture} isOther={isOther} onChoose={onChooseOther} />
        </div>
      ) : null}
      {isShown && capture.isPartlySearched === true ? (
        <div className="mt-2">
          <Notice tone="plain">
            Not all of this page was searched for private data. Check the picture; you can redact more in the editor.
          </Notice>
        </div>
      ) : null}
      {isShown ? (
        <div
          className="relative mt-3 overflow-hidden rounded-card bg-sunken shadow-[0_0_0_1px_var(--line-strong)]"
          style={{ aspectRatio: `${capture.viewport.width} / ${capture.viewport.height}` }}
        >
          {picture.data === undefined ? null : (
            <img src={picture.data} alt={`Screenshot of “${capture.title}”`} className="absolute inset-0 size-full" />
          )}
          {proposed.map((area, index) => (
            <AreaButton
              key={`${area.xPercent} ${area.yPercent} ${area.kind}`}
              area={area}
              name={`Redact ${kindNames[area.kind].toLowerCase()} ${index + 1}`}
              isChosen={chosen.includes(area)}
              onToggle={() => onToggleArea(area)}
            />
          ))}
        </div>
      ) : null}
      {picture.isError ? (
        <p role="alert" className="mt-2 text-sm text-danger">
          The picture could not be read.{' '}
          <Button tone="quiet" onClick={() => void picture.refetch()}>
            Try again
          </Button>
        </p>
      ) : null}
    </>
  )
}

interface AreaButtonProps {
  readonly area: FoundSecret
  readonly name: string
  readonly isChosen: boolean
  readonly onToggle: () => void
}

/** Filled as it will be redacted, or outlined if it stays. Its click target is taller than the area. */
function AreaButton({ area, name, isChosen, onToggle }: AreaButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={name}
      title={kindNames[area.kind]}
      onClick={onToggle}
      className={clsx(
        'absolute cursor-pointer rounded-[3px] transition-colors duration-[120ms] before:absolute before:-inset-1.5 focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-accent pointer-coarse:before:-inset-3',
        isChosen
          ? 'bg-ink shadow-[0_0_0_1px_oklch(1_0_0/0.5)] hover:bg-ink-hover'
          : 'bg-accent/10 outline-2 outline-offset-1 outline-accent outline-dashed',
      )}
      style={{
        left: `${area.xPercent}%`,
        top: `${area.yPercent}%`,
        width: `${area.widthPercent}%`,
        height: `${area.heightPercent}%`,
      }}
    />
  )
}
