import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link } from 'react-router'

import { factLabel, scoreText } from '../../lib/fact-texts.ts'
import { transcriptQuery } from '../../lib/conversation-calls.ts'
import type { Lead } from '../../lib/lead-calls.ts'

/** The score, with the visitor's remarks that raised or lowered it. */
export function ScoreCard({ lead, score }: { readonly lead: Lead; readonly score: number }) {
  const { conversation_id: conversationId, evidence } = lead
  const transcript = useQuery({ ...transcriptQuery(conversationId ?? ''), enabled: conversationId !== null })
  const said = (transcript.data?.turns ?? []).filter(({ speaker }) => speaker === 'visitor')

  /** The turn that contains the quote. */
  function turnOf(quote: string): number | undefined {
    return said.find(({ text }) => text.includes(quote))?.number
  }

  return (
    <section aria-labelledby="lead-score" className="border-b border-line pb-3">
      <h2 id="lead-score" className="flex items-baseline gap-2.5">
        <span className="sr-only">Score: </span>
        <span className="text-[32px]/9 font-semibold tracking-[-0.03em] tabular-nums">{score}</span>
        <span className="font-semibold">{scoreText(score)}</span>
        <span className="ml-auto text-xs text-muted">of 100</span>
      </h2>
      <ScoreBar evidence={evidence} score={score} />
      {evidence.length === 0 ? (
        <p className="mt-2 text-sm text-muted">No evidence yet.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line text-sm">
          {evidence.map(({ field, points, quote, turn }) => {
            const number = turnOf(quote)
            return (
              <li key={`${field} ${turn} ${quote}`} className="flex items-baseline gap-3 py-2">
                <span
                  className={clsx('w-8 shrink-0 font-medium tabular-nums', points < 0 ? 'text-danger' : 'text-success')}
                >
                  {points > 0 ? `+${points}` : String(points).replace('-', '−')}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block text-xs text-muted">{factLabel(field)}</span>
                  <q dir="auto" className="wrap-anywhere">
                    {quote}
                  </q>
                </span>
                {number === undefined || conversationId === null ? null : (
                  <Link
                    className="shrink-0 text-accent-text hover:underline"
                    to={`/dashboard/conversations/${conversationId}#turn-${number}`}
                  >
                    Turn {number}
                  </Link>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** One part for each remark that raised the score; what lowered it is hatched. */
function ScoreBar({ evidence, score }: { readonly evidence: Lead['evidence']; readonly score: number }) {
  const raised = evidence.filter(({ points }) => points > 0)
  const sum = raised.reduce((total, { points }) => total + points, 0)
  // The score is clamped to 0 and 100.
  const lost = Math.max(0, sum - score)
  return (
    <span aria-hidden className="mt-2 flex h-2 overflow-hidden rounded-chip bg-line">
      <span className="relative flex gap-0.5" style={{ width: `${Math.min(100, sum)}%` }}>
        {raised.map(({ field, points, turn, quote }) => (
          <span key={`${field} ${turn} ${quote}`} className="bg-success-fill" style={{ flexGrow: points }} />
        ))}
        <span
          className="absolute inset-y-0 right-0 bg-[repeating-linear-gradient(-45deg,var(--danger-fill)_0_2px,var(--danger-soft)_2px_5px)]"
          style={{ width: sum === 0 ? 0 : `${(lost / sum) * 100}%` }}
        />
      </span>
    </span>
  )
}
