import { clsx } from 'clsx'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'

import { dayNames, type OpenHours } from '#domain/availability.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { controlClass } from '../../ui/text-field.tsx'

export interface WeeklyHoursProps {
  readonly hours: readonly OpenHours[]
  readonly problem: string | undefined
  readonly onChange: (hours: readonly OpenHours[]) => void
}

/** The hours of each weekday: none, one stretch, or several around a break. */
export function WeeklyHours({ hours, problem, onChange }: WeeklyHoursProps) {
  const id = useId()
  const numbered = hours.map((range, index) => ({ range, index }))

  function replace(index: number, patch: Partial<OpenHours>): void {
    onChange(hours.map((range, at) => (at === index ? { ...range, ...patch } : range)))
  }

  return (
    <fieldset aria-describedby={problem === undefined ? undefined : id}>
      <legend className="mb-1 text-sm font-medium">Weekly hours</legend>
      <ul className="divide-y divide-line border-y border-line">
        {dayNames.map((name, at) => {
          const day = at + 1
          const ofDay = numbered.filter(({ range }) => range.day === day)
          return (
            <li
              key={name}
              className="flex flex-wrap items-start gap-x-3 py-1.5 text-sm leading-9 pointer-coarse:leading-[44px]"
            >
              <span className="w-24 shrink-0">{name}</span>
              <div
                className={clsx(
                  'flex min-w-0 flex-1 flex-col gap-1.5',
                  ofDay.length > 0 && 'max-sm:order-last max-sm:basis-full',
                )}
              >
                {ofDay.length === 0 ? <span className="text-muted">No meetings</span> : null}
                {ofDay.map(({ range, index }, place) => {
                  const which = place === 0 ? name : `${name}, range ${place + 1}`
                  return (
                    <span key={index} className="flex items-center gap-2">
                      <TimeField
                        label={`${which} from`}
                        value={range.from}
                        onChange={(from) => replace(index, { from })}
                      />
                      <span aria-hidden>–</span>
                      <TimeField label={`${which} to`} value={range.to} onChange={(to) => replace(index, { to })} />
                      <IconButton
                        label={`Remove ${which}`}
                        onClick={() => onChange(hours.filter((_, other) => other !== index))}
                      >
                        <X size={16} aria-hidden />
                      </IconButton>
                    </span>
                  )
                })}
              </div>
              <IconButton
                label={`Add hours on ${name}`}
                className="my-0.5 ml-auto pointer-coarse:my-0"
                onClick={() => onChange([...hours, nextHours(day, ofDay.at(-1)?.range)])}
              >
                <Plus size={16} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {problem === undefined ? null : (
        <p id={id} className="mt-1 text-xs text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <input
      type="time"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${controlClass} h-9 min-w-0 px-2 text-sm max-sm:flex-1 pointer-coarse:h-11`}
    />
  )
}

/** After a break if there are hours, else a working day. */
function nextHours(day: number, last: OpenHours | undefined): OpenHours {
  if (last === undefined) return { day, from: '09:00', to: '17:00' }
  const hour = Number(last.to.slice(0, 2)) + 1
  return hour > 21 ? { day, from: '', to: '' } : { day, from: `${hour}:00`.padStart(5, '0'), to: `${hour + 2}:00` }
}
