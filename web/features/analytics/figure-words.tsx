import { Fragment } from 'react'

/** Definitions of the figures, as in docs/tracking.md. */
export function FigureWords() {
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-3 text-sm">
      <summary className="inline-flex cursor-pointer items-center rounded-control font-medium text-accent-text pointer-coarse:min-h-11">
        Definitions
      </summary>
      <dl className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-[12rem_1fr] sm:gap-y-2">
        {words.map(([word, text]) => (
          <Fragment key={word}>
            <dt className="font-medium">{word}</dt>
            <dd className="text-muted max-sm:mb-2">{text}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  )
}

const words = [
  ['Visit', 'One browser session with one demo, or on your own site, on one day (UTC).'],
  ['Views', 'Page loads of demos and of your own site. One visit can have several.'],
  [
    'Visitors',
    'Distinct browsers per day, without tracking anyone across days. The same person on two days counts twice.',
  ],
  ['Engaged', 'Visits with two steps, a form or a conversation; on your own site two pages, a click or ten seconds.'],
  ['Completed', 'Visits that reached the last step of their demo. Your own site is not included.'],
  ['Median time', 'Half of the newest 2,000 visits took longer.'],
  ['Leads', 'Visits that submitted a form. The leads list shows every form.'],
  ['Agent conversations', 'Visits with an agent conversation.'],
  ['Accepted the agent’s offer', 'Share of visits that accepted the offered conversation.'],
  ['95%', 'The 95% confidence interval. Few visits make it wide.'],
  ['Not enough data', 'Fewer than 30 visits in one group: any difference may be chance.'],
  ['No clear difference', 'The difference may be chance.'],
] as const
