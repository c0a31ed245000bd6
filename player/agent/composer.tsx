import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'

import type { AgentTalk } from './agent-talk.ts'
import { PanelIcon } from './panel-icon.tsx'
import { PanelMenu, type PanelMenuItem } from './panel-menu.tsx'
import type { TalkView } from './talk-view.ts'
import { focusHere, isTouch } from './use-focus-unless-typing.ts'
import { t } from './panel-text.ts'

interface ComposerProps {
  readonly talk: AgentTalk
  readonly view: TalkView
}

/** The field with its menu and microphone. The first question opens the conversation. */
export function Composer({ talk, view }: ComposerProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(talk.draft)
  /** Sent, and kept in the field until the conversation is open. */
  const opening = useRef(false)
  useEffect(() => {
    talk.keepDraft(text)
  }, [talk, text])
  // Before paint, so that a key pressed as the panel appears reaches the field.
  useLayoutEffect(() => {
    if (!isTouch()) focusHere(field.current)
  }, [])
  useEffect(() => {
    if (view.microphoneProblem !== '') focusHere(field.current)
  }, [view.microphoneProblem])
  useEffect(() => {
    if (view.stage === 'starting') return
    if (view.stage === 'talking' && opening.current) setText('')
    opening.current = false
  }, [view.stage])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isOpening = view.stage !== 'talking'
    // Refused text stays in the field.
    if (opening.current || !talk.say(text)) return
    if (isOpening) opening.current = true
    else setText('')
  }
  const shown = view.partial === '' ? text : view.partial
  return (
    <form className="us-agent-composer" onSubmit={submit}>
      <PanelMenu label={t('More options')} icon="plus" side="above" items={waysOf(talk, view)} />
      <input
        ref={field}
        type="text"
        dir="auto"
        value={shown}
        placeholder={t('Ask a question')}
        aria-label={t('Your question')}
        autoComplete="off"
        enterKeyHint="send"
        onInput={(event) => {
          const { value } = event.currentTarget
          if (value !== '') talk.noticeTyping(value)
          setText(value)
        }}
      />
      {shown.trim() === '' ? (
        <MicrophoneButton talk={talk} view={view} />
      ) : (
        <button type="submit" className="us-agent-icon us-agent-send" aria-label={t('Send')}>
          <PanelIcon name="send" />
        </button>
      )}
    </form>
  )
}

function MicrophoneButton({ talk, view }: ComposerProps) {
  const isRefused = view.listening === 'unavailable'
  return (
    <button
      type="button"
      className={`us-agent-icon us-agent-microphone-${view.listening}`}
      aria-label={t(isRefused ? 'Microphone unavailable' : voiceLabels[view.listening])}
      aria-pressed={view.isMicrophoneOpen}
      onClick={() => void talk.sound.toggle()}
    >
      <PanelIcon name={isRefused ? 'microphone-off' : 'microphone'} />
    </button>
  )
}

const voiceLabels = {
  off: 'Talk',
  starting: 'Opening the microphone…',
  listening: 'Listening',
  unavailable: 'Microphone unavailable',
} as const

function waysOf(talk: AgentTalk, view: TalkView): readonly PanelMenuItem[] {
  return [
    { label: t('Take the tour'), icon: 'play', onChoose: () => talk.press('continue') },
    ...(view.takesMeetings
      ? [{ label: t('Book a meeting'), icon: 'calendar', onChoose: () => talk.press('book') } as const]
      : []),
    { label: t('Talk to a person'), icon: 'person', onChoose: () => talk.press('human') },
  ]
}
