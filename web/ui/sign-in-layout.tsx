import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { SignInStage } from './sign-in-stage.tsx'
import { Skeleton } from './skeleton.tsx'
import { Wordmark } from './wordmark.tsx'

export interface SignInLayoutProps {
  readonly title: string
  readonly text?: string
  /** Shows the product beside the form, on pages where people decide whether to sign in. */
  readonly hasStage?: boolean
  readonly children: ReactNode
}

/** The frame of the sign-in pages. */
export function SignInLayout({ title, text, hasStage, children }: SignInLayoutProps) {
  return (
    <SignInFrame hasStage={hasStage === true}>
      <h1 className="text-2xl/9 font-semibold break-words">{title}</h1>
      {text === undefined ? null : <p className="mt-2 text-sm text-muted">{text}</p>}
      <div className={text === undefined ? 'mt-2' : 'mt-6'}>{children}</div>
    </SignInFrame>
  )
}

export function SignInSkeleton({ label, hasStage }: { readonly label: string; readonly hasStage?: boolean }) {
  return (
    <SignInFrame hasStage={hasStage === true}>
      <div role="status" aria-label={label}>
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="mt-2 mb-6 h-5 w-full" />
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

function SignInFrame({ hasStage, children }: { readonly hasStage: boolean; readonly children: ReactNode }) {
  return (
    <div className={clsx('min-h-dvh', hasStage ? 'bg-surface lg:flex lg:p-2' : 'flex bg-page')}>
      <div
        className={clsx(
          'flex min-w-0 flex-1 flex-col',
          // A long form covers the stage instead of moving it.
          hasStage && 'bg-surface max-lg:relative max-lg:z-1 max-lg:min-h-[calc(100dvh-17rem)]',
        )}
      >
        <header className="p-4 sm:p-6">
          <Link
            to="/"
            aria-label="Understudy, home"
            className="inline-flex rounded-control pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            <Wordmark />
          </Link>
        </header>
        {/* As much space below as the header takes above. */}
        <main className="flex flex-1 items-center justify-center px-4 pt-2 pb-18">
          <div className={clsx('w-full', hasStage ? 'max-w-[22.5rem]' : 'max-w-[25rem]')}>{children}</div>
        </main>
      </div>
      {hasStage ? <SignInStage /> : null}
    </div>
  )
}
