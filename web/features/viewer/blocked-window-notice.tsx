import { X } from 'lucide-react'

import { IconButton } from '../../ui/icon-button.tsx'
import { presenterAddress } from './presentation-windows.ts'

interface BlockedWindowNoticeProps {
  readonly demoId: string
  readonly room: string
  readonly onClose: () => void
}

/** Explains a blocked window; links the author clicks are never blocked. */
export function BlockedWindowNotice({ demoId, room, onClose }: BlockedWindowNoticeProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-3xl items-center gap-3 rounded-control border border-danger/40 bg-danger-soft py-1 pr-1 pl-3 text-sm text-text"
    >
      <p className="min-w-0 flex-1">
        Your browser blocked the presenter window. Allow pop-up windows for this site and try again, or{' '}
        <a
          href={presenterAddress(demoId, room)}
          target="_blank"
          onClick={onClose}
          className="font-medium text-accent-text underline underline-offset-4"
        >
          open it in a tab
        </a>
        .
      </p>
      <IconButton label="Dismiss" onClick={onClose}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
