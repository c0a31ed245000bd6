import { Columns2, Waypoints } from 'lucide-react'
import { useId } from 'react'

import type { HeaderSlotProps } from './editor-header-slots.tsx'

const views = [
  { value: 'steps', label: 'Steps', Icon: Columns2 },
  { value: 'paths', label: 'Paths', Icon: Waypoints },
] as const

/** Switches between one step and the map of all paths. */
export function PathsTabs({ context }: HeaderSlotProps) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label="View"
      className="flex rounded-control bg-sunken p-0.5 inset-ring inset-ring-line"
    >
      {views.map(({ value, label, Icon }) => (
        <label
          key={value}
          className="relative flex h-6 cursor-pointer items-center justify-center gap-1.5 rounded-tiny px-2.5 text-sm font-medium text-muted has-checked:bg-raised has-checked:text-text has-checked:shadow-raised has-checked:ring has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:h-10 pointer-coarse:min-w-11"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={context.state.view === value}
            onChange={() => context.dispatch({ type: 'show-view', view: value })}
            className="absolute inset-0 cursor-pointer appearance-none rounded-tiny"
          />
          <Icon size={14} aria-hidden />
          <span className="max-sm:sr-only">{label}</span>
        </label>
      ))}
    </div>
  )
}
