import { Menu as BaseMenu } from '@base-ui/react/menu'
import { useRef, type RefObject } from 'react'

import type { MenuEntry } from './menu.tsx'
import { returnFocusTo } from './return-focus.ts'

export interface MenuPopupProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly returnTo: RefObject<HTMLElement | null>
  readonly entries: readonly MenuEntry[]
  readonly align: 'start' | 'end'
  /** Opened by a key: the first entry gets the focus, as the next key is likely meant for it. */
  readonly isByKey: boolean
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

export function MenuPopup({ anchor, returnTo, entries, align, isByKey, isOpen, onOpenChange }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseMenu.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner anchor={anchor} align={align} sideOffset={6} className="z-50 outline-none">
          <BaseMenu.Popup
            ref={popup}
            onFocus={({ target }) => {
              if (isByKey && target === popup.current) firstEntry(target)?.focus()
            }}
            finalFocus={returnFocusTo(returnTo)}
            className="max-h-[min(24rem,var(--available-height))] max-w-[min(22rem,var(--available-width))] min-w-52 animate-enter overflow-y-auto rounded-card bg-raised p-1 text-sm shadow-floating outline-none"
          >
            {entries.map((entry) => (
              <BaseMenu.Item
                key={entry.key}
                disabled={entry.disabled ?? false}
                onClick={entry.onSelect}
                className={`flex cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 outline-none select-none pointer-coarse:min-h-11 data-disabled:opacity-50 data-highlighted:bg-hover ${entry.tone === 'danger' ? 'text-danger' : ''}`}
              >
                {entry.icon}
                <span className="min-w-0">
                  <span className="block">{entry.label}</span>
                  {entry.hint === undefined ? null : (
                    <span className="line-clamp-2 text-xs text-muted">{entry.hint}</span>
                  )}
                </span>
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

function firstEntry(popup: HTMLElement): HTMLElement | null {
  return popup.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])')
}
