import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import type { ListedDemo, Step } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { stepCrop } from '../../lib/step-crop.ts'
import { StepCloseUp } from '../../ui/step-close-up.tsx'

export interface DemoCoverProps {
  readonly demo: ListedDemo
  readonly backendUrl: string
  /** The number of active visits. */
  readonly watching: number
}

/** How long a step stays while the pointer is on the cover. */
const stepMs = 1_100
/** Covers show whole pictures: at their size, what a demo is about counts more than one button. */
const whole = 1

/**
 * A window on a stage with the first step; the stage is lit while the demo is active. On hover, the first four steps
 * play above their strip. Without hover, the strip is always visible.
 */
export function DemoCover({ demo, backendUrl, watching }: DemoCoverProps) {
  const steps = backendUrl === '' ? [] : demo.steps.slice(0, limits.cardPreviewSteps)
  const [isPlaying, setIsPlaying] = useState(false)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (!isPlaying || steps.length < 2) return
    const timer = setInterval(() => setShown((index) => (index + 1) % steps.length), stepMs)
    return () => clearInterval(timer)
  }, [isPlaying, steps.length])

  function play(event: React.PointerEvent): void {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (event.pointerType === 'mouse' && !isCalm) setIsPlaying(true)
  }

  function stop(): void {
    setIsPlaying(false)
    setShown(0)
  }

  const current = steps[shown]
  return (
    <Link
      to={`/dashboard/demos/${demo.id}`}
      tabIndex={-1}
      aria-hidden
      data-lit={demo.status === 'active' || undefined}
      onPointerEnter={play}
      onPointerLeave={stop}
      className="cover-stage relative block aspect-8/5 overflow-hidden rounded-card shadow-[inset_0_0_0_1px_var(--hover)] [@media(hover:none)]:aspect-5/4"
    >
      {steps.length === 0 ? null : (
        <span className="absolute inset-0 m-auto block aspect-8/5 w-[86%] overflow-hidden rounded-[8px] bg-raised shadow-[0_0_0_1px_oklch(0.2_0.05_300/0.1),0_2px_4px_oklch(0.2_0.05_300/0.08),0_18px_36px_-12px_oklch(0.2_0.08_295/0.45)] transition-transform duration-[180ms] ease-out motion-safe:group-hover:-translate-y-[3%] [@media(hover:none)]:top-[6.5%] [@media(hover:none)]:mt-0">
          {steps.slice(0, isPlaying ? undefined : 1).map((step, index) => (
            <span key={step.id} className={clsx('transition-opacity duration-[180ms]', index > shown && 'opacity-0')}>
              <StepCloseUp step={step} backendUrl={backendUrl} pixels={480} densePixels={960} enlarged={whole} />
            </span>
          ))}
          {isPlaying && current !== undefined ? <CoverMark step={current} /> : null}
        </span>
      )}
      {steps.length < 2 ? null : (
        <span className="absolute inset-x-0 bottom-0 grid grid-cols-4 gap-1.5 bg-linear-to-b from-transparent to-[oklch(0.15_0.02_300/0.78)] px-[7%] pt-12 pb-2.5 opacity-0 transition-opacity duration-[120ms] group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:bg-none [@media(hover:none)]:pt-0 [@media(hover:none)]:opacity-100">
          {steps.map((step, index) => (
            <img
              key={step.id}
              src={scaledImageAddress(backendUrl, step.screenshotUrl, 240)}
              alt=""
              loading="lazy"
              decoding="async"
              className={clsx(
                'aspect-8/5 w-full rounded-[5px] object-cover object-left-top',
                index === shown ? 'shadow-[0_0_0_2px_var(--accent)]' : 'shadow-[0_0_0_1px_oklch(0.2_0.05_300/0.14)]',
              )}
            />
          ))}
        </span>
      )}
      {watching === 0 ? null : (
        <span className="absolute bottom-2.5 left-2.5 flex h-6 items-center gap-2 rounded-chip bg-[oklch(0.17_0.02_300/0.9)] px-2.5 text-xs font-medium text-[oklch(0.9_0.1_80)] tabular-nums transition-opacity duration-[120ms] group-focus-within:opacity-0 group-hover:opacity-0 [@media(hover:none)]:top-2.5 [@media(hover:none)]:bottom-auto [@media(hover:none)]:opacity-100!">
          <span className="size-[7px] rounded-chip bg-spot ring-3 ring-spot/30" />
          {watching} watching
        </span>
      )}
    </Link>
  )
}

/** Glides from step to step while they play. */
function CoverMark({ step }: { readonly step: Step }) {
  const { mark } = stepCrop(step, whole)
  if (mark === null) return null
  return (
    <span
      style={{ left: `${mark.left}%`, top: `${mark.top}%` }}
      className="absolute -mt-2.5 -ml-2.5 size-5 rounded-chip border-[2.5px] border-hotspot shadow-[0_0_0_1.5px_white,inset_0_0_0_1.5px_white] transition-[left,top] duration-[240ms] ease-out"
    />
  )
}
