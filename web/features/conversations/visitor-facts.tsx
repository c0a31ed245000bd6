import { clsx } from 'clsx'

import type { ConversationRow } from '#protocol/rows.ts'

import { factLabel, scoreText } from '../../lib/fact-texts.ts'

/** The score with its evidence, and what the visitor told. */
export function VisitorFacts({ conversation }: { readonly conversation: ConversationRow }) {
  const { score, evidence, facts } = conversation
  return (
    <div className="divide-y divide-line px-4 text-sm">
      <section aria-label="Score" className="py-4">
        {score === null ? (
          <p className="text-muted">{scoreText(score)}</p>
        ) : (
          <p className="flex items-baseline gap-2.5">
            <span className="text-[32px]/9 font-semibold tracking-[-0.03em] tabular-nums">{score}</span>
            <span className="font-medium">{scoreText(score)}</span>
          </p>
        )}
        {evidence.length === 0 ? null : (
          <ul className="mt-2 flex flex-col gap-1.5">
            {evidence.map((each) => (
              <li key={`${each.turn}-${each.field}`} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-1">
                <span className={clsx('font-medium tabular-nums', each.points < 0 ? 'text-danger' : 'text-success')}>
                  {each.points < 0 ? `−${-each.points}` : `+${each.points}`}
                </span>
                <span>
                  {factLabel(each.field)}
                  <span dir="auto" className="block text-left text-xs wrap-anywhere text-muted">
                    “{each.quote}”
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {facts.length === 0 ? null : (
        <dl aria-label="What the visitor told" className="flex flex-col gap-1.5 py-4">
          {facts.map(({ field, value }) => (
            <div key={field} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
              <dt className="text-muted">{factLabel(field)}</dt>
              <dd dir="auto" className="text-left wrap-anywhere">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
