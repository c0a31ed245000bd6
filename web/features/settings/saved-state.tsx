import { Check } from 'lucide-react'
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'

import type { FormOutcome } from '../../lib/submit.ts'
import { showToast } from '../../ui/toast-store.ts'

type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

interface Saver {
  readonly state: SaveState
  /** Runs a change, shows that it is saving or saved, and reports errors. Resolves with the outcome. */
  readonly save: (call: () => Promise<FormOutcome>) => Promise<FormOutcome>
}

const Saving = createContext<Saver>({ state: 'idle', save: (call) => call() })

/** Settings save automatically; the page's header says so. */
export function SavedState({ children }: { readonly children: ReactNode }) {
  const [running, setRunning] = useState(0)
  const [last, setLast] = useState<SaveState>('idle')
  const saver = useMemo<Saver>(
    () => ({
      state: running > 0 ? 'saving' : last,
      save: async (call) => {
        setRunning((count) => count + 1)
        const outcome = await call()
        setRunning((count) => count - 1)
        setLast(outcome.ok ? 'saved' : 'failed')
        if (!outcome.ok) {
          showToast({ text: [outcome.text, outcome.hint].filter(Boolean).join(' '), tone: 'danger' })
        }
        return outcome
      },
    }),
    [running, last],
  )
  return <Saving value={saver}>{children}</Saving>
}

export function useSave(): Saver['save'] {
  return useContext(Saving).save
}

export function SaveWords() {
  const { state } = useContext(Saving)
  return (
    <span role="status" className="flex items-center gap-1.5 text-sm text-muted">
      {state === 'saved' ? <Check size={14} aria-hidden /> : null}
      {words[state]}
    </span>
  )
}

const words: Readonly<Record<SaveState, string>> = {
  idle: '',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Not saved',
}
