import type { ReactNode } from 'react'

import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'

export interface SetupFrameProps {
  readonly title: string
  /** From 0. */
  readonly step: number
  readonly count: number
  readonly isBusy: boolean
  readonly canGoOn: boolean
  readonly problem: { readonly text: string; readonly hint: string | undefined } | null
  /** How to leave: "Skip for now", or "Close" once it was set up. */
  readonly leaveLabel: string
  readonly onLeave: () => void
  /** Null on the first step. */
  readonly onBack: (() => void) | null
  readonly onNext: () => void
  readonly children: ReactNode
  readonly aside?: ReactNode
}

/** The full-screen wizard (spec §2, §4): a progress bar, Back, and Next Step or Complete Setup. */
export function SetupFrame(props: SetupFrameProps) {
  const isLast = props.step === props.count - 1
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <header className="flex h-16 items-center gap-4 px-4 sm:px-8">
        <Wordmark />
        <Button tone="quiet" size="form" className="-mr-4 ml-auto" onClick={props.onLeave}>
          {props.leaveLabel}
        </Button>
      </header>
      <div className="px-4 sm:px-8">
        <Progress label={`Step ${props.step + 1} of ${props.count}`} value={props.step + 1} max={props.count} />
      </div>
      <div className="mx-auto flex w-full max-w-[1320px] flex-1 gap-10 px-4 pt-6 sm:px-8 sm:py-8">
        <main className="mx-auto flex w-full max-w-xl flex-col">
          <form
            noValidate
            className="flex flex-1 flex-col"
            onSubmit={(event) => {
              event.preventDefault()
              if (props.canGoOn && !props.isBusy) props.onNext()
            }}
          >
            <p className="text-sm text-muted tabular-nums">
              Step {props.step + 1} of {props.count}
            </p>
            <h1 className="mt-1 mb-6 text-xl font-semibold">{props.title}</h1>
            <div className="flex flex-col gap-5 max-sm:pb-5 max-sm:[&_*]:scroll-mb-24">
              {props.problem === null ? null : (
                <Notice tone="danger">
                  <strong className="font-semibold">{props.problem.text}</strong>
                  {props.problem.hint === undefined ? null : <span className="mt-0.5 block">{props.problem.hint}</span>}
                </Notice>
              )}
              {props.children}
            </div>
            {/* On phones at the bottom, where the thumb is. */}
            <div className="flex justify-between gap-3 max-sm:sticky max-sm:bottom-0 max-sm:z-20 max-sm:-mx-4 max-sm:mt-auto max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(12px,env(safe-area-inset-bottom))] sm:mt-8">
              {props.onBack === null ? (
                <span className="max-sm:hidden" />
              ) : (
                <Button size="form" disabled={props.isBusy} onClick={props.onBack}>
                  Back
                </Button>
              )}
              <Button
                tone="accent"
                size="form"
                type="submit"
                className="max-sm:flex-1"
                disabled={props.isBusy || !props.canGoOn}
              >
                {props.isBusy ? 'Processing...' : isLast ? 'Complete Setup' : 'Next Step'}
              </Button>
            </div>
          </form>
        </main>
        {props.aside === undefined ? null : <div className="hidden w-[36rem] shrink-0 xl:block">{props.aside}</div>}
      </div>
    </div>
  )
}
