import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'

import { closeToast, currentToasts, holdToast, resumeToast, subscribeToToasts, takeToastAction } from './toast-store.ts'

/** The live region for toasts. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  return (
    <div
      role="status"
      aria-live="polite"
      aria-label="Notices"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(0.75rem+var(--bottom-bar,0px))] z-70 flex flex-col items-center gap-2 md:bottom-[calc(1rem+var(--bottom-bar,0px))]"
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          onPointerEnter={() => holdToast(toast)}
          onPointerLeave={() => resumeToast(toast)}
          onFocus={() => holdToast(toast)}
          onBlur={() => resumeToast(toast)}
          className="pointer-events-auto flex max-w-[32rem] min-w-0 max-sm:w-full animate-enter items-center gap-3 rounded-card bg-text py-2 pr-2 pl-4 text-sm text-page shadow-floating"
        >
          <span className="min-w-0 flex-1 py-1">{toast.text}</span>
          {toast.action === undefined ? null : (
            <button
              type="button"
              onClick={() => takeToastAction(toast)}
              className="rounded-control px-2 py-1 font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            aria-label="Dismiss"
            onClick={() => closeToast(toast)}
            className="flex size-7 items-center justify-center rounded-control opacity-70 hover:opacity-100 pointer-coarse:size-11"
          >
            <X size={14} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  )
}
