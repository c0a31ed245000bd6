import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { memo, useId } from 'react'

import type { Step } from '#domain/demo.ts'

import { scaledImageAddress } from '../../lib/image-address.ts'
import { Row, valueClass } from './inspector-rows.tsx'

export interface StepPickerProps {
  readonly label: string
  readonly steps: readonly Step[]
  readonly backendUrl: string
  /** The id of a step; null means the next one. */
  readonly value: string | null
  readonly onChange: (stepId: string | null) => void
}

/** Picks a link's target step by its picture. Memoized on the steps, because there may be hundreds. */
export const StepPicker = memo(function StepPicker({ label, steps, backendUrl, value, onChange }: StepPickerProps) {
  const id = useId()
  const chosen = steps.find((step) => step.id === value)
  return (
    <Row label={label} id={id}>
      {/* The page's policy allows no style elements. */}
      <CSPProvider disableStyleElements>
        <Select.Root
          value={chosen?.id ?? nextStep}
          onValueChange={(wanted) => onChange(wanted === nextStep ? null : wanted)}
        >
          <Select.Trigger
            aria-labelledby={`${id} ${id}-value`}
            className={`${valueClass} flex items-center gap-2 text-left data-popup-open:bg-hover`}
          >
            <span id={`${id}-value`} className="min-w-0 flex-1 truncate tabular-nums">
              {chosen === undefined ? 'Next step' : stepLabel(chosen)}
            </span>
            <Select.Icon className="text-muted">
              <ChevronDown size={14} aria-hidden />
            </Select.Icon>
          </Select.Trigger>
          <Select.Portal>
            <Select.Positioner
              sideOffset={4}
              align="end"
              alignItemWithTrigger={false}
              collisionPadding={8}
              className="z-50 outline-none"
            >
              <Select.Popup className="max-h-[min(24rem,var(--available-height))] w-72 max-w-[calc(100vw-1rem)] animate-enter overflow-y-auto rounded-card bg-raised p-1 text-sm shadow-floating outline-none">
                <Choice value={nextStep} name="Next step" />
                {steps.map((step) => (
                  <Choice
                    key={step.id}
                    value={step.id}
                    name={stepLabel(step)}
                    picture={backendUrl === '' ? undefined : scaledImageAddress(backendUrl, step.screenshotUrl, 320)}
                  />
                ))}
              </Select.Popup>
            </Select.Positioner>
          </Select.Portal>
        </Select.Root>
      </CSPProvider>
    </Row>
  )
})

interface ChoiceProps {
  readonly value: string
  readonly name: string
  readonly picture?: string | undefined
}

function Choice({ value, name, picture }: ChoiceProps) {
  return (
    <Select.Item
      value={value}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2 py-1 outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
    >
      {picture === undefined ? null : (
        <img
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          className="h-8.5 w-13.5 shrink-0 rounded-tiny bg-sunken object-cover object-top ring ring-line"
        />
      )}
      <Select.ItemText className="min-w-0 flex-1 truncate tabular-nums">{name}</Select.ItemText>
      <Select.ItemIndicator className="text-accent-text">
        <Check size={14} aria-hidden />
      </Select.ItemIndicator>
    </Select.Item>
  )
}

const nextStep = 'next'

function stepLabel({ order, title }: Step): string {
  return title === null || title.trim() === '' ? `Step ${order}` : `Step ${order}: ${title}`
}
