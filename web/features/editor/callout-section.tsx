import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react'

import type { CalloutSide } from '#domain/step-look.ts'

import { SegmentRow } from './inspector-rows.tsx'
import type { StepSectionProps } from './inspector-sections.tsx'

const sides = [
  { value: 'auto', label: 'Auto' },
  { value: 'left', label: 'Left', icon: <ChevronLeft size={14} aria-hidden /> },
  { value: 'right', label: 'Right', icon: <ChevronRight size={14} aria-hidden /> },
  { value: 'above', label: 'Above', icon: <ChevronUp size={14} aria-hidden /> },
  { value: 'below', label: 'Below', icon: <ChevronDown size={14} aria-hidden /> },
] as const satisfies readonly { value: CalloutSide; label: string; icon?: unknown }[]

export function CalloutSection({ step, dispatch }: StepSectionProps) {
  return (
    <SegmentRow<CalloutSide>
      label="Side"
      value={step.look.calloutSide}
      options={sides}
      onChange={(calloutSide) =>
        dispatch({
          type: 'edit',
          edit: { type: 'step', id: step.id, patch: { look: { ...step.look, calloutSide } } },
        })
      }
    />
  )
}

export function calloutValue({ step }: StepSectionProps): string {
  return sides.find(({ value }) => value === step.look.calloutSide)?.label ?? ''
}
