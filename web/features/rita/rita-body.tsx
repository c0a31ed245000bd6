import type { ReactNode } from 'react'

/** The content of Rita's pages, under their head. */
export function RitaBody({ children }: { readonly children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[1160px] px-4 pt-5 pb-10 text-sm sm:px-6">{children}</div>
}
