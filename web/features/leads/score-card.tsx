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
      <span aria-hidden className="mt-2 block h-1 overflow-hidden rounded-chip bg-line">
        <span className="block h-full bg-success-fill" style={{ width: `${score}%` }} />
      </span>
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
