import { dayNames, type OpenHours } from '#domain/availability.ts'

import { clockText } from '../../lib/dates.ts'

const hourHeight = 20
const hour = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })

/** The weekly hours as a calendar shows them, from the hour before the first to the hour after the last. */
export function WeekDrawing({ hours }: { readonly hours: readonly OpenHours[] }) {
  const first = Math.max(0, Math.floor(Math.min(...hours.map(({ from }) => hoursOf(from)))) - 1)
  const last = Math.min(24, Math.ceil(Math.max(...hours.map(({ to }) => hoursOf(to)))) + 1)
  const lines = Array.from({ length: last - first }, (_, at) => first + at)
  const text = hours.map(
    ({ day, from, to }) => `${dayNames[day - 1]} ${clockText(atTime(from))}–${clockText(atTime(to))}`,
  )
  return (
    <div
      role="img"
      aria-label={`Weekly hours: ${text.join(', ')}`}
      className="grid grid-cols-[2.75rem_repeat(7,minmax(0,1fr))] text-xs text-muted"
    >
      <span />
      {dayNames.map((name) => (
        <span key={name} className="pb-1.5 text-center font-medium">
          {name.slice(0, 3)}
        </span>
      ))}
      <div className="relative" style={{ height: lines.length * hourHeight }}>
        {lines.slice(1).map((line) => (
          <span
            key={line}
            className="absolute -translate-y-1/2 text-[11px] whitespace-nowrap tabular-nums"
            style={{ top: (line - first) * hourHeight }}
          >
            {line % 2 === 1 ? hour.format(new Date(2000, 0, 1, line)) : null}
          </span>
        ))}
      </div>
      {dayNames.map((name, at) => (
        <div
          key={name}
          className="relative border-l border-line bg-[repeating-linear-gradient(to_bottom,var(--line)_0_1px,transparent_1px_100%)]"
          style={{ backgroundSize: `100% ${hourHeight}px` }}
        >
          {hours
            .filter(({ day }) => day === at + 1)
            .map(({ from, to }) => (
              <span
                key={from}
                className="absolute inset-x-0.5 flex flex-col justify-between overflow-hidden rounded-control border border-accent-line bg-accent-soft px-1.5 py-0.5 text-[11px] leading-4 font-medium text-accent-text tabular-nums"
                style={{
                  top: (hoursOf(from) - first) * hourHeight,
                  height: (hoursOf(to) - hoursOf(from)) * hourHeight,
                }}
              >
                <span className="max-sm:hidden">{clockText(atTime(from))}</span>
                <span className="max-sm:hidden">{clockText(atTime(to))}</span>
              </span>
            ))}
        </div>
      ))}
    </div>
  )
}

/** Hours since midnight of a time like 09:30. */
function hoursOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) + Number(minutes) / 60
}

function atTime(time: string): string {
  return `2000-01-01T${time}`
}
