import type { RecorderStatus } from '../messages.ts'
import { countText, text } from '../text.ts'
import type { Act } from './popup-screen.tsx'

export function RecordingSection(props: { recording: RecorderStatus; isBusy: boolean; act: Act }) {
  const { recording, isBusy, act } = props
  const { captureCount, lastTitle, isPaused } = recording
  return (
    <section>
      <p className="state" role="status">
        <span className={isPaused ? 'dot paused' : 'dot'} aria-hidden="true" />
        {isPaused
          ? countText('pausedOne', 'pausedMany', captureCount)
          : countText('recordingOne', 'recordingMany', captureCount)}
      </p>
      <p className="quiet">{lastTitle === null ? text('firstStepHelp') : text('lastStep', lastTitle)}</p>
      <div className="actions">
        <button className="primary" disabled={isBusy} onClick={() => void act({ type: 'finish-recording' })}>
          {text('stop')}
        </button>
        <button disabled={isBusy} onClick={() => void act({ type: 'set-paused', isPaused: !isPaused })}>
          {text(isPaused ? 'continue' : 'pause')}
        </button>
        <button disabled={isBusy || captureCount === 0} onClick={() => void act({ type: 'undo-last-step' })}>
          {text('undoLastStep')}
        </button>
        {recording.canRedo && (
          <button disabled={isBusy} onClick={() => void act({ type: 'redo-step' })}>
            {text('redo')}
          </button>
        )}
      </div>
    </section>
  )
}
