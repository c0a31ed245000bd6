import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type ChipTone = 'plain' | 'accent' | 'success' | 'spot'

const tones: Readonly<Record<ChipTone, string>> = {
  plain: 'text-soft shadow-[inset_0_0_0_1px_var(--line)]',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-success-soft text-success',
  spot: 'bg-spot-soft text-spot-text',
}

/** A short label for a state. */
export function Chip({ tone = 'plain', children }: { readonly tone?: ChipTone; readonly children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-[22px] shrink-0 items-center gap-1 rounded-chip px-2 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
