import { Link } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { FadedPicture } from '../../ui/faded-picture.tsx'
import { initialsOf } from '#domain/initials.ts'
import type { LiveVisitor } from './hero-calls.ts'

export interface HeroPictureProps {
  readonly live: LiveVisitor | null
  /** Shown while nobody is online. */
  readonly demo: ListedDemo | undefined
  readonly backendUrl: string
}

/** The highlighted picture: the step a visitor sees right now, else the demo's first one. */
export function HeroPicture({ live, demo, backendUrl }: HeroPictureProps) {
  const step = live?.step ?? null
  const picture = step?.screenshot_url ?? demo?.steps[0]?.screenshotUrl
  if (picture === undefined) return null
  const to =
    live === null
      ? `/dashboard/demos/${demo?.id ?? ''}`
      : live.conversationId === null
        ? `/dashboard/demos/${live.demoId}/analytics`
        : `/dashboard/conversations/${live.conversationId}`
  return (
    <Link
      to={to}
      aria-label={live === null ? (demo?.name ?? '') : undefined}
      className="relative mx-5 mt-4 block aspect-8/5 self-end overflow-hidden rounded-t-card shadow-[0_-1px_0_oklch(1_0_0/0.4),0_0_90px_oklch(0.86_0.13_80/0.24)] sm:mt-[42px] sm:mr-9 sm:ml-4 sm:aspect-auto sm:h-[284px] lg:ml-13"
    >
      {backendUrl === '' ? null : (
        <span className="relative block min-h-full bg-white/6">
          <FadedPicture src={scaledImageAddress(backendUrl, picture, 1280)} decoding="async" className="block w-full">
            {step === null || step.click_x === null || step.click_y === null ? null : (
              <span
                className="absolute size-8 -translate-1/2 rounded-chip border-3 border-spot shadow-[0_0_0_1.5px_#fff,0_0_0_9px_oklch(0.82_0.15_75/0.25)]"
                style={{ left: `${step.click_x}%`, top: `${step.click_y}%` }}
              />
            )}
          </FadedPicture>
        </span>
      )}
      {live === null ? null : (
        <span className="absolute bottom-4 left-4 flex h-9 max-w-[calc(100%-2rem)] items-center gap-2 rounded-chip bg-[oklch(0.17_0.02_300/0.93)] pr-3.5 pl-1.5 font-medium text-stage-text shadow-[0_8px_24px_oklch(0_0_0/0.35)]">
          <span className="flex size-6 shrink-0 items-center justify-center rounded-chip bg-spot-face text-2xs font-semibold text-on-spot-face">
            {live.name === null ? '?' : initialsOf(live.name)}
          </span>
          <span className="truncate">
            {liveText(live)}
            <span className="ml-2 text-xs font-normal text-stage-muted max-sm:hidden">{live.demoName}</span>
          </span>
        </span>
      )}
    </Link>
  )
}

function liveText({ name, step }: LiveVisitor): string {
  const who = name ?? 'Somebody'
  return step === null ? `${who} is here` : `${who} is on step ${step.order}`
}
