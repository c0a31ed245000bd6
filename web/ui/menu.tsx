import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'

export interface MenuEntry {
  readonly key: string
  readonly label: string
  readonly hint?: string
  readonly icon?: ReactNode
  readonly tone?: 'plain' | 'danger'
  readonly disabled?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly entries: readonly MenuEntry[]
  readonly align?: 'start' | 'end'
}

export function Menu({ trigger, entries, align = 'end' }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align={align} sideOffset={6} className="z-50 outline-none">
          <BaseMenu.Popup className="min-w-52 animate-enter rounded-card border border-line bg-surface p-1 text-sm shadow-floating outline-none">
            {entries.map((entry) => (
              <BaseMenu.Item
                key={entry.key}
                disabled={entry.disabled ?? false}
                onClick={entry.onSelect}
                className={`flex cursor-default items-center gap-3 rounded-control px-3 py-2 outline-none select-none pointer-coarse:min-h-11 data-disabled:opacity-50 data-highlighted:bg-sunken ${entry.tone === 'danger' ? 'text-danger' : ''}`}
              >
                {entry.icon}
                <span>
                  <span className="block">{entry.label}</span>
                  {entry.hint === undefined ? null : <span className="block text-xs text-muted">{entry.hint}</span>}
                </span>
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
