import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'

import { whenIdle } from '../lib/when-idle.ts'
import { onFirstUse } from './on-first-use.tsx'

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
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>
  readonly entries: readonly MenuEntry[]
  readonly align?: 'start' | 'end'
  /** Gets the focus when it closes, instead of the button. */
  readonly returnTo?: RefObject<HTMLElement | null>
}

const MenuPopup = onFirstUse(async () => (await import('./menu-popup.tsx')).MenuPopup)

/** A button with a menu; the menu's code loads when idle or on approach. */
export function Menu({ trigger, entries, align = 'end', returnTo }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isByKey, setIsByKey] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  useEffect(() => whenIdle(MenuPopup.prefetch), [])

  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onPointerEnter: MenuPopup.prefetch,
        onFocus: MenuPopup.prefetch,
        onClick: (event) => {
          // Enter and Space arrive as a click without a pointer.
          setIsByKey(event.detail === 0)
          setIsOpen(!isOpen)
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setIsByKey(true)
          setIsOpen(true)
        },
      })}
      <MenuPopup
        anchor={anchor}
        returnTo={returnTo ?? anchor}
        entries={entries}
        align={align}
        isByKey={isByKey}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      />
    </>
  )
}
