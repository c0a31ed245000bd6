import { clsx } from 'clsx'
import { Calendar } from 'lucide-react'
import { useId, useState, type InputHTMLAttributes, type SubmitEvent } from 'react'

import { limits } from '#domain/limits.ts'
import { messages } from '#domain/messages.ts'
import { readVariableValues, variableValueMax } from '#domain/variables.ts'

import { dayOf, endOfDay } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { controlClass } from '../../ui/text-field.tsx'
import { isLinkPassword, type LinkText, type ShareLink } from './link-calls.ts'

export interface LinkFormProps {
  /** Null for a new one. */
  readonly link: ShareLink | null
  /** Names that the demo's texts use. */
  readonly variables: readonly string[]
  readonly isSaving: boolean
  readonly autoFocus?: boolean
  readonly onSave: (text: LinkText) => void
  /** For an existing link. */
  readonly onCancel?: () => void
}

/** A link's recipient, password, expiry, and values for variables. */
export function LinkForm({ link, variables, isSaving, autoFocus, onSave, onCancel }: LinkFormProps) {
  const [today] = useState(() => dayOf(new Date()))
  const [name, setName] = useState(link?.name ?? '')
  const [lastDay, setLastDay] = useState(() =>
    link === null || link.expiresAt === null ? '' : dayOf(new Date(link.expiresAt)),
  )
  const [password, setPassword] = useState('')
  const [removesPassword, setRemovesPassword] = useState(false)
  const [values, setValues] = useState(link?.variables ?? {})
  const [problem, setProblem] = useState<string>()
  const hasPassword = link?.hasPassword === true
  const names = [...new Set([...variables, ...Object.keys(values)])].slice(0, 20)

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (password !== '' && !isLinkPassword(password)) return setProblem(messages.linkPasswordRule)
    onSave({
      name,
      expiresAt: lastDay === '' ? null : endOfDay(lastDay),
      password: password !== '' ? password : removesPassword ? null : undefined,
      variables: readVariableValues(Object.entries(values)),
    })
  }

  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-2 md:grid-cols-[1.3fr_1fr_8.5rem_9rem_auto]">
        <Field
          label="Name"
          value={name}
          maxLength={limits.linkNameMax}
          autoFocus={autoFocus}
          required
          onChange={(event) => setName(event.target.value)}
        />
        {names.slice(0, 1).map((each) => (
          <VariableField key={each} name={each} values={values} onChange={setValues} />
        ))}
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          placeholder={hasPassword && !removesPassword ? '••••••' : 'Password'}
          value={password}
          maxLength={72}
          problem={problem}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblem(undefined)
          }}
        />
        <DayField value={lastDay} min={today} onChange={setLastDay} />
        <Button
          type="submit"
          tone={link === null ? 'accent' : 'plain'}
          disabled={isSaving || name.trim() === ''}
          className="h-9 max-md:col-span-2"
        >
          {link === null ? 'Create link' : 'Save'}
        </Button>
      </div>
      {names.length < 2 ? null : (
        <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
          {names.slice(1).map((each) => (
            <VariableField key={each} name={each} values={values} onChange={setValues} />
          ))}
        </div>
      )}
      {link === null ? null : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          {hasPassword ? (
            <label className="flex items-center gap-2 text-muted">
              <input
                type="checkbox"
                checked={removesPassword}
                disabled={password !== ''}
                onChange={(event) => setRemovesPassword(event.target.checked)}
              />
              Remove the password
            </label>
          ) : (
            <span />
          )}
          <Button tone="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
    </form>
  )
}

interface VariableFieldProps {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (values: Readonly<Record<string, string>>) => void
}

function VariableField({ name, values, onChange }: VariableFieldProps) {
  const label = `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll(/[_-]/g, ' ')}`
  return (
    <Field
      label={label}
      title={`{{${name}}}`}
      value={values[name] ?? ''}
      maxLength={variableValueMax}
      onChange={(event) => onChange({ ...values, [name]: event.target.value })}
    />
  )
}

interface DayFieldProps {
  readonly value: string
  readonly min: string
  readonly onChange: (day: string) => void
}

/** Shows a placeholder while empty, instead of the browser's date pattern. */
function DayField({ value, min, onChange }: DayFieldProps) {
  return (
    <div className="group relative min-w-0">
      <input
        type="date"
        aria-label="Expires"
        value={value}
        min={min}
        onChange={(event) => onChange(event.target.value)}
        className={clsx(
          controlClass,
          'h-9 w-full pointer-coarse:h-11',
          '[&::-webkit-calendar-picker-indicator]:opacity-0',
          value === '' && 'not-focus-within:[&::-webkit-datetime-edit]:opacity-0',
        )}
      />
      {/* In place of the browser's black icon, where that can be hidden. */}
      <Calendar
        size={14}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto hidden text-muted supports-[selector(::-webkit-calendar-picker-indicator)]:block"
      />
      {value === '' ? (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted group-focus-within:hidden"
        >
          Expires
        </span>
      ) : null}
    </div>
  )
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Also used as the placeholder. */
  readonly label: string
  readonly problem?: string | undefined
}

function Field({ label, problem, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <input
        aria-label={label}
        placeholder={label}
        {...rest}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : id}
        className={`${controlClass} h-9 w-full pointer-coarse:h-11`}
      />
      {problem === undefined ? null : (
        <p id={id} role="alert" className="mt-1 text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
