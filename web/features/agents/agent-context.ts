import { createContext, useContext } from 'react'

import type { ListedAgent } from '../../lib/agent-calls.ts'
import type { AgentEdit, AgentRow } from '../../lib/agent-rows.ts'
import type { AgentSaver, SaverView } from './agent-saver.ts'
import type { TryTalk } from './try-talk.ts'

export interface AgentContextValue {
  /** Including unsaved changes. */
  readonly agent: AgentRow
  /** The agent as stored, with its figures. */
  readonly stored: ListedAgent
  readonly saver: AgentSaver
  readonly saving: SaverView
  readonly talk: TryTalk
  /** False for viewers of the workspace. */
  readonly canEdit: boolean
  readonly edit: (edit: AgentEdit) => void
  /** Shows the question in the panel beside the page and asks it. */
  readonly tryQuestion: (question: string) => void
}

export const AgentContext = createContext<AgentContextValue | null>(null)

/** The agent whose page this is. */
export function useAgent(): AgentContextValue {
  const value = useContext(AgentContext)
  if (value === null) throw new Error('useAgent outside an agent’s page')
  return value
}
