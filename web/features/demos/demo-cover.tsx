import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'

export interface DemoCoverProps {
  readonly demo: ListedDemo
  readonly backendUrl: string
  /** The number of active visits. */
  readonly watching: number
}

/** How long a step stays while the pointer is on the cover. */
const stepMs = 1_100

/** The first step; on hover, the first four play above their strip. Without hover, the strip is always visible. */
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

  return (
    <Link
      to={`/dashboard/demos/${demo.id}`}
      tabIndex={-1}
      aria-hidden
      onPointerEnter={play}
      onPointerLeave={stop}
      className="relative block aspect-8/5 overflow-hidden rounded-card bg-sunken shadow-[0_0_0_1px_var(--line)] transition-shadow duration-[120ms] group-hover:shadow-[0_0_0_1px_var(--line-strong),0_14px_32px_-14px_oklch(0.2_0.05_300/0.4)]"
    >
      {steps.slice(0, isPlaying ? undefined : 1).map((step, index) => (
        <img
          key={step.id}
          src={scaledImageAddress(backendUrl, step.screenshotUrl, 640)}
          alt=""
          loading="lazy"
          decoding="async"
          className={clsx(
            'absolute size-full object-cover object-left-top transition-opacity duration-[180ms]',
            index > shown && 'opacity-0',
          )}
        />
      ))}
      {steps.length < 2 ? null : (
        <span className="absolute inset-x-0 bottom-0 grid grid-cols-4 gap-1.5 bg-linear-to-b from-transparent to-[oklch(0.15_0.02_300/0.72)] px-2.5 pt-10 pb-2.5 opacity-0 transition-opacity duration-[120ms] group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
          {steps.map((step, index) => (
            <img
              key={step.id}
              src={scaledImageAddress(backendUrl, step.screenshotUrl, 240)}
              alt=""
              loading="lazy"
              decoding="async"
              className={clsx(
                'aspect-8/5 w-full rounded-[5px] object-cover object-left-top',
                index === shown
                  ? 'shadow-[0_0_0_2px_white,0_0_0_4px_var(--accent-fill)]'
                  : 'shadow-[0_0_0_1.5px_oklch(1_0_0/0.7)]',
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
