import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Wordmark } from '../ui/wordmark.tsx'

/** A page to read, such as the terms. */
export function ReadingLayout(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <header className="mx-auto max-w-2xl p-4">
        <Link to="/" aria-label="Understudy, home" className="inline-flex rounded-control py-2">
          <Wordmark />
        </Link>
      </header>
      <main className="mx-auto flex max-w-2xl flex-col gap-4 px-4 pt-6 pb-16 [&_h2]:mt-4 [&_h2]:text-lg [&_h2]:font-semibold">
        <h1 className="text-2xl font-semibold">{props.title}</h1>
        {props.children}
      </main>
    </div>
  )
}
