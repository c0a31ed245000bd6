import { useState, type SubmitEvent } from 'react'

import { limits } from '#domain/limits.ts'
import { messages } from '#domain/messages.ts'

import { dayOf, endOfDay } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isLinkPassword, type LinkText, type ShareLink } from './link-calls.ts'

export interface LinkFormProps {
  /** Null for a new one. */
  readonly link: ShareLink | null
  readonly isSaving: boolean
  readonly onSave: (text: LinkText) => void
  readonly onCancel: () => void
}

/** Name, end and password of one link. */
export function LinkForm({ link, isSaving, onSave, onCancel }: LinkFormProps) {
  const [today] = useState(() => dayOf(new Date()))
  const [name, setName] = useState(link?.name ?? '')
  const [lastDay, setLastDay] = useState(() =>
    link === null || link.expiresAt === null ? '' : dayOf(new Date(link.expiresAt)),
  )
  const [isProtected, setIsProtected] = useState(link?.hasPassword ?? false)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const keepsPassword = link?.hasPassword === true && isProtected && password === ''

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isProtected && !keepsPassword && !isLinkPassword(password)) return setProblem(messages.linkPasswordRule)
    const removed = link?.hasPassword === true ? null : undefined
    onSave({
      name,
      expiresAt: lastDay === '' ? null : endOfDay(lastDay),
      password: keepsPassword ? undefined : isProtected ? password : removed,
    })
  }

  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3 rounded-control border border-line bg-sunken p-3">
      <TextField
        label="Name"
        value={name}
        maxLength={limits.linkNameMax}
        placeholder="Recipient"
        autoFocus
        required
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Expires"
        type="date"
        value={lastDay}
        min={today}
        hint="Leave empty for no expiry."
        onChange={(event) => setLastDay(event.target.value)}
      />
      <Switch label="Require a password" isOn={isProtected} onChange={setIsProtected} />
      {isProtected ? (
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          value={password}
          maxLength={72}
          hint={link?.hasPassword === true ? 'Leave empty to keep the current one.' : messages.linkPasswordRule}
          problem={problem}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblem(undefined)
          }}
        />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" tone="accent" disabled={isSaving || name.trim() === ''}>
          {link === null ? 'Create link' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
