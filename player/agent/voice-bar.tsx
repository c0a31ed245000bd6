import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type PointerEvent } from 'react'

import { joinSentences } from '#domain/join-sentences.ts'

import type { AgentTalk } from './agent-talk.ts'
import { PanelIcon } from './panel-icon.tsx'
import { SoundButton, SoundNotice } from './sound-notice.tsx'
import { splitSpoken } from './spoken-part.ts'
import type { TalkView } from './talk-view.ts'
import { panelLanguage, t, translated } from './panel-text.ts'

interface VoiceBarProps {
  readonly talk: AgentTalk
  readonly view: TalkView
  readonly onClose: () => void
}

/** Conversation by voice: a caption below the demo. */
export function VoiceBar({ talk, view, onClose }: VoiceBarProps) {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  const hasProblem = view.microphoneProblem !== '' || view.soundProblem !== '' || view.voiceHint !== ''
  return (
    <section
      className="us-agent-bar"
      role="dialog"
      lang={panelLanguage()}
      aria-label={view.agentName}
      onKeyDown={handleKeyDown}
    >
      <Ring talk={talk} view={view} />
      <div className="us-agent-words">
        <p className={view.isSpeaking ? 'us-agent-state us-agent-state-on' : 'us-agent-state'} aria-hidden="true">
          {stateOf(view)}
        </p>
        <p className="us-agent-spoken" dir="auto">
          <Caption key={view.caption} view={view} />
        </p>
      </div>
      <p className="us-hidden" role="status">
        {statusOf(view)}
      </p>
      {view.isSpeaking && (
        <button type="button" className="us-agent-voice" onClick={() => talk.press('stop')}>
          <PanelIcon name="stop" />
          {t('Stop')}
        </button>
      )}
      {view.isRecorded && view.isMicrophoneOpen && <span className="us-agent-recorded">{t('Recorded')}</span>}
      <MicrophoneButton talk={talk} view={view} />
      <SoundButton talk={talk} view={view} className="us-agent-voice us-agent-voice-icon" />
      <button
        type="button"
        className="us-agent-voice us-agent-voice-icon"
        aria-label={t('Open chat')}
        onClick={() => talk.unfold()}
      >
        <PanelIcon name="more" />
      </button>
      {hasProblem && (
        <div className="us-agent-bar-notice">
          <SoundNotice talk={talk} view={view} />
        </div>
      )}
    </section>
  )
}

function statusOf(view: TalkView): string {
  if (view.isReconnecting) return t('Reconnecting…')
  if (view.doing !== '') return translated(view.doing)
  const { voiceState, listening } = view
  if (voiceState === 'asking') return t('Waiting for the microphone')
  if (voiceState === 'thinking') return t('Thinking')
  return listening === 'listening' || listening === 'starting' ? t('Listening') : ''
}

/** The state in view; a screen reader hears the agent speak. */
function stateOf(view: TalkView): string {
  if (view.stage === 'starting') return ''
  if (view.isSpeaking) return t('Speaking')
  const status = statusOf(view)
  if (status !== '') return status
  return t(view.listening === 'unavailable' ? 'Microphone unavailable' : 'Microphone off')
}

/** The agent's face; its ring follows the visitor's voice while the microphone is open. */
function Ring({ talk, view }: Pick<VoiceBarProps, 'talk' | 'view'>) {
  const level = useSyncExternalStore(talk.sound.level.subscribe, talk.sound.level.get)
  const isHearing = view.isMicrophoneOpen && !view.isSpeaking
  return (
    <span
      className={view.isSpeaking ? 'us-agent-ring us-agent-ring-on' : 'us-agent-ring'}
      style={isHearing ? { boxShadow: `0 0 0 ${5 + Math.round(level * 16)}px oklch(0.8 0.15 75 / 0.38)` } : undefined}
      aria-hidden="true"
    >
      <PanelIcon name="mark" />
    </span>
  )
}

/** A click opens or closes the microphone; holding it down talks for as long. */
function MicrophoneButton({ talk, view }: Pick<VoiceBarProps, 'talk' | 'view'>) {
  const hold = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; isHeld: boolean }>({
    timer: undefined,
    isHeld: false,
  })
  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    hold.current.isHeld = false
    hold.current.timer = setTimeout(() => {
      hold.current.isHeld = true
      talk.sound.pressToTalk(true)
    }, holdMs)
  }
  const release = () => {
    clearTimeout(hold.current.timer)
    if (hold.current.isHeld) talk.sound.pressToTalk(false)
  }
  return (
    <button
      type="button"
      className="us-agent-voice us-agent-voice-icon"
      aria-label={t('Microphone')}
      aria-pressed={view.isMicrophoneOpen}
      title={t('Hold to talk, or hold the space bar')}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!hold.current.isHeld) void talk.sound.toggleMicrophone()
        hold.current.isHeld = false
      }}
    >
      <PanelIcon name={view.isMicrophoneOpen ? 'microphone' : 'microphone-off'} />
    </button>
  )
}

/** The sentence being spoken, highlighted word by word; then the visitor's words. */
function Caption({ view }: { readonly view: TalkView }) {
  const [elapsedMs, setElapsedMs] = useState(0)
  useEffect(() => {
    if (!view.isSpeaking) return
    const startedAt = performance.now()
    const timer = setInterval(() => setElapsedMs(performance.now() - startedAt), tickMs)
    return () => clearInterval(timer)
  }, [view.isSpeaking])
  if (view.partial !== '') return <i>{view.partial}</i>
  if (view.stage === 'starting') return <>{t('Connecting…')}</>
  const caption = view.hasSound ? view.caption : newestText(view)
  if (caption === '') return <>{view.listening === 'listening' ? t('Ask your question') : ''}</>
  const share = view.isSpeaking && view.captionMs > 0 ? elapsedMs / view.captionMs : 1
  const { said, word, rest } = splitSpoken(caption, share)
  return (
    <>
      <i>{said}</i>
      <b>{word}</b>
      {rest}
    </>
  )
}

/** The agent's last sentence, if the browser has no voice for it. */
function newestText({ transcript }: TalkView): string {
  const last = transcript.findLast(({ kind }) => kind === 'agent')
  return last?.kind === 'agent' ? joinSentences(last.lines.map(({ text }) => text)) : ''
}

const tickMs = 120
const holdMs = 350
