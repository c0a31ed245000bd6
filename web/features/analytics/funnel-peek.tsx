import { skipToken, useQuery } from '@tanstack/react-query'
import { CircleHelp, Clock, Monitor, Smartphone, Tablet, type LucideIcon } from 'lucide-react'

import { basisText, countText, durationText } from '../../lib/figure-text.ts'
import { stepExitsQuery, type ReportRequest, type StepExits } from './analytics-calls.ts'
import type { FunnelStep } from './analytics-report.ts'
import { secondsEach } from './step-name.ts'

export interface FunnelPeekProps {
  readonly step: FunnelStep
  /** Its edge, in percent of the funnel. */
  readonly place: { readonly left?: string; readonly right?: string }
  readonly isLast: boolean
  /** Null for the sample. */
  readonly request: (ReportRequest & { readonly demoId: string }) | null
}

/** A step's figures with their basis, while its picture is hovered. The button has the same text. */
export function FunnelPeek({ step, place, isLast, request }: FunnelPeekProps) {
  const left = step.left_here
  const wanted = request === null || left.hits === 0 || isLast ? null : { ...request, stepId: step.step_id }
  const query = stepExitsQuery(wanted ?? nothing)
  const exits = useQuery(wanted === null ? { ...query, queryFn: skipToken } : query).data
  return (
    <div
      aria-hidden
      style={place}
      className="pointer-events-none absolute top-2 z-10 mx-1.5 w-72 animate-enter rounded-[12px] bg-raised px-3.5 py-2.5 text-sm shadow-floating"
    >
      <p className="flex items-baseline gap-2 font-semibold">
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {step.step_order} · {step.title ?? `Step ${step.step_order}`}
        </span>
        <span className="shrink-0 text-xs font-normal text-muted tabular-nums">{basisText(step.reached)}</span>
      </p>
      {left.n === 0 || isLast ? null : (
        <p className="flex items-baseline gap-2">
          <span className="text-xl font-semibold tracking-[-0.02em] text-danger tabular-nums">
            {left.hits === 0 ? '0' : `−${countText(left.hits)}`}
          </span>
          <span className="text-muted">left here</span>
        </p>
      )}
      <ul className="mt-1.5 [&>li]:flex [&>li]:h-7 [&>li]:items-center [&>li]:gap-2 [&>li]:border-t [&>li]:border-line [&>li]:text-xs">
        {exits === undefined ? null : <Exits exits={exits} />}
        <li>
          <Clock size={14} className="shrink-0 text-muted" />
          Time per view
          <span className="ml-auto text-muted tabular-nums">{durationText(secondsEach(step))}</span>
        </li>
      </ul>
    </div>
  )
}

/** A query that never runs. */
const nothing = {
  workspaceId: '',
  demoId: '',
  stepId: '',
  link: null,
  traffic: 'human',
  version: null,
  period: { from: '', to: '' },
} as const

/** The questions and devices of visits that ended here. */
function Exits({ exits }: { readonly exits: StepExits }) {
  const [device] = exits.devices
  const look = device === undefined ? undefined : deviceLooks[device.device]
  return (
    <>
      {exits.questions.map(({ text, talks }) => (
        <li key={text}>
          <CircleHelp size={14} className="shrink-0 text-muted" />
          <span dir="auto" className="min-w-0 truncate text-left">
            “{text}”
          </span>
          <span className="ml-auto shrink-0 text-muted tabular-nums">{countText(talks)} asked</span>
        </li>
      ))}
      {device === undefined || look === undefined ? null : (
        <li>
          <look.icon size={14} className="shrink-0 text-muted" />
          {look.text}
          <span className="ml-auto text-muted tabular-nums">{countText(device.visits)}</span>
        </li>
      )}
    </>
  )
}

const deviceLooks: Readonly<Record<string, { readonly text: string; readonly icon: LucideIcon }>> = {
  desktop: { text: 'On desktop', icon: Monitor },
  phone: { text: 'On a phone', icon: Smartphone },
  tablet: { text: 'On a tablet', icon: Tablet },
}
