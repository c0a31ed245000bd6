import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { momentText } from '../../lib/dates.ts'
import { conversationsQuery } from '../../lib/conversation-calls.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { useAgent } from './agent-context.ts'
import { testFromConversation } from './agent-server-calls.ts'
import { knowledgeKeys } from './knowledge-calls.ts'

const offeredCount = 50

/** Recent conversations; one click turns one into a scenario. */
export function ConversationChoice({ onAdded }: { readonly onAdded: () => void }) {
  const { agent } = useAgent()
  const queries = useQueryClient()
  const conversations = useQuery(conversationsQuery(offeredCount)).data?.conversations
  const [busyId, setBusyId] = useState<string | null>(null)
  const [problem, setProblem] = useState<{ readonly text: string; readonly hint?: string | undefined } | null>(null)

  async function handleChoice(id: string): Promise<void> {
    setBusyId(id)
    setProblem(null)
    const outcome = await testFromConversation(agent.id, id)
    setBusyId(null)
    if (!outcome.ok) return setProblem(outcome)
    await queries.invalidateQueries({ queryKey: knowledgeKeys.tests(agent.id) })
    onAdded()
  }

  if (conversations === undefined) return <ListSkeleton label="Loading conversations" rows={4} />
  const asked = conversations.filter(({ firstQuestion }) => firstQuestion !== null)
  return (
    <>
      {problem === null ? null : <FormProblem text={problem.text} hint={problem.hint} />}
      {asked.length === 0 ? <p className="text-sm text-muted">No conversations with questions yet.</p> : null}
      <ul className="-mx-2 max-h-[50dvh] overflow-y-auto">
        {asked.map((conversation) => (
          <li key={conversation.id}>
            <button
              type="button"
              disabled={busyId !== null}
              className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left text-sm -outline-offset-2 hover:bg-sunken disabled:opacity-60"
              onClick={() => void handleChoice(conversation.id)}
            >
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate text-left">
                  “{conversation.firstQuestion}”
                </span>
                <span className="block truncate text-xs text-muted">{conversation.demoName ?? 'Deleted demo'}</span>
              </span>
              <span className="shrink-0 text-xs text-muted tabular-nums">
                {busyId === conversation.id ? 'Adding…' : momentText(conversation.started_at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
