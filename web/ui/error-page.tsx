import { Button } from './button.tsx'
import type { ErrorStateProps } from './error-state.tsx'
import { Wordmark } from './wordmark.tsx'

/** A full-page error on an empty stage: what happened, what to do. The box is red, as the specification asks. */
export function ErrorPage({ title, text, onRetry, children }: ErrorStateProps) {
  return (
    <main className="stage flex min-h-dvh flex-col p-4 sm:p-8">
      <Wordmark />
      <div
        role="alert"
        className="m-auto flex w-full max-w-xl flex-col items-center rounded-[14px] border border-danger/50 bg-stage/50 px-6 py-12 text-center"
      >
        <svg width={120} height={76} viewBox="0 0 120 76" aria-hidden className="text-[oklch(0.78_0.06_82)]">
          <path
            d="M4 4h112v58H4zM4 14h112M44 62v10M76 62v10M34 72h52"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
          />
          <path d="M60 24v18M60 48v3" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
        </svg>
        <h2 className="mt-7 max-w-lg text-xl font-semibold text-balance">{title}</h2>
        {text === undefined ? null : <p className="mt-2 max-w-md text-md text-balance text-stage-muted">{text}</p>}
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          {onRetry === undefined ? null : (
            <Button size="page" onClick={onRetry}>
              Try again
            </Button>
          )}
          {children}
        </div>
      </div>
    </main>
  )
}
