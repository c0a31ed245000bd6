import { useEffect, useState, type KeyboardEvent } from 'react'

import type { AgentTalk } from './agent-talk.ts'
import { PanelIcon } from './panel-icon.tsx'
import { splitSpoken } from './spoken-part.ts'
import type { TalkView } from './talk-view.ts'

interface VoiceBarProps {
  readonly talk: AgentTalk
  readonly view: TalkView
  readonly onClose: () => void
}

/** The talk by voice: one caption below the demo. */
export function VoiceBar({ talk, view, onClose }: VoiceBarProps) {
  const isListening = view.listening === 'listening' || view.listening === 'starting'
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <section className="us-agent-bar" role="dialog" aria-label={view.agentName} onKeyDown={handleKeyDown}>
      <span className={view.isSpeaking ? 'us-agent-ring us-agent-ring-on' : 'us-agent-ring'} aria-hidden="true">
        <PanelIcon name="mark" />
      </span>
      <p className="us-agent-spoken" dir="auto">
        <Caption key={view.caption} view={view} />
      </p>
      <p className="us-hidden" role="status">
        {view.isReconnecting ? 'Reconnecting…' : isListening ? 'Listening' : ''}
      </p>
      {view.isSpeaking && (
        <button type="button" className="us-agent-voice" onClick={() => talk.press('stop')}>
          <PanelIcon name="stop" />
          Stop
        </button>
      )}
      <button
        type="button"
        className="us-agent-voice us-agent-voice-icon"
        aria-label="Microphone"
        aria-pressed={view.isMicrophoneOpen}
        onClick={() => talk.toggleMicrophone()}
      >
        <PanelIcon name={view.isMicrophoneOpen ? 'microphone' : 'microphone-off'} />
      </button>
      <button
        type="button"
        className="us-agent-voice us-agent-voice-icon"
        aria-label="Open chat"
        onClick={() => talk.unfold()}
      >
        <PanelIcon name="more" />
      </button>
    </section>
  )
}

/** The sentence being said, lit word by word; then what the visitor says. */
function Caption({ view }: { readonly view: TalkView }) {
  const [elapsedMs, setElapsedMs] = useState(0)
  useEffect(() => {
    if (!view.isSpeaking) return
    const startedAt = performance.now()
    const timer = setInterval(() => setElapsedMs(performance.now() - startedAt), tickMs)
    return () => clearInterval(timer)
  }, [view.isSpeaking])
  if (view.partial !== '') return <i>{view.partial}</i>
  if (view.stage === 'starting') return <>Connecting…</>
  const caption = view.hasSound ? view.caption : newestText(view)
  if (caption === '') return <>{view.listening === 'listening' ? 'Ask your question' : ''}</>
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

/** What the agent wrote last, where the browser has no voice for it. */
function newestText({ transcript }: TalkView): string {
  const last = transcript.findLast(({ kind }) => kind === 'agent')
  return last?.kind === 'agent' ? last.lines.map(({ text }) => text).join(' ') : ''
}

const tickMs = 120
