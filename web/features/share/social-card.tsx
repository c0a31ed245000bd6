import { Play } from 'lucide-react'

import type { Step } from '#domain/demo.ts'
import { coverLength } from '#domain/player-texts.ts'

import { useBackendUrl } from '../../lib/demo-queries.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'

export interface SocialCardProps {
  /** Undefined while it loads. */
  readonly name: string | undefined
  readonly description: string | null
  readonly steps: readonly Step[]
}

/** The link preview in chats and emails. */
export function SocialCard({ name, description, steps }: SocialCardProps) {
  const backendUrl = useBackendUrl()
  const [first] = steps
  return (
    <figure
      aria-label="Preview of the link"
      className="overflow-hidden rounded-[12px] bg-white text-[#17121f] shadow-[0_20px_60px_oklch(0_0_0/0.5)]"
    >
      <div className="relative aspect-[1200/630] overflow-hidden bg-[#f1eff4]">
        {first === undefined ? null : (
          <img
            src={scaledImageAddress(backendUrl, first.screenshotUrl, 720)}
            alt=""
            className="size-full object-cover object-top"
          />
        )}
        <span className="absolute inset-0 bg-linear-to-b from-transparent from-50% to-[oklch(0.15_0.02_300/0.5)]" />
        <span className="absolute inset-0 m-auto grid size-16 place-items-center rounded-chip bg-[oklch(0.17_0.02_300/0.9)] text-white">
          <Play size={24} fill="currentColor" aria-hidden />
        </span>
      </div>
      <figcaption className="px-3.5 pt-2.5 pb-3">
        <span className="block text-xs text-[#5b5566]">{window.location.host}</span>
        <span className="line-clamp-1 text-base font-semibold wrap-anywhere">{name ?? '\u00a0'}</span>
        <span className="line-clamp-1 text-xs text-[#5b5566] wrap-anywhere">
          {description ?? coverLength(steps.length)}
        </span>
      </figcaption>
    </figure>
  )
}
