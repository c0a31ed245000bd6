import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'

import { PanelIcon } from './panel-icon.tsx'

export interface PanelMenuItem {
  readonly label: string
  /** Language of the label, if it isn't the panel's. */
  readonly lang?: string
  readonly icon?: Parameters<typeof PanelIcon>[0]['name']
  readonly onChoose: () => void
}

interface PanelMenuProps {
  readonly label: string
  readonly icon: 'plus' | 'more'
  /** Where the list opens, relative to the button. */
  readonly side: 'above' | 'below'
  readonly items: readonly PanelMenuItem[]
}

/** A button with a short list of actions: arrow keys move, Escape closes only the list. */
export function PanelMenu({ label, icon, side, items }: PanelMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()

  useEffect(() => {
    if (!isOpen) return
    itemsOf(root.current)[0]?.focus()
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node && root.current?.contains(target) === true)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const buttons = itemsOf(root.current)
    const at = buttons.findIndex((each) => each === document.activeElement)
    const move = moves[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setIsOpen(false)
    else if (move !== undefined) buttons.at(move(at, buttons.length))?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={`us-agent-menu us-agent-menu-${side}`} ref={root} onKeyDown={handleKeyDown}>
      <button
        ref={button}
        type="button"
        className="us-agent-icon"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <PanelIcon name={icon} />
      </button>
      {isOpen && (
        <div id={listId} className="us-agent-menu-list" role="menu" aria-label={label}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              lang={item.lang}
              onClick={() => {
                close()
                item.onChoose()
              }}
            >
              {item.icon !== undefined && <PanelIcon name={item.icon} />}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at) => (at <= 0 ? -1 : at - 1),
  Home: () => 0,
  End: () => -1,
}

function itemsOf(root: HTMLElement | null): readonly HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}
