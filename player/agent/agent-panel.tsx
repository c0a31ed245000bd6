import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'

import type { Store } from '../create-store.ts'
import { AgentTalk } from './agent-talk.ts'
import { ChatPanel } from './chat-panel.tsx'
import type { PanelStep } from './step-chip.tsx'
import { UnreadNote, useUnread } from './unread-note.tsx'
import { VoiceBar } from './voice-bar.tsx'
import './agent-panel.css'
import './agent-thread.css'
import './agent-cards.css'
import './voice-bar.css'
import './panel-layouts.css'

/** A meeting, an answer to a question, or a question that the visitor has yet to send. */
export type AgentRequest =
  | { readonly act: 'book' }
  | { readonly act: 'ask'; readonly question: string }
  | { readonly act: 'suggest'; readonly question: string }

export interface AgentPanelProps {
  readonly demoId: string
  readonly steps: readonly PanelStep[]
  /** Counted from 1. */
  readonly currentStep: number
  readonly onShowStep: (order: number) => void
  /** While closed, the conversation and the consent are kept. */
  readonly isOpen: boolean
  /** Opens or closes it. */
  readonly onShow: (isShown: boolean) => void
  /** Shows the step that the visitor chose. */
  readonly visited: Store<{ readonly order: number }>
  /** Initial text of the field. */
  readonly firstQuestion?: string | null | undefined
  /** The page's words when it offered the agent. */
  readonly greeting?: string | null | undefined
  /** A request from another part of the page; a new object is a new request. */
  readonly request?: AgentRequest | null | undefined
  /** A conversation has started. */
  readonly onTalk?: ((conversationId: string) => void) | undefined
}

/** The agent's panel: greeting, chat or voice bar. Starts nothing before the visitor's first input. */
export function AgentPanel(props: AgentPanelProps) {
  const { demoId, currentStep, onShowStep, isOpen, visited } = props
  const [talk] = useState(() => new AgentTalk(demoId, props.firstQuestion ?? null, { step: currentStep }))
  const view = useSyncExternalStore(talk.subscribe, talk.view)
  const unread = useUnread(view, isOpen)

  useEffect(() => visited.subscribe(() => talk.followVisitor(visited.get().order)), [visited, talk])
  useEffect(() => talk.showStepsWith(onShowStep), [onShowStep, talk])
  useEffect(() => {
    talk.resume()
    return talk.close
  }, [talk])
  // Synchronously, because a reload may follow.
  useLayoutEffect(() => talk.showPanel(isOpen), [isOpen, talk])
  const { onTalk, request = null } = props
  useEffect(() => {
    if (request?.act === 'book') talk.press('book')
    else if (request?.act === 'ask') talk.say(request.question, 'button')
    else if (request?.act === 'suggest') talk.suggest(request.question)
  }, [request, talk])
  const { conversationId } = view
  useEffect(() => {
    if (conversationId !== null && !talk.isResumed) onTalk?.(conversationId)
  }, [conversationId, onTalk, talk])
  // After the click's other listeners, so that the tracker doesn't count the click on the picture below.
  const close = () => void setTimeout(() => props.onShow(false))
  if (!isOpen) return unread === null ? null : <UnreadNote unread={unread} onOpen={() => props.onShow(true)} />
  const needsPanel = view.booking !== null || view.isCallbackAsked || !view.isFolded
  if (view.mode === 'voice' && view.stage === 'talking' && !needsPanel) {
    return <VoiceBar talk={talk} view={view} onClose={close} />
  }
  return (
    <ChatPanel
      talk={talk}
      view={view}
      steps={props.steps}
      currentStep={currentStep}
      offer={props.greeting ?? null}
      onShowStep={onShowStep}
      onClose={close}
    />
  )
}
