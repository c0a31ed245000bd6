import { clsx } from 'clsx'

import type { Step } from '#domain/demo.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import type { FunnelStep } from './analytics-report.ts'
import { ChartSection } from './chart-section.tsx'
import { basisText, countText, durationText, percentText, shareText } from '../../lib/figure-text.ts'
import { FigureTable } from './figure-table.tsx'
import { RateBar } from './rate-bar.tsx'

export interface StepFunnelProps {
  readonly funnel: readonly FunnelStep[]
  /** The demo's steps, for thumbnails; without one a number is shown. */
  readonly steps: readonly Step[]
  readonly backendUrl: string
  readonly selectedId: string | null
  readonly onSelect: (stepId: string) => void
}

/** How many visits saw each step, and how many of those went no further. Choosing a step shows its clicks. */
export function StepFunnel({ funnel, steps, backendUrl, selectedId, onSelect }: StepFunnelProps) {
  const byId = new Map(steps.map((step) => [step.id, step]))
  return (
    <ChartSection
      title="Step funnel"
      text="Share of visits that saw each step, with its 95% interval."
      table={
        <FigureTable
          label="Steps"
          columns={['Step', 'Seen', 'Of visits', 'Share', 'Exits', 'Exit rate', 'Time spent']}
          rows={funnel.map((step) => ({
            key: step.step_id,
            cells: [
              stepName(step),
              countText(step.reached.hits),
              countText(step.reached.n),
              shareText(step.reached),
              countText(step.left_here.hits),
              shareText(step.left_here),
              durationText(secondsEach(step)),
            ],
          }))}
        />
      }
    >
      <ol className="flex flex-col gap-1">
        {funnel.map((step, index) => (
          <li key={step.step_id}>
            <button
              type="button"
              aria-pressed={step.step_id === selectedId}
              aria-label={`Show clicks on step ${step.step_order}${step.title === null ? '' : `: ${step.title}`}`}
              aria-describedby={`funnel-${step.step_id}`}
              onClick={() => onSelect(step.step_id)}
              className={clsx(
                'flex w-full items-center gap-3 rounded-control p-2 text-left transition-colors duration-[120ms] hover:bg-sunken',
                step.step_id === selectedId && 'bg-accent-soft',
              )}
            >
              <StepPicture step={byId.get(step.step_id)} order={step.step_order} backendUrl={backendUrl} />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="min-w-0 text-sm font-medium wrap-anywhere">{stepName(step)}</span>
                  <span className="text-sm font-semibold tabular-nums">{percentText(step.reached.rate)}</span>
                </span>
                <span className="my-1 block">
                  <RateBar rate={step.reached} />
                </span>
                <span id={`funnel-${step.step_id}`} className="block text-xs text-muted tabular-nums">
                  {basisText(step.reached)}
                  {index === funnel.length - 1 ? '' : ` · ${leftText(step)}`}
                  {step.views === 0 ? '' : ` · ${durationText(secondsEach(step))} per view`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </ChartSection>
  )
}

/** The step's first picture as a thumbnail, or its number in sample data. */
function StepPicture(props: { readonly step: Step | undefined; readonly order: number; readonly backendUrl: string }) {
  const { step, order, backendUrl } = props
  return (
    <span className="relative flex aspect-16/10 w-16 shrink-0 items-center justify-center overflow-hidden rounded-[4px] border border-line bg-sunken text-sm font-medium text-muted tabular-nums sm:w-24">
      {step === undefined || backendUrl === '' ? (
        order
      ) : (
        <img
          src={scaledImageAddress(backendUrl, step.screenshotUrl, 240)}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover object-top"
        />
      )}
    </span>
  )
}

export function stepName(step: Pick<FunnelStep, 'step_order' | 'title'>): string {
  return step.title === null || step.title === '' ? `Step ${step.step_order}` : `${step.step_order}. ${step.title}`
}

function leftText({ left_here: left }: FunnelStep): string {
  if (left.n === 0) return 'no exits'
  return `${countText(left.hits)} left here: ${shareText(left)}`
}

function secondsEach(step: FunnelStep): number | null {
  return step.views === 0 ? null : step.seconds / step.views
}
