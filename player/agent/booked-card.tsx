import { cityOf, startInWords } from './meeting-calendar.ts'
import { panelLocale, t } from './panel-text.ts'

interface BookedCardProps {
  readonly startUtc: string
  readonly label: string
  readonly zone: string
}

/** A new meeting, shown as a calendar page. */
export function BookedCard({ startUtc, label, zone }: BookedCardProps) {
  const start = startInWords(startUtc, zone, panelLocale())
  return (
    <div className="us-agent-card us-agent-booked">
      {start !== null && (
        <span className="us-agent-leaf" aria-hidden="true">
          <span>{start.month}</span>
          <b>{start.day.dayOfMonth}</b>
        </span>
      )}
      <p>
        <b>{t('Meeting booked')}</b>
        <span>
          {start === null ? label : `${start.day.name}, ${start.time}${zone === '' ? '' : `, ${cityOf(zone)}`}`}
        </span>
      </p>
    </div>
  )
}
