import { useEffect, useRef, useState, type ComponentType } from 'react'

import type { AgentPanelProps } from './agent/agent-panel.tsx'
import { useTakenOver } from './use-taken-over.ts'

type AgentBubbleProps = Omit<AgentPanelProps, 'onClose'>

/**
 * Offers the agent. Its part of the page is fetched when somebody wants it, never before: a visitor who only looks
 * pays nothing for it.
 */
export function AgentBubble(props: AgentBubbleProps) {
  const isTakenOver = useTakenOver()
  const [state, setState] = useState<'closed' | 'loading' | 'failed' | 'open'>('closed')
  const [panel, setPanel] = useState<{ readonly Panel: ComponentType<AgentPanelProps> } | null>(null)
  const bubble = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    if (state === 'closed' && wasOpen.current) bubble.current?.focus()
    wasOpen.current = state === 'open'
  }, [state])

  if (!isTakenOver) return null
  if (state === 'open' && panel !== null) {
    return <panel.Panel {...props} onClose={() => setState('closed')} />
  }

  const open = () => {
    setState('loading')
    loadPanel().then(
      ({ AgentPanel }) => {
        setPanel({ Panel: AgentPanel })
        setState('open')
      },
      () => setState('failed'),
    )
  }
  return (
    <div className="us-agent-offer">
      {state === 'failed' && <p role="alert">The agent could not be loaded. Check your connection, then try again.</p>}
      <button ref={bubble} type="button" className="us-bubble" aria-busy={state === 'loading'} onClick={open}>
        <span className="us-bubble-light" aria-hidden="true" />
        Ask about this demo
      </button>
    </div>
  )
}

function loadPanel() {
  return import('./agent/agent-panel.tsx')
}
