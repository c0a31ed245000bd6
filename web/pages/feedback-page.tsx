import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'

import { feedbackQuery, sendFeedback, type FeedbackKind } from '../features/feedback/feedback-calls.ts'
import { PageBody, PageHeader } from '../ui/page-header.tsx'
import { failureHint, failureText } from '../lib/backend-error.ts'
import { momentText } from '../lib/dates.ts'
import { forget, keep, recall } from '../lib/json-storage.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'

const kinds: readonly { readonly value: FeedbackKind; readonly label: string }[] = [
  { value: 'idea', label: 'An idea' },
  { value: 'problem', label: 'A problem' },
  { value: 'praise', label: 'Something good' },
]

const draftKey = 'understudy-feedback'
const textMax = 5_000

/** Feedback to the operator; drafts stay in this browser until sent. */
export function FeedbackPage() {
  useTitle('Feedback')
  const queries = useQueryClient()
  const { state } = useLocation() as { readonly state: { readonly page?: string } | null }
  const [kind, setKind] = useState<FeedbackKind>('idea')
  const [text, setText] = useState(() => recall<string>(draftKey) ?? '')
  const send = useMutation({
    mutationFn: sendFeedback,
    onSuccess: async () => {
      setText('')
      forget(draftKey)
      showToast({ text: 'Thank you for your feedback.' })
      await queries.invalidateQueries({ queryKey: feedbackQuery.queryKey })
    },
  })

  return (
    <PageBody>
      <PageHeader title="Feedback" text="Sent to the operators of this installation." />
      <div className="grid gap-x-16 gap-y-10 xl:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
        <form
          className="flex max-w-2xl flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') send.mutate({ kind, text, page: state?.page ?? null })
          }}
        >
          {send.isError ? (
            <Notice tone="danger">
              {failureText(send.error, 'onboardingFailed')} {failureHint(send.error)}
            </Notice>
          ) : null}
          <ChoiceCards
            label="Topic"
            value={kind}
            options={kinds}
            columns={3}
            onChange={(value) => setKind(value as FeedbackKind)}
          />
          <TextArea
            label="Message"
            rows={7}
            value={text}
            maxLength={textMax}
            onChange={(event) => {
              setText(event.target.value)
              keep(draftKey, event.target.value)
            }}
          />
          <Button
            tone="accent"
            size="form"
            type="submit"
            className="self-start"
            disabled={text.trim() === '' || send.isPending}
          >
            {send.isPending ? 'Sending…' : 'Send feedback'}
          </Button>
        </form>
        <EarlierFeedback />
      </div>
    </PageBody>
  )
}

function EarlierFeedback() {
  const feedback = useQuery(feedbackQuery)
  if (feedback.isError && feedback.data === undefined) {
    return (
      <div>
        <ErrorState
          title="Earlier feedback could not be loaded"
          text={failureHint(feedback.error)}
          onRetry={() => void feedback.refetch()}
        />
      </div>
    )
  }
  if (feedback.data === undefined || feedback.data.length === 0) return null
  return (
    <section aria-labelledby="earlier" className="max-w-2xl">
      <h2 id="earlier" className="mb-3 text-base font-semibold">
        Earlier feedback
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {feedback.data.map((each) => (
          <li key={each.id} className="py-3 text-sm">
            <p className="whitespace-pre-wrap break-words">{each.text}</p>
            <time dateTime={each.created_at} className="mt-1 block text-xs text-muted">
              {momentText(each.created_at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
