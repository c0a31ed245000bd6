import { Progress as BaseProgress } from '@base-ui/react/progress'

export function Progress({
  label,
  value,
  max,
}: {
  readonly label: string
  readonly value: number
  readonly max: number
}) {
  return (
    <BaseProgress.Root value={value} max={max} aria-label={label} className="w-full">
      <BaseProgress.Track className="h-1.5 overflow-hidden rounded-chip bg-line">
        <BaseProgress.Indicator className="h-full rounded-chip bg-accent transition-[width] duration-[180ms]" />
      </BaseProgress.Track>
    </BaseProgress.Root>
  )
}
