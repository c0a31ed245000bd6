import { basisText, countText, durationText } from '../../lib/figure-text.ts'
import type { ReportRequest } from './analytics-calls.ts'
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

/** A step's figures with their basis, while its picture is pointed at. The button says the same. */
export function FunnelPeek({ step, place, isLast, request }: FunnelPeekProps) {
  const left = step.left_here
  void request
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
      <p className="mt-1.5 flex border-t border-line pt-1.5 text-xs">
        Time per view
        <span className="ml-auto text-muted tabular-nums">{durationText(secondsEach(step))}</span>
      </p>
    </div>
  )
}
