import { clsx } from 'clsx'
import { useEffect, useState, useSyncExternalStore } from 'react'

import type { Redaction, RedactionKind } from '#domain/picture-edits.ts'
import type { PictureArea } from '#domain/step-look.ts'

import { loadOriginal } from '../../lib/picture-calls.ts'
import { AreaBox, areaStyle } from './area-box.tsx'
import type { CanvasLayerProps } from './canvas-layers.tsx'
import {
  burntEdits,
  changeRedaction,
  editsOf,
  isBurnt,
  removeRedaction,
  selectedRedaction,
  shownArea,
  showsOriginal,
  wholeArea,
} from './redact-edits.ts'
import type { StepPatch } from './unsaved.ts'

export const redactionNames = { solid: 'Solid', blur: 'Blur', pixelate: 'Pixelate' } as const satisfies Record<
  RedactionKind,
  string
>

/** The redactions: hatched until burnt into the picture, with handles while editing. */
export function RedactLayer({ state, dispatch, step, frame }: CanvasLayerProps) {
  const selectedId = useSyncExternalStore(selectedRedaction.subscribe, selectedRedaction.get)
  const burnt = burntEdits(state, step)
  const { areas, crop } = editsOf(step)
  const isEditing = state.section === 'redact'
  const selected = areas.find(({ id }) => id === selectedId) ?? areas.at(-1)
  const patch = (change: StepPatch) => dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: change } })
  const shown = areas.flatMap((area, index) => {
    const place = shownArea(area, burnt.crop)
    return place === null ? [] : [{ area, place, index, isDone: isBurnt(burnt, area) }]
  })
  return (
    <>
      {isEditing && burnt.areas.length > 0 ? (
        <Original key={step.screenshotUrl} stepId={step.id} crop={burnt.crop} />
      ) : null}
      {shown.map(({ area, place, index, isDone }) =>
        isEditing ? (
          <AreaBox
            key={area.id}
            area={place}
            frame={frame}
            label={`Redacted area ${index + 1}`}
            tag={redactionNames[area.kind]}
            isSelected={area.id === selected?.id}
            className={clsx(
              'pointer-events-auto! rounded-tiny outline-[1.5px] outline-offset-[-1px]',
              area.id === selected?.id ? 'outline-accent-fill' : 'outline-accent-fill/50 outline-dashed',
              !isDone && pendingClass(area),
            )}
            onChange={(moved) => patch(changeRedaction(step, area.id, wholeArea(moved, burnt.crop)))}
            onSelect={() => selectedRedaction.set(area.id)}
            onRemove={() => patch(removeRedaction(step, area.id))}
          />
        ) : isDone ? null : (
          <div
            key={area.id}
            aria-hidden
            style={areaStyle(place)}
            className={clsx('pointer-events-none absolute rounded-tiny', pendingClass(area))}
          />
        ),
      )}
      <CropShade kept={cropToCome(crop, burnt.crop)} />
    </>
  )
}

/** Hatched, so that it is visible on white; otherwise as it will look. */
function pendingClass({ kind }: Redaction): string {
  return clsx('hatched', kind === 'solid' ? 'bg-ink' : 'backdrop-blur-md')
}

/** The area that an unburnt crop will keep, in percent of the canvas. */
function cropToCome(crop: PictureArea | null, burnt: PictureArea | null): PictureArea | null {
  if (crop === null || JSON.stringify(crop) === JSON.stringify(burnt)) return null
  return shownArea(crop, burnt)
}

function CropShade({ kept }: { readonly kept: PictureArea | null }) {
  if (kept === null) return null
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden rounded-[inherit]">
      <div style={areaStyle(kept)} className="absolute shadow-[0_0_0_9999px_rgb(0_0_0/55%)]" />
    </div>
  )
}

/** Shown under the handles, to authors only. */
function Original({ stepId, crop }: { readonly stepId: string; readonly crop: PictureArea | null }) {
  const isShown = useSyncExternalStore(showsOriginal.subscribe, showsOriginal.get)
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!isShown) return
    let created: string | null = null
    let isGone = false
    void loadOriginal(stepId).then((blob) => {
      if (blob === null || isGone) return
      created = URL.createObjectURL(blob)
      setAddress(created)
    })
    return () => {
      isGone = true
      if (created !== null) URL.revokeObjectURL(created)
      setAddress(null)
    }
  }, [isShown, stepId])
  if (address === null) return null
  const { xPercent = 0, yPercent = 0, widthPercent = 100, heightPercent = 100 } = crop ?? {}
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden rounded-[inherit]">
      <img
        src={address}
        alt=""
        className="absolute max-w-none"
        style={{
          left: `${(-xPercent / widthPercent) * 100}%`,
          top: `${(-yPercent / heightPercent) * 100}%`,
          width: `${10_000 / widthPercent}%`,
          height: `${10_000 / heightPercent}%`,
        }}
      />
    </div>
  )
}
