import type { ReactNode } from 'react'

/** A key, shown where it works. */
export function Keycap({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-[18px] rounded-tiny px-1 text-center font-sans text-2xs font-medium text-muted shadow-[inset_0_0_0_1px_var(--line-strong)]">
      {children}
    </kbd>
  )
}
