import { useState } from 'react'

import { keep, recall } from '../../lib/json-storage.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { askExtension } from '../../lib/extension-client.ts'
import { recordAddress } from './record-address.ts'

const lastAddressKey = 'understudy-record-address'

/** Asks which app to record; the extension opens it in a new tab and records there. */
export function RecordDialog(props: { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog
      title="Record your app"
      description="Your app opens in a new tab. Every click becomes a step."
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <RecordForm onDone={() => props.onOpenChange(false)} />
    </Dialog>
  )
}

function RecordForm({ onDone }: { readonly onDone: () => void }) {
  const [text, setText] = useState(() => recall<string>(lastAddressKey) ?? '')
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
      await askExtension({ type: 'start-recording', url })
      keep(lastAddressKey, text)
      onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The recording could not be started.')
    }
    setIsBusy(false)
  }

  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit()
      }}
    >
      {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
      <TextField
        label="App URL"
        type="url"
        inputMode="url"
        placeholder="https://app.example.com"
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="flex justify-end gap-2">
        <Button tone="quiet" size="form" onClick={onDone}>
          Cancel
        </Button>
        <Button tone="accent" size="form" type="submit" disabled={isBusy}>
          {isBusy ? 'Opening…' : 'Start recording'}
        </Button>
      </div>
    </form>
  )
}
