import { useEffect, useRef, useState, type FormEvent } from 'react'

import { linkProblem } from '#domain/text-format.ts'

import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface LinkFieldProps {
  readonly link: string | null
  /** Null removes the link. */
  readonly onApply: (link: string | null) => void
  readonly onCancel: () => void
}

/** The link of the selected words. */
export function LinkField({ link, onApply, onCancel }: LinkFieldProps) {
  const [address, setAddress] = useState(link ?? 'https://')
  const [isTried, setIsTried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const problem = address.trim() === '' ? 'Enter an address that starts with https://.' : linkProblem(address)

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    setIsTried(true)
    if (problem === null) onApply(address.trim())
    else input.current?.focus()
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-2">
      <TextField
        ref={input}
        label="Link to"
        type="url"
        inputMode="url"
        maxLength={2000}
        value={address}
        {...(isTried && problem !== null && { problem })}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onCancel()
        }}
      />
      <div className="flex gap-2">
        <Button type="submit">Apply link</Button>
        {link === null ? null : <Button onClick={() => onApply(null)}>Remove link</Button>}
      </div>
    </form>
  )
}
