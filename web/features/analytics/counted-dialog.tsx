import { CircleHelp } from 'lucide-react'
import { Fragment, useState } from 'react'

import { dayBorderText, dayLabel } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { todayInUtc, type Period } from './analytics-filters.ts'
import type { Report } from './analytics-report.ts'

/** How the figures are counted, as in docs/tracking.md. */
export function CountedDialog({ report }: { readonly report: Report | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" className="text-muted max-sm:px-2 pointer-coarse:min-w-11" onClick={() => setIsOpen(true)}>
        <CircleHelp size={16} aria-hidden className="sm:hidden" />
        <span className="max-sm:sr-only">How this is counted</span>
      </Button>
      <Dialog title="How this is counted" isOpen={isOpen} onOpenChange={setIsOpen}>
        {report === undefined ? null : <p className="mb-4 text-sm text-muted">{periodText(report)}</p>}
        <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[8.5rem_1fr]">
          {words.map(([word, text]) => (
            <Fragment key={word}>
              <dt className="font-medium">{word}</dt>
              <dd className="text-muted max-sm:mb-2">{text}</dd>
            </Fragment>
          ))}
        </dl>
      </Dialog>
    </>
  )
}

const words = [
  ['Visit', 'One browser session with one demo, or on your own site, on one day (UTC).'],
  ['Views', 'Page loads of demos and of your own site. One visit can have several.'],
  [
    'Visitors',
    'Distinct browsers per day, without tracking anyone across days. The same person on two days counts twice.',
  ],
  [
    'Engaged',
    'Visits that saw two steps, sent a form or talked to the agent. On your own site: two pages, a click or ten seconds.',
  ],
  ['Completed', 'Visits that reached the last step of their demo. Your own site is not included.'],
  ['Left here', 'Visits that ended on this step.'],
  ['Median time', 'Half of the newest 2,000 visits took longer.'],
  ['Leads', 'Visits that submitted a form. The leads list shows every form.'],
  ['Agent conversations', 'Visits with an agent conversation.'],
  ['Agent outcomes', 'Share of conversations, counted in the newest 1,000 visits with one.'],
  ['Accepted the agent’s offer', 'Share of visits that accepted the offered conversation.'],
  ['38–44%', 'The 95% confidence interval. Few visits make it wide.'],
  ['▲ ▼', 'Shown when the change is more than chance.'],
  ['Not enough data', 'Fewer than 30 visits in one group: any difference may be chance.'],
  ['No clear difference', 'The difference may be chance.'],
] as const

function spanText({ from, to }: Period): string {
  return from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`
}

function periodText({ period, before }: Report): string {
  const span = `${spanText(period)}, compared with ${spanText(before)}.`
  const days = `${span} ${dayBorderText(new Date())}`
  return period.to >= todayInUtc() ? `${days} Visits are compared without today.` : days
}
