import { clsx } from 'clsx'
import { useRef, useState, type ReactNode } from 'react'

import type { FormField, FormOutcome } from '../lib/submit.ts'
import { Button, type ButtonTone } from './button.tsx'
import { FormProblem } from './form-problem.tsx'
import { actionLinkClass } from './text-link.ts'
import { Captcha, useCaptchaWidget } from './captcha.tsx'

export interface CallFormProps {
  readonly submitLabel: string
  readonly busyLabel: string
  /** `link`: a secondary action, as a link. */
  readonly tone?: ButtonTone | 'link'
  /** Shows the captcha if the server requires one. */
  readonly isCaptchaAsked?: boolean
  /** Puts the button beside the first field. */
  readonly isInline?: boolean
  /** Temporarily disabled; the label says why. */
  readonly isWaiting?: boolean
  /** The form reports missing fields itself, in the specification's words. */
  readonly noValidate?: boolean
  readonly onSubmit: (form: FormData, captchaToken: string | undefined) => Promise<FormOutcome>
  /** Renders the fields; `problemOf` returns a field's problem. Input survives a failure. */
  readonly children: (problemOf: (field: FormField) => string | undefined) => ReactNode
}

/** A form for one call: shows progress, then success or the problem at its field. */
export function CallForm(props: CallFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<FormOutcome>()
  const [isBusy, setIsBusy] = useState(false)
  const widget = useCaptchaWidget(props.isCaptchaAsked === true)
  const [captchaToken, setCaptchaToken] = useState<string>()
  const [captchaRound, setCaptchaRound] = useState(1)

  async function handleSubmit(data: FormData): Promise<void> {
    if (isBusy || props.isWaiting === true) return
    if (widget !== null && captchaToken === undefined) {
      setOutcome({ ok: false, text: 'Human check required.', hint: 'Complete the check above the button.' })
      return
    }
    setIsBusy(true)
    setOutcome(undefined)
    const result = await props.onSubmit(data, captchaToken)
    setIsBusy(false)
    setOutcome(result)
    // A token is good for one call.
    setCaptchaToken(undefined)
    setCaptchaRound((round) => round + 1)
    if (!result.ok && result.field !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${result.field}"]`)?.focus()
    }
  }

  const failure = outcome === undefined || outcome.ok ? undefined : outcome
  const atField = failure?.hint === undefined ? undefined : failure.field
  const isInline = props.isInline === true
  return (
    <form
      ref={form}
      noValidate={props.noValidate}
      // The browser names the wrong field, so the last refusal no longer applies.
      onInvalidCapture={() => setOutcome(undefined)}
      className={clsx('flex flex-col gap-4', isInline && 'sm:flex-row sm:flex-wrap sm:items-start sm:gap-x-2')}
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit(new FormData(event.currentTarget))
      }}
    >
      {failure === undefined ? null : (
        <div className="basis-full">
          <FormProblem text={failure.text} hint={atField === undefined ? failure.hint : undefined} />
        </div>
      )}
      {props.children((field) => (field === atField ? failure?.hint : undefined))}
      {widget === null ? null : <Captcha key={captchaRound} widget={widget} onToken={setCaptchaToken} />}
      {props.tone === 'link' ? (
        <button type="submit" aria-disabled={isBusy || props.isWaiting} className={`${actionLinkClass} self-start`}>
          {isBusy ? props.busyLabel : props.submitLabel}
        </button>
      ) : (
        <Button
          tone={props.tone ?? 'accent'}
          size="form"
          type="submit"
          aria-disabled={isBusy || props.isWaiting}
          className={clsx('w-full', isInline && 'sm:mt-6')}
        >
          {isBusy ? props.busyLabel : props.submitLabel}
        </Button>
      )}
    </form>
  )
}
