import { clsx } from 'clsx'

import type { LeadStatus } from '#domain/lead.ts'

import { statusName } from './lead-texts.ts'

const dots: Readonly<Record<LeadStatus, string>> = {
  new: 'bg-accent',
  open: 'bg-chart-2',
  won: 'bg-success-fill',
  lost: 'border-[1.5px] border-control',
  spam: 'border-[1.5px] border-control',
}

/** A status as a coloured dot and its word; a ring for lost leads and spam. */
export function LeadStatusMark({ status }: { readonly status: LeadStatus }) {
  const isOver = status === 'lost' || status === 'spam'
  return (
    <span
      className={clsx('flex shrink-0 items-center gap-1.5 text-xs font-medium', isOver ? 'text-muted' : 'text-soft')}
    >
      <span aria-hidden className={clsx('size-[7px] shrink-0 rounded-chip', dots[status])} />
      {statusName(status)}
    </span>
  )
}
