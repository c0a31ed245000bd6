import { messages } from '#domain/messages.ts'
import type { ProblemPageInput } from '#protocol/player-page.ts'

import { EmptyStage } from './empty-stage.tsx'

/** One sentence on an empty stage, with a way to continue. */
export function ProblemPage({ sentence, reason, retryUrl }: ProblemPageInput) {
  // The sentence may already start with the reason.
  const isSaid = reason !== null && sentence.startsWith(reason)
  return (
    <EmptyStage drawing="ring">
      {isSaid ? (
        <h1>
          <span>{reason}</span>
          {sentence.slice(reason.length)}
        </h1>
      ) : (
        <h1>{sentence}</h1>
      )}
      {reason !== null && !isSaid && <p>{reason}</p>}
      <p>{whatToDo({ reason, retryUrl })}</p>
      <p className="us-problem-actions">
        {retryUrl !== null && (
          <a className="us-move us-move-next" href={retryUrl}>
            Try again
          </a>
        )}
        <HomeLink isFirst={retryUrl === null} />
      </p>
    </EmptyStage>
  )
}

function HomeLink({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <a className={isFirst ? 'us-move us-move-next' : 'us-move'} href="/">
      Go to the home page
    </a>
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
    <EmptyStage drawing="ring">
      <h1>Meeting not found</h1>
      <p>The link may be incomplete, or the meeting was erased. Check your latest email about it.</p>
      <p className="us-problem-actions">
        <HomeLink isFirst />
      </p>
    </EmptyStage>
  )
}
