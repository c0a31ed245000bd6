import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A sentence in a box: a form's error, or information. */
export function Notice({
  tone,
  children,
}: {
  readonly tone: 'danger' | 'success' | 'plain'
  readonly children: ReactNode
}) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={clsx('rounded-control border px-3 py-2 text-sm', {
        'border-danger/40 bg-danger-soft text-text': tone === 'danger',
        'border-success/40 bg-success-soft text-text': tone === 'success',
        'border-line bg-sunken text-text': tone === 'plain',
      })}
    >
      {children}
    </div>
  )
}
