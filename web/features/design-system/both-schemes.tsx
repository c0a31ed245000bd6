import { useId, type ReactNode } from 'react'

/** Rendered once per colour scheme: tokens follow their element's scheme. */
export function BothSchemes({ title, children }: { readonly title: string; readonly children: () => ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl font-semibold">
        {title}
      </h2>
      <div className="grid gap-4 lg:grid-cols-2">
        {(['scheme-light', 'scheme-dark'] as const).map((scheme) => (
          <div
            key={scheme}
            className={`${scheme} flex min-w-0 flex-col gap-6 rounded-card border border-line bg-page p-5 text-text`}
          >
            {children()}
          </div>
        ))}
      </div>
    </section>
  )
}

/** A labelled row of variants. */
export function Variants({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="mb-2 text-xs text-muted">{name}</p>
      <div className="flex flex-wrap items-start gap-3">{children}</div>
    </div>
  )
}
