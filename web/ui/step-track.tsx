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

/** The steps of a demo as a row of ticks; thinner the more there are. */
export function StepTrack({ ticks, label }: { readonly ticks: readonly StepTick[]; readonly label: string }) {
  return (
    <span role="img" aria-label={label} className="flex w-full max-w-30 gap-px sm:gap-0.5">
      {ticks.slice(0, ticksMost).map(({ stepId, mark }) => (
        <span key={stepId} className={clsx('h-1.5 max-w-[13px] min-w-px flex-1 rounded-[2px]', looks[mark])} />
      ))}
    </span>
  )
}

/** More would be thinner than a pixel. */
const ticksMost = 60
