import { clsx } from 'clsx'

export type StepMark = 'seen' | 'asked' | 'booked' | 'now' | 'unseen'

export interface StepTick {
  readonly stepId: string
  readonly mark: StepMark
}

const looks: Readonly<Record<StepMark, string>> = {
  seen: 'bg-chart-1',
  asked: 'bg-spot',
  booked: 'bg-success-fill',
  now: 'bg-spot',
  unseen: 'bg-line-strong',
}

/** A demo's steps as a row of ticks; the more steps, the thinner. */
export function StepTrack({ ticks, label }: { readonly ticks: readonly StepTick[]; readonly label: string }) {
  return (
    <span role="img" aria-label={label} className="flex w-full max-w-30 gap-px sm:gap-0.5">
      {ticks.slice(0, ticksMax).map(({ stepId, mark }) => (
        <span key={stepId} className={clsx('h-1.5 max-w-[13px] min-w-px flex-1 rounded-[2px]', looks[mark])} />
      ))}
    </span>
  )
}

/** With more steps, ticks would be thinner than a pixel. */
const ticksMax = 60
