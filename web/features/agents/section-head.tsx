import { ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import { countText } from '../../lib/figure-text.ts'

export interface PanelSectionProps {
  readonly title: string
  readonly count?: number | string | undefined
  /** At the right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A section of an agent's page: title, count, actions and the list. */
export function PanelSection({ title, count, aside, children }: PanelSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 py-1">
        <h2 id={id} className="text-base font-semibold tracking-tight">
          {title}
        </h2>
        {count === undefined ? null : (
          <span className="text-sm text-muted tabular-nums">
            {typeof count === 'number' ? countText(count) : count}
          </span>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-1">{aside}</span>
      </div>
      {children}
    </section>
  )
}

export interface FoldedSectionProps {
  readonly title: string
  /** A summary of the fields inside, shown while it is closed. */
  readonly value: string
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A part of a long form: a row with its title and value that opens the fields. */
export function FoldedSection({ title, value, isOpen = false, children }: FoldedSectionProps) {
  return (
    <details open={isOpen} className="group border-b border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2.5 rounded-control -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden
          className="shrink-0 text-muted transition-transform duration-[120ms] group-open:rotate-90"
        />
        <h2 className="shrink-0 text-base font-semibold tracking-tight">{title}</h2>
        <span dir="auto" className="ml-auto min-w-0 truncate pr-2 text-left text-muted group-open:hidden">
          {value}
        </span>
      </summary>
      <div className="pt-1 pb-6">{children}</div>
    </details>
  )
}

/** Shown in place of an empty list. */
export function NothingYet({ children }: { readonly children: ReactNode }) {
  return <p className="border-y border-line py-4 text-sm text-muted">{children}</p>
}

/** A small label: grey, amber for what needs the author, green for what is live. */
export function Chip({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'warm' | 'good' | 'bad'
  readonly children: ReactNode
}) {
  const look = {
    plain: 'border border-line text-text',
    warm: 'bg-spot-soft text-warning',
    good: 'bg-success-soft text-success',
    bad: 'bg-danger-soft text-danger',
  }[tone]
  return (
    <span
      className={`inline-flex h-5.5 shrink-0 items-center gap-1 rounded-chip px-2 text-xs font-medium tabular-nums ${look}`}
    >
      {children}
    </span>
  )
}

/** The source of an answer. */
export function SourceChip({ icon, children }: { readonly icon?: ReactNode; readonly children: ReactNode }) {
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-control bg-sunken px-2 text-xs text-text">
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}

export function Keys({ children }: { readonly children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-[4px] border border-line bg-sunken px-1 font-sans text-xs text-muted">
      {children}
    </kbd>
  )
}
