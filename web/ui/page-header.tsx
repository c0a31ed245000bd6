import type { ReactNode } from 'react'

/** Title on the left, the page's one primary action on the right. */
export function PageHeader(props: { readonly title: string; readonly text?: string; readonly children?: ReactNode }) {
  return (
    <header className="mb-[18px] flex min-h-9 flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h1 dir="auto" className="text-left text-xl font-semibold wrap-anywhere max-sm:text-[1.375rem]">
          {props.title}
        </h1>
        {props.text === undefined ? null : <p className="mt-0.5 text-sm text-muted">{props.text}</p>}
      </div>
      {props.children}
    </header>
  )
}

export function PageBody({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[1160px] px-4 pt-[18px] pb-8 text-sm sm:px-8 sm:pt-[26px] sm:pb-10">
      {children}
    </div>
  )
}
