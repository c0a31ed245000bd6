import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Skeleton } from './skeleton.tsx'
import { Wordmark } from './wordmark.tsx'

/** The frame of the sign-in pages. */
export function SignInLayout(props: { readonly title: string; readonly text: string; readonly children: ReactNode }) {
  return (
    <SignInFrame>
      <h1 className="text-2xl font-semibold">{props.title}</h1>
      <p className="mt-2 mb-6 text-muted">{props.text}</p>
      {props.children}
    </SignInFrame>
  )
}

/** Skeleton of the sign-in layout. */
export function SignInSkeleton({ label }: { readonly label: string }) {
  return (
    <SignInFrame>
      <div role="status" aria-label={label}>
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="mt-3 mb-7 h-5 w-full" />
        <FormSkeleton />
      </div>
    </SignInFrame>
  )
}

/** One field and its button. */
export function FormSkeleton() {
  return (
    <>
      <Skeleton className="h-4 w-20" />
      <Skeleton className="mt-1.5 h-10 pointer-coarse:h-11" />
      <Skeleton className="mt-4 h-10 pointer-coarse:h-11" />
    </>
  )
}

function SignInFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="p-4 sm:p-6">
        <Link
          to="/"
          aria-label="Understudy, home"
          className="inline-flex rounded-control pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          <Wordmark />
        </Link>
      </header>
      <main className="flex flex-1 items-start justify-center px-4 pt-[8dvh] pb-16">
        <div className="w-full max-w-[25rem]">{children}</div>
      </main>
    </div>
  )
}
