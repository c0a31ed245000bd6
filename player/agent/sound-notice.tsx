import type { AgentTalk } from './agent-talk.ts'
import { PanelIcon } from './panel-icon.tsx'
import type { TalkView } from './talk-view.ts'
import { t, translated } from './panel-text.ts'
import { microphoneSentences } from './voice/voice-sentences.ts'

interface SoundNoticeProps {
  readonly talk: AgentTalk
  readonly view: TalkView
}

/** Problems with the microphone or the sound, with a retry button where that can help. */
export function SoundNotice({ talk, view }: SoundNoticeProps) {
  return (
    <>
      {view.microphoneProblem !== '' && (
        <div className="us-agent-notice us-agent-microphone-notice">
          <PanelIcon name="microphone-off" />
          <span role="alert">{translated(view.microphoneProblem)}</span>
          {view.microphoneProblem !== microphoneSentences.unsupported && (
            <button type="button" onClick={() => void talk.sound.openMicrophone()}>
              {t('Try again')}
            </button>
          )}
        </div>
      )}
      {view.soundProblem !== '' && view.hasSound && (
        <div className="us-agent-notice us-agent-microphone-notice">
          <PanelIcon name="sound-off" />
          <span role="alert">{translated(view.soundProblem)}</span>
          <button type="button" onClick={() => talk.sound.retrySound()}>
            {t('Turn on sound')}
          </button>
        </div>
      )}
      {view.voiceHint !== '' && (
        <p className="us-agent-notice" role="status">
          {translated(view.voiceHint)}
        </p>
      )}
    </>
  )
}

/** Turns the agent's voice on and off. */
export function SoundButton({ talk, view, className }: SoundNoticeProps & { readonly className: string }) {
  return (
    <button
      type="button"
      className={className}
      aria-label={t('Sound')}
      aria-pressed={view.hasSound}
      onClick={() => void talk.sound.toggleSound()}
    >
      <PanelIcon name={view.hasSound ? 'sound' : 'sound-off'} />
    </button>
  )
}
