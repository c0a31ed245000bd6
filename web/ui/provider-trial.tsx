import { useRef, useState, type ReactNode, type RefObject } from 'react'

import type { Outcome } from '../lib/submit.ts'
import { FormProblem } from './form-problem.tsx'
import { Notice } from './notice.tsx'

interface TrialSaid {
  readonly ok: boolean
  readonly text: string
}

/** Tests of a form's settings: one at a time, with the last result. */
export function useTrial<Kind extends string>() {
  const place = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState<Kind>()
  const [said, setSaid] = useState<TrialSaid>()
  return {
    place,
    busy,
    said,
    /** `make` gets the form around the buttons. */
    run: async (kind: Kind, make: (form: FormData) => Promise<TrialSaid>): Promise<void> => {
      setBusy(kind)
      setSaid(undefined)
      setSaid(await make(new FormData(place.current?.closest('form') ?? undefined)))
      setBusy(undefined)
    },
  }
}

/** The provider's error, or a message for its answer. */
export function toSaid<Answer extends { readonly ok: boolean }>(
  outcome: Outcome<Answer | { readonly ok: false; readonly problem: string }>,
  describe: (answer: Answer) => string,
): TrialSaid {
  if (!outcome.ok) return { ok: false, text: outcome.hint ?? outcome.text }
  const { value } = outcome
  return 'problem' in value ? { ok: false, text: value.problem } : { ok: true, text: describe(value) }
}

interface TrialButtonsProps {
  readonly place: RefObject<HTMLDivElement | null>
  readonly said: TrialSaid | undefined
  readonly children: ReactNode
}

/** The buttons, with the result below. */
export function TrialButtons({ place, said, children }: TrialButtonsProps) {
  return (
    <div ref={place} className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">{children}</div>
      <div role="status">
        {said === undefined ? null : said.ok ? (
          <Notice tone="success">{said.text}</Notice>
        ) : (
          <FormProblem text={said.text} />
        )}
      </div>
    </div>
  )
}
