import type { ReactNode } from 'react'

export interface InboxProps {
  /** The threads. */
  readonly list: ReactNode
  /** On a phone either the list or the thread is shown. */
  readonly isThreadOpen: boolean
  readonly children: ReactNode
}

/** Threads at the left, the chosen one beside them; both fill the sheet. */
export function Inbox({ list, isThreadOpen, children }: InboxProps) {
  return (
    <div className="md:grid md:h-(--sheet-height) md:grid-cols-[284px_minmax(0,1fr)] md:overflow-hidden md:rounded-card">
      <div className={`min-h-0 flex-col border-line md:flex md:border-r ${isThreadOpen ? 'hidden' : 'flex'}`}>
        {list}
      </div>
      <div className={`min-w-0 md:block md:h-full md:min-h-0 ${isThreadOpen ? '' : 'hidden'}`}>{children}</div>
    </div>
  )
}
