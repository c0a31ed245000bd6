import { StepCloseUp, type PicturedStep } from './step-close-up.tsx'

export interface CoverThumbnailProps {
  /** An empty frame without one. */
  readonly step: PicturedStep | undefined
  readonly backendUrl: string
}

/** A step in a row, such as a demo's first one. */
export function CoverThumbnail({ step, backendUrl }: CoverThumbnailProps) {
  return (
    <span className="relative h-[30px] w-12 shrink-0 overflow-hidden rounded-[5px] bg-sunken shadow-[0_0_0_1px_var(--line)]">
      {step === undefined || backendUrl === '' ? null : (
        <StepCloseUp step={step} backendUrl={backendUrl} pixels={160} />
      )}
    </span>
  )
}
