import type { Step } from '#domain/demo.ts'
import type { PictureEdits } from '#domain/picture-edits.ts'
import type { PictureArea } from '#domain/step-look.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'

export interface RecapturePictureProps {
  readonly label: string
  readonly step: Step
  readonly backendUrl: string
  /** The edits to burn in. */
  readonly carried?: PictureEdits
}

/** A step's picture with its hotspot and the areas that will be hidden. */
export function RecapturePicture({ label, step, backendUrl, carried }: RecapturePictureProps) {
  const { width, height, hotspot, screenshotUrl } = step
  const crop = carried?.crop ?? null
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-xs text-muted">{label}</figcaption>
      <div
        className="relative overflow-hidden rounded-control bg-sunken shadow-[0_0_0_1px_var(--line-strong)]"
        style={{ aspectRatio: `${width ?? 16} / ${height ?? 10}` }}
      >
        <img
          src={scaledImageAddress(backendUrl, screenshotUrl, 960)}
          alt={step.alt ?? ''}
          className="absolute inset-0 size-full"
        />
        {carried?.areas.map((area) => (
          <span key={area.id} className="absolute bg-black/80 outline-2 outline-accent-fill" style={placeOf(area)} />
        ))}
        {crop === null ? null : (
          <span className="absolute shadow-[0_0_0_999px_rgb(0_0_0/0.55)]" style={placeOf(crop)} />
        )}
        {hotspot === null ? null : (
          <span
            className="absolute size-4 -translate-1/2 rounded-chip border-2 border-hotspot shadow-[0_0_0_1.5px_#fff]"
            style={{ left: `${hotspot.xPercent}%`, top: `${hotspot.yPercent}%` }}
          />
        )}
      </div>
    </figure>
  )
}

function placeOf({ xPercent, yPercent, widthPercent, heightPercent }: PictureArea) {
  return { left: `${xPercent}%`, top: `${yPercent}%`, width: `${widthPercent}%`, height: `${heightPercent}%` }
}
