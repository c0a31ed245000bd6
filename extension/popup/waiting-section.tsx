import type { RecordingSummary } from '#protocol/extension-messages.ts'
import { useState } from 'react'

import type { Act } from './popup-screen.tsx'

export interface WaitingSectionProps {
  readonly recordings: readonly RecordingSummary[]
  /** The tab a recording would resume in; undefined when none can be recorded. */
  readonly resumableTabId: number | undefined
  readonly isBusy: boolean
  readonly act: Act
}

/** Recordings kept until the app has imported them. */
export function WaitingSection({ recordings, ...rest }: WaitingSectionProps) {
  if (recordings.length === 0) return null
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">Kept in this browser</h2>
      <ul>
        {recordings.map((recording) => (
          <WaitingRecording key={recording.sessionId} recording={recording} {...rest} />
        ))}
      </ul>
    </section>
  )
}

function WaitingRecording(props: Omit<WaitingSectionProps, 'recordings'> & { readonly recording: RecordingSummary }) {
  const { recording, resumableTabId, isBusy, act } = props
  const { sessionId, captureCount, state } = recording
  const [isAsking, setAsking] = useState(false)
  const name = recording.title === '' ? 'Untitled recording' : recording.title

  return (
    <li>
      <p>
        <strong>{name}</strong>
      </p>
      <p className="quiet">
        {state === 'interrupted' ? 'Interrupted' : 'Finished'}, {captureCount} {captureCount === 1 ? 'step' : 'steps'},{' '}
        {new Date(recording.startedAt).toLocaleString()}
      </p>
      {isAsking ? (
        <div className="actions">
          <button
            className="danger"
            autoFocus
            disabled={isBusy}
            onClick={() => void act({ type: 'discard', sessionId })}
          >
            Delete permanently
          </button>
          <button disabled={isBusy} onClick={() => setAsking(false)}>
            Keep
          </button>
        </div>
      ) : (
        <div className="actions">
          {captureCount > 0 && (
            <button
              aria-label={`Finish ${name}`}
              disabled={isBusy}
              onClick={() => void act({ type: 'open-import', sessionId })}
            >
              Finish
            </button>
          )}
          {state === 'interrupted' && resumableTabId !== undefined && (
            <button
              aria-label={`Resume ${name}`}
              disabled={isBusy}
              onClick={() => void act({ type: 'record-tab', tabId: resumableTabId, sessionId })}
            >
              Resume
            </button>
          )}
          <button aria-label={`Discard ${name}`} disabled={isBusy} onClick={() => setAsking(true)}>
            Discard
          </button>
        </div>
      )}
    </li>
  )
}
