import type { Step } from '#domain/demo.ts'

import { scaledImageAddress } from '../lib/image-address.ts'
import { stepCrop } from '../lib/step-crop.ts'
import { FadedPicture } from './faded-picture.tsx'

export type PicturedStep = Pick<Step, 'screenshotUrl' | 'width' | 'height' | 'hotspot'>

export interface StepCloseUpProps {
  readonly step: PicturedStep
  readonly backendUrl: string
  /** The widest copy to load, in pixels. */
  readonly pixels: number
  /** The widest copy for high-density screens; the same if absent. */
  readonly densePixels?: number
  /** 1 for the whole width; a close-up if absent. */
  readonly enlarged?: number
}

/** A step's picture close to its hotspot. Fills a positioned 8:5 frame that clips. */
export function StepCloseUp({ step, backendUrl, pixels, densePixels, enlarged }: StepCloseUpProps) {
  const { width, left, top } = stepCrop(step, enlarged)
  const address = scaledImageAddress(backendUrl, step.screenshotUrl, pixels)
  const dense = scaledImageAddress(backendUrl, step.screenshotUrl, densePixels ?? pixels)
  return (
    <FadedPicture
      src={address}
      // External pictures have one size, and their addresses may contain spaces.
      srcSet={dense === address ? undefined : `${address}, ${dense} 2x`}
      loading="lazy"
      decoding="async"
      style={{ width: `${width}%`, left: `${left}%`, top: `${top}%` }}
      className="absolute max-w-none"
    />
  )
}
