import type { RecordingSummary } from '#protocol/extension-messages.ts'
import { useState } from 'react'

import { countText, text } from '../text.ts'
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
      <h2 id="waiting">{text('keptHere')}</h2>
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
  const name = recording.title === '' ? text('untitled') : recording.title

  return (
    <li>
      <p>
        <strong>{name}</strong>
      </p>
      <p className="quiet">
        {text(
          state === 'interrupted' ? 'interrupted' : 'finished',
          countText('stepsOne', 'stepsMany', captureCount),
          new Date(recording.startedAt).toLocaleString(),
        )}
      </p>
      {isAsking ? (
        <div className="actions">
          <button
            className="danger"
            autoFocus
            disabled={isBusy}
            onClick={() => void act({ type: 'discard', sessionId })}
          >
            {text('deleteForever')}
          </button>
          <button disabled={isBusy} onClick={() => setAsking(false)}>
            {text('keep')}
          </button>
        </div>
      ) : (
        <div className="actions">
          {captureCount > 0 && (
            <button
              aria-label={text('finishNamed', name)}
              disabled={isBusy}
              onClick={() => void act({ type: 'open-import', sessionId })}
            >
              {text('finish')}
            </button>
          )}
          {state === 'interrupted' && resumableTabId !== undefined && (
            <button
              aria-label={text('resumeNamed', name)}
              disabled={isBusy}
              onClick={() => void act({ type: 'record-tab', tabId: resumableTabId, sessionId })}
            >
              {text('resume')}
            </button>
          )}
          <button aria-label={text('discardNamed', name)} disabled={isBusy} onClick={() => setAsking(true)}>
            {text('discard')}
          </button>
        </div>
      )}
    </li>
  )
}
