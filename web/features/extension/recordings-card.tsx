import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { importPath, type RecordingSummary } from '#protocol/extension-messages.ts'

import { momentText } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { askExtension } from '../../lib/extension-client.ts'

const recordingsKey = ['recordings'] as const

/** Recordings in the extension: running, interrupted, or stopped and not yet imported. */
export function RecordingsCard() {
  const [discarded, setDiscarded] = useState<readonly string[]>([])
  const recordings = useQuery({
    queryKey: recordingsKey,
    queryFn: async () => (await askExtension({ type: 'list-recordings' })).recordings,
    refetchInterval: 5_000,
    retry: false,
  })
  const shown = recordings.data?.filter((recording) => isWorthShowing(recording, discarded)) ?? []
  if (shown.length === 0) return null

  return (
    <section aria-label="Recordings" className="rounded-card border border-line bg-surface">
      <h2 className="px-4 pt-3 text-sm font-semibold">Recordings on this computer</h2>
      <ul className="divide-y divide-line">
        {shown.map((recording) => (
          <li key={recording.sessionId}>
            <RecordingRow
              recording={recording}
              onDiscard={() => setDiscarded((ids) => [...ids, recording.sessionId])}
              onKeep={() => setDiscarded((ids) => ids.filter((id) => id !== recording.sessionId))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A running recording is finished in its own tab. */
function isWorthShowing({ sessionId, state, captureCount }: RecordingSummary, discarded: readonly string[]): boolean {
  return !discarded.includes(sessionId) && !(state === 'recording' && captureCount === 0)
}

interface RecordingRowProps {
  readonly recording: RecordingSummary
  readonly onDiscard: () => void
  readonly onKeep: () => void
}

const stateText = { recording: 'Recording now', interrupted: 'Interrupted', stopped: 'Ready to import' } as const

function RecordingRow({ recording, onDiscard, onKeep }: RecordingRowProps) {
  const { sessionId, state, captureCount } = recording
  const queries = useQueryClient()
  const navigate = useNavigate()

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : 'The extension does not respond.', tone: 'danger' })
    }
    await queries.invalidateQueries({ queryKey: recordingsKey })
  }

  async function finish(): Promise<void> {
    if (state !== 'stopped') await askExtension({ type: 'stop-recording', sessionId })
    await navigate(importPath(sessionId))
  }

  function discard(): void {
    onDiscard()
    showToast({
      text: 'The recording was discarded.',
      action: { label: 'Undo', onSelect: onKeep },
      onExpire: () => void attempt(() => askExtension({ type: 'forget-recording', sessionId })),
    })
  }

  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60 max-sm:basis-full">
        <p className="truncate text-sm font-medium">
          {recording.title === '' ? 'Untitled recording' : recording.title}
        </p>
        <p className="text-xs text-muted tabular-nums">
          {stateText[state]} · {captureCount === 1 ? '1 step' : `${captureCount} steps`} ·{' '}
          {momentText(recording.startedAt)}
        </p>
      </div>
      {captureCount > 0 ? <Button onClick={() => void attempt(finish)}>Finish</Button> : null}
      {state === 'interrupted' ? (
        <Button onClick={() => void attempt(() => askExtension({ type: 'resume-recording', sessionId }))}>
          Resume
        </Button>
      ) : null}
      {state === 'recording' ? null : (
        <Button tone="quiet" onClick={discard}>
          Discard
        </Button>
      )}
    </div>
  )
}
