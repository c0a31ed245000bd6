import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { SignInStage } from './sign-in-stage.tsx'
import { Skeleton } from './skeleton.tsx'
import { Wordmark } from './wordmark.tsx'

/** The frame of the sign-in pages. */
export function SignInLayout(props: { readonly title: string; readonly text: string; readonly children: ReactNode }) {
  return (
    <SignInFrame>
      <h1 className="text-xl font-semibold">{props.title}</h1>
      <p className="mt-1 mb-6 text-sm text-muted">{props.text}</p>
      {props.children}
    </SignInFrame>
  )
}

/** Skeleton of the sign-in layout. */
export function SignInSkeleton({ label }: { readonly label: string }) {
  return (
    <SignInFrame>
      <div role="status" aria-label={label}>
        <Skeleton className="h-8 w-3/5" />
        <Skeleton className="mt-1 mb-6 h-5 w-full" />
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
    <div className="min-h-dvh bg-surface lg:flex lg:p-2">
      {/* A long form covers the stage instead of moving it. */}
      <div className="flex min-w-0 flex-1 flex-col bg-surface max-lg:relative max-lg:z-1 max-lg:min-h-[calc(100dvh-17rem)]">
        <header className="p-4 sm:p-6">
          <Link
            to="/"
            aria-label="Understudy, home"
            className="inline-flex rounded-control pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            <Wordmark />
          </Link>
        </header>
        <main className="flex flex-1 items-start justify-center px-4 pt-[8dvh] pb-10 lg:pt-[10dvh] lg:pb-16">
          <div className="w-full max-w-[22.5rem]">{children}</div>
        </main>
      </div>
      <SignInStage />
    </div>
  )
}
