import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { useId } from 'react'

export interface SwitchProps {
  readonly label: string
  readonly hint?: string
  readonly isOn: boolean
  readonly disabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Switch({ label, hint, isOn, disabled = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4 pointer-coarse:min-h-11">
      <div>
        <span id={id} className="block text-sm font-medium">
          {label}
        </span>
        {hint === undefined ? null : <span className="block text-xs text-muted">{hint}</span>}
      </div>
      <BaseSwitch.Root
        aria-labelledby={id}
        checked={isOn}
        disabled={disabled}
        onCheckedChange={onChange}
        className="relative flex h-4 w-7 shrink-0 rounded-chip bg-control p-0.5 transition-colors duration-[120ms] before:absolute before:-inset-2 data-checked:bg-accent-fill data-disabled:opacity-50 pointer-coarse:h-6 pointer-coarse:w-10 pointer-coarse:before:-inset-2.5"
      >
        <BaseSwitch.Thumb className="size-3 rounded-chip bg-white transition-transform duration-[120ms] data-checked:translate-x-3 pointer-coarse:size-5 pointer-coarse:data-checked:translate-x-4" />
      </BaseSwitch.Root>
    </div>
  )
}
