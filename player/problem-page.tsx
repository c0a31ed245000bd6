import type { ReactNode } from 'react'

import { messages } from '#domain/messages.ts'
import type { ProblemPageInput } from '#protocol/player-page.ts'

/** One sentence on an empty stage, with a way to continue. */
export function ProblemPage({ sentence, reason, retryUrl }: ProblemPageInput) {
  return (
    <EmptyStage sentence={sentence}>
      {reason !== null && <p>{reason}</p>}
      <p>{whatToDo({ reason, retryUrl })}</p>
      <p className="us-problem-actions">
        {retryUrl !== null && (
          <a className="us-move us-move-next" href={retryUrl}>
            Try again
          </a>
        )}
        <a className={retryUrl === null ? 'us-move us-move-next' : 'us-move'} href="/">
          Go to the home page
        </a>
      </p>
    </EmptyStage>
  )
}

function whatToDo({ reason, retryUrl }: Pick<ProblemPageInput, 'reason' | 'retryUrl'>): string {
  if (retryUrl !== null) return 'Our server did not respond. Try again in a moment.'
  if (reason === messages.demoTooLarge) return 'Ask the person who sent it to split it into shorter demos.'
  return 'The link may have expired, or the demo may no longer be shared. Ask the person who sent it for a new one.'
}

/** The page for an invalid link in a meeting's mail. */
export function NoMeetingPage() {
  return (
    <EmptyStage sentence="Meeting not found">
      <p>The link may be incomplete, or the meeting was erased. Check your latest email about it.</p>
    </EmptyStage>
  )
}

function EmptyStage({ sentence, children }: { readonly sentence: string; readonly children: ReactNode }) {
  return (
    <main className="us-problem">
      <svg viewBox="0 0 120 76" width="120" height="76" aria-hidden="true">
        <path
          d="M4 4h112v58H4zM4 14h112M44 62v10M76 62v10M34 72h52"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
        <path
          d="M52 30c-5 2-8 5-8 10v4h8v-8h-4c0-2 2-3 4-4zm16 0c-5 2-8 5-8 10v4h8v-8h-4c0-2 2-3 4-4z"
          fill="currentColor"
        />
      </svg>
      <h1>{sentence}</h1>
      {children}
    </main>
  )
}
