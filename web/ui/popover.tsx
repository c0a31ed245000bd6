import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly title: string
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

/** A small non-modal sheet below its button. */
export function Popover({ trigger, title, align = 'end', children }: PopoverProps) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner align={align} sideOffset={6} collisionPadding={12} className="z-50">
          <BasePopover.Popup className="max-h-[min(24rem,70dvh)] w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-card bg-raised p-4 text-sm shadow-floating outline-none">
            <BasePopover.Title className="mb-2 text-sm font-semibold">{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
