import { ErrorState, type ErrorStateProps } from './error-state.tsx'
import { Wordmark } from './wordmark.tsx'

/** A full-page error: brand, what happened, what to do. */
export function ErrorPage(props: ErrorStateProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-6 p-4">
      <Wordmark />
      <ErrorState {...props} isBoxed />
    </main>
  )
}
