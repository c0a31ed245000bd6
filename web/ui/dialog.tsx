import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { IconButton } from './icon-button.tsx'
import { useOpener } from './use-opener.ts'

export interface DialogProps {
  readonly title: string
  readonly description?: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** False for a question that must be answered, such as signing in again. */
  readonly canClose?: boolean
  /** 480 px for forms, 864 and 1040 for wide content. */
  readonly width?: keyof typeof widths
  readonly children: ReactNode
}

const widths = {
  form: 'sm:w-[min(30rem,calc(100vw-2rem))]',
  wide: 'sm:w-[min(54rem,calc(100vw-2rem))]',
  sheet: 'sm:w-[min(65rem,calc(100vw-2rem))]',
} as const

/** A centred modal; on a phone a sheet at the bottom. */
export function Dialog({
  title,
  description,
  isOpen,
  onOpenChange,
  canClose = true,
  width = 'form',
  children,
}: DialogProps) {
  const opener = useOpener(isOpen)
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => (open || canClose) && onOpenChange(open)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-[180ms] data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          finalFocus={() => (opener?.isConnected === true ? opener : true)}
          className={clsx(
            'fixed inset-x-0 bottom-0 z-50 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-t-dialog bg-raised p-5 shadow-floating transition duration-[180ms] data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 sm:inset-x-auto sm:top-[12dvh] sm:bottom-auto sm:left-1/2 sm:max-h-[80dvh] sm:-translate-x-1/2 sm:rounded-dialog',
            widths[width],
          )}
        >
          <div className="mb-4 flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <BaseDialog.Title className="text-base font-semibold">{title}</BaseDialog.Title>
              {description === undefined ? null : (
                <BaseDialog.Description className="mt-1 text-sm text-muted">{description}</BaseDialog.Description>
              )}
            </div>
            {canClose ? (
              <BaseDialog.Close
                render={
                  <IconButton label="Close" className="-mt-1 -mr-1 pointer-coarse:-mt-2.5 pointer-coarse:-mr-2.5">
                    <X size={16} aria-hidden />
                  </IconButton>
                }
              />
            ) : null}
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
