import type { ReactNode } from 'react'

/** A keyboard key, shown beside what it does. */
export function Keycap({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-[18px] rounded-tiny px-1 text-center font-sans text-2xs font-medium text-muted shadow-[inset_0_0_0_1px_var(--line-strong)]">
      {children}
    </kbd>
  )
}
