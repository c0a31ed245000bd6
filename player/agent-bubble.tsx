import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'

import { engageMessage } from '#domain/tracking-rules.ts'
import { suggestedQuestion } from '#domain/suggested-question.ts'
import type { ChatQuestion } from '#protocol/player-page.ts'

import type { AgentPanelProps, AgentRequest } from './agent/agent-panel.tsx'
import { isTalkStored } from './agent/stored-talk-key.ts'
import type { Store } from './create-store.ts'
import { postToHost } from './post-player-event.ts'
import { recordVisit } from './visits.ts'

/** A request from another part of the page to open the agent. Each one is a new object. */
export type AgentCall = { readonly act: 'open' } | AgentRequest

type Panel = ComponentType<AgentPanelProps>

interface AgentBubbleProps extends Omit<
  AgentPanelProps,
  'isOpen' | 'onShow' | 'firstQuestion' | 'greeting' | 'onTalk' | 'request'
> {
  readonly calls: Store<AgentCall | null>
  readonly onOpen: () => void
}

/** Offers the agent. Its code loads on first use, so visitors who only look don't pay for it. */
export function AgentBubble({ calls, onOpen, ...props }: AgentBubbleProps) {
  const [state, setState] = useState<'closed' | 'loading' | 'failed' | 'open'>('closed')
  const [panel, setPanel] = useState<{ readonly Panel: Panel } | null>(null)
  const [firstQuestion, setFirstQuestion] = useState<string | null>(null)
  const isOpen = state === 'open'
  const bubble = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    if (isOpen) onOpen()
    else if (wasOpen.current) focusButton(bubble.current)
    if (isOpen !== wasOpen.current) postToHost({ type: 'agent', state: isOpen ? 'opened' : 'closed', answers: 0 })
    wasOpen.current = isOpen
  }, [isOpen, onOpen])

  // Keeps the page's tracker from offering a second conversation.
  useEffect(() => {
    const answer = ({ data, source }: MessageEvent<Partial<ChatQuestion> | null>) => {
      if (source !== parent || parent === window || data?.source !== 'understudy-chat') return
      parent.postMessage({ source: 'understudy-chat', isOpen } satisfies ChatQuestion, '*')
    }
    addEventListener('message', answer)
    return () => removeEventListener('message', answer)
  }, [isOpen])

  const show = useCallback(({ AgentPanel }: { readonly AgentPanel: Panel }) => {
    setPanel({ Panel: AgentPanel })
    setState('open')
  }, [])

  // Opened by accepting a tracker's offer, or by a conversation before the reload.
  const isOffered = new URLSearchParams(location.search).get('agent') === 'engage'
  const goesOn = isTalkStored(props.demoId)
  useEffect(() => {
    if (isOffered || goesOn) loadPanel().then(show, () => setState('failed'))
  }, [isOffered, goesOn, show])

  const open = useCallback(
    (question: string | null) => {
      setFirstQuestion(question)
      setState('loading')
      loadPanel().then(show, () => setState('failed'))
    },
    [show],
  )
  const [request, setRequest] = useState<AgentRequest | null>(null)
  useEffect(() => {
    const answer = () => {
      const call = calls.get()
      if (call === null) return
      setRequest(call.act === 'open' ? null : call)
      open(null)
    }
    // The request may have come before this component mounted.
    answer()
    return calls.subscribe(answer)
  }, [calls, open])

  const offered = offeredQuestion(props.steps)
  return (
    <>
      {panel !== null && (
        <panel.Panel
          {...props}
          firstQuestion={firstQuestion}
          greeting={isOffered ? engageMessage : null}
          onTalk={isOffered ? recordAcceptedTalk : recordTalk}
          request={request}
          isOpen={isOpen}
          onShow={(isShown) => setState(isShown ? 'open' : 'closed')}
        />
      )}
      {!isOpen && (
        <div className="us-agent-offer">
          {state === 'failed' && (
            <p role="alert">The agent could not be loaded. Check your connection, then try again.</p>
          )}
          {offered !== null && state === 'closed' && panel === null && (
            <button type="button" className="us-bubble-question" onClick={() => open(offered)}>
              {offered}
            </button>
          )}
          <button
            ref={bubble}
            type="button"
            className="us-bubble"
            aria-busy={state === 'loading'}
            aria-label="Ask about this demo"
            onClick={() => open(null)}
          >
            <span className="us-bubble-light" aria-hidden="true" />
            <span>
              Ask<span className="us-bubble-more"> about this demo</span>
            </span>
          </button>
        </div>
      )}
    </>
  )
}

/** On phones, the button is in the sheet. */
function focusButton(bubble: HTMLElement | null): void {
  const isShown = bubble?.checkVisibility() ?? false
  const button = isShown ? bubble : document.querySelector<HTMLElement>('.us-ask')
  button?.focus()
}

/** A suggested question about the first later step that has notes. */
function offeredQuestion(steps: AgentPanelProps['steps']): string | null {
  for (const step of steps.slice(1)) {
    const question = step.description === null ? null : suggestedQuestion(step.title)
    if (question !== null) return question
  }
  return null
}

function recordTalk(conversationId: string): void {
  recordVisit('agent_opened', { subject_id: conversationId })
}

function recordAcceptedTalk(conversationId: string): void {
  recordVisit('engage_accepted')
  recordTalk(conversationId)
}

function loadPanel() {
  return import('./agent/agent-panel.tsx')
}
