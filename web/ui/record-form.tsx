import { useState } from 'react'

import { askExtension } from '../lib/extension-client.ts'
import { shareCaptureRules } from '../lib/share-capture-rules.ts'
import { keep, recall } from '../lib/json-storage.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'
import { recordAddress } from '../lib/record-address.ts'

const lastAddressKey = 'understudy-record-address'

export interface RecordFormProps {
  readonly onDone: (sessionId: string) => void
  /** The initial address; by default the last one used. */
  readonly address?: string
  readonly hasAutoFocus?: boolean
}

/** Asks which app to record; the extension opens it in a new tab and records there. */
export function RecordForm({ onDone, address, hasAutoFocus = false }: RecordFormProps) {
  const [text, setText] = useState(() => address ?? recall<string>(lastAddressKey) ?? '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function handleSubmit(): Promise<void> {
    const url = recordAddress(text)
    if (url === null) {
      setProblem('Enter a web address, such as https://app.example.com')
      return
    }
    setIsBusy(true)
    try {
      // A recording without the workspace's rules would show what they hide.
      await shareCaptureRules()
      const { sessionId } = await askExtension({ type: 'start-recording', url })
      keep(lastAddressKey, text)
      onDone(sessionId)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The recording could not be started.')
    }
    setIsBusy(false)
  }

  return (
    <form
      className="flex flex-col gap-2.5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit()
      }}
    >
      {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
      <TextField
        label="App URL"
        hideLabel
        type="url"
        inputMode="url"
        placeholder="https://app.example.com"
        autoFocus={hasAutoFocus}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button tone="accent" size="page" type="submit" disabled={isBusy}>
        {isBusy ? 'Opening…' : 'Start recording'}
      </Button>
    </form>
  )
}
