import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { factLabel, scoreText } from '../../lib/fact-texts.ts'
import { transcriptQuery } from '../../lib/conversation-calls.ts'
import type { Lead } from '../../lib/lead-calls.ts'

/** The score, with what the visitor said for and against it. */
export function ScoreCard({ lead, score }: { readonly lead: Lead; readonly score: number }) {
  const { conversation_id: conversationId, evidence } = lead
  const transcript = useQuery({ ...transcriptQuery(conversationId ?? ''), enabled: conversationId !== null })
  const said = (transcript.data?.turns ?? []).filter(({ speaker }) => speaker === 'visitor')

  /** The turn that contains the quote. */
  function turnOf(quote: string): number | undefined {
    return said.find(({ text }) => text.includes(quote))?.number
  }

  return (
    <section aria-labelledby="lead-score" className="rounded-card border border-line bg-surface p-4">
      <h2 id="lead-score" className="flex items-baseline justify-between gap-4 font-semibold">
        Score
        <span className="font-normal text-muted">
          {scoreText(score)}, <span className="font-semibold text-text tabular-nums">{score} of 100</span>
        </span>
      </h2>
      <meter aria-labelledby="lead-score" className="mt-2 h-2 w-full" min={0} max={100} value={score} />
      {evidence.length === 0 ? (
        <p className="mt-2 text-sm text-muted">Nothing said counts yet.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line text-sm">
          {evidence.map(({ field, points, quote, turn }) => {
            const number = turnOf(quote)
            return (
              <li key={`${field} ${turn} ${quote}`} className="flex items-baseline gap-3 py-2">
                <span className="w-10 shrink-0 text-right font-medium tabular-nums">
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
