import { Fragment } from 'react'

/** What the words of the figures mean, for whom they are new; as docs/tracking.md has them. */
export function FigureWords() {
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-3 text-sm">
      <summary className="inline-flex cursor-pointer items-center rounded-control font-medium text-accent-text pointer-coarse:min-h-11">
        What these figures mean
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
  ['Visit', 'What one browser session did with one demo, or on your own site, on one day in UTC.'],
  ['Views', 'How often a demo, or a page of yours, was loaded. One visit may hold several.'],
  [
    'Visitors',
    'Browsers that can be told apart on one day, without following anybody. Who comes on two days counts twice.',
  ],
  [
    'Engaged',
    'Visits that went on in the demo, saw two steps, sent a form or talked with the agent; on your own site two pages, a click or ten seconds.',
  ],
  ['Completed', 'Visits that reached the last step of their demo. Pages of your own site have none and are left out.'],
  ['Median time', 'Half of the visits took longer, half were shorter; of the newest 2,000.'],
  ['Leads', 'Visits in which a form was sent. The list of leads has every form, also two of one visit.'],
  ['Agent conversations', 'Visits in which somebody talked with the agent.'],
  ['Accepted the agent’s offer', 'Of the visits that were offered a talk without asking, those that took it.'],
  [
    '95%',
    'Where the true share lies in 19 of 20 cases, if more visitors like these came. Few visits make a wide interval.',
  ],
  ['Not enough data', 'Fewer than 30 visits on one side: whatever the difference, it may be chance, so none is named.'],
  ['No clear difference', 'The shares differ by no more than chance explains.'],
] as const
