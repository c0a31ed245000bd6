import { Hand } from 'lucide-react'

import type { Ring } from '../../lib/live-calls.ts'
import { Button } from '../../ui/button.tsx'

export interface RingCardProps {
  readonly ring: Ring
  readonly title: string
  readonly isBusy: boolean
  readonly onTake: () => void
  readonly onDismiss: () => void
}

export function RingCard({ ring, title, isBusy, onTake, onDismiss }: RingCardProps) {
  return (
    <article className="pointer-events-auto w-[22rem] max-w-full animate-enter rounded-card border border-line bg-surface p-4 text-sm shadow-floating">
      <h2 className="flex items-start gap-2.5 font-semibold">
        <span
          aria-hidden
          className="mt-1.5 size-2 shrink-0 rounded-chip bg-spot ring-4 ring-spot/30 motion-safe:animate-pulse"
        />
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {title}
        </span>
      </h2>
      {ring.reason === '' ? null : (
        <p dir="auto" className="mt-1.5 line-clamp-3 pl-4.5 text-left wrap-anywhere text-muted">
          “{ring.reason}”
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2 pl-4.5">
        <Button tone="accent" icon={<Hand size={16} aria-hidden />} disabled={isBusy} onClick={onTake}>
          Take over
        </Button>
        <Button tone="quiet" onClick={onDismiss}>
          Not now
        </Button>
        {ring.step === null ? null : <span className="ml-auto text-xs text-muted">Step {ring.step}</span>}
      </div>
    </article>
  )
}
