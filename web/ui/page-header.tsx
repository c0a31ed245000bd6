import type { ReactNode } from 'react'

/** Title at the left, the page's one primary action at the right. */
export function PageHeader(props: { readonly title: string; readonly text?: string; readonly children?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h1 dir="auto" className="text-left text-xl font-semibold wrap-anywhere">
          {props.title}
        </h1>
        {props.text === undefined ? null : <p className="mt-0.5 text-muted">{props.text}</p>}
      </div>
      {props.children}
    </header>
  )
}

export function PageBody({ children }: { readonly children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[1200px] px-4 py-6 sm:px-8 sm:py-8">{children}</div>
}
