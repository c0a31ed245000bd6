import type { RecorderStatus } from '../messages.ts'
import type { Act } from './popup-screen.tsx'

export function RecordingSection(props: { recording: RecorderStatus; isBusy: boolean; act: Act }) {
  const { recording, isBusy, act } = props
  const { captureCount, lastTitle, isPaused } = recording
  return (
    <section>
      <p className="state" role="status">
        <span className={isPaused ? 'dot paused' : 'dot'} aria-hidden="true" />
        {isPaused ? 'Paused' : 'Recording'}, {captureCount} {captureCount === 1 ? 'step' : 'steps'}
      </p>
      <p className="quiet">
        {lastTitle === null ? 'Click anything on the page to record the first step.' : `Last: ${lastTitle}`}
      </p>
      <div className="actions">
        <button className="primary" disabled={isBusy} onClick={() => void act({ type: 'finish-recording' })}>
          Stop
        </button>
        <button disabled={isBusy} onClick={() => void act({ type: 'set-paused', isPaused: !isPaused })}>
          {isPaused ? 'Continue' : 'Pause'}
        </button>
        <button disabled={isBusy || captureCount === 0} onClick={() => void act({ type: 'undo-last-step' })}>
          Undo last step
        </button>
        {recording.canRedo && (
          <button disabled={isBusy} onClick={() => void act({ type: 'redo-step' })}>
            Redo
          </button>
        )}
      </div>
    </section>
  )
}
