import { clsx } from 'clsx'

import type { Step } from '#domain/demo.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'

export interface StepPictureProps {
  /** Without one, its number is shown. */
  readonly step: Pick<Step, 'screenshotUrl' | 'hotspot'> | undefined
  readonly order: number
  readonly backendUrl: string
  /** The file's size in pixels. */
  readonly width: number
  readonly className: string
}

/** The part of a step's picture around its hotspot. The step's name is shown next to it. */
export function StepPicture({ step, order, backendUrl, width, className }: StepPictureProps) {
  if (step === undefined || backendUrl === '') {
    return (
      <span
        aria-hidden
        className={clsx('flex items-start justify-center bg-surface pt-3 text-xs text-muted tabular-nums', className)}
      >
        {order}
      </span>
    )
  }
  return (
    <img
      src={scaledImageAddress(backendUrl, step.screenshotUrl, width)}
      alt=""
      decoding="async"
      style={{ objectPosition: `${step.hotspot?.xPercent ?? 0}% 0` }}
      className={clsx('block max-w-none object-cover', className)}
    />
  )
}
