import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { ConversationRow, ConversationTurnRow } from '#protocol/rows.ts'

import { BackendError } from './backend-error.ts'
import { ask, callBackend, withTotal } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'

/** A conversation as the lists show it. */
export interface ListedConversation extends ConversationRow {
  readonly demoName: string | null
  /** The visitor's first question; null if they only listened. */
  readonly firstQuestion: string | null
}

export interface Transcript {
  readonly conversation: ConversationRow
  readonly demoName: string | null
  readonly turns: readonly ConversationTurnRow[]
  /** The meeting booked in it, even if cancelled later; null for none. */
  readonly meeting: BookedMeeting | null
}

interface BookedMeeting {
  readonly starts_at: string
  readonly status: 'booked' | 'moved' | 'cancelled'
  readonly lead_id: string | null
}

export interface ConversationPage {
  readonly conversations: readonly ListedConversation[]
  /** Of all there are. */
  readonly total: number
}

export const conversationsKey = ['conversations'] as const
export const conversationsAtOnce = 50

/** The newest of them. */
export function conversationsQuery(count: number) {
  return queryOptions({
    queryKey: [...conversationsKey, count] as const,
    queryFn: () => loadConversations(count),
    placeholderData: keepPreviousData,
  })
}

/** Shared by all pages that show a few, so that it loads once. */
export const recentConversationsQuery = conversationsQuery(8)

export function transcriptQuery(id: string) {
  return queryOptions({ queryKey: ['conversation', id], queryFn: () => loadTranscript(id) })
}

async function loadConversations(count: number): Promise<ConversationPage> {
  const workspaceId = await currentWorkspaceId('sessionsFailed')
  const { rows, total } = await ask('sessionsFailed', async (client) =>
    withTotal(
      await client
        .from('conversations')
        .select('*,demo:demos(name),questions:conversation_turns(text)', { count: 'exact' })
        .eq('workspace_id', workspaceId)
        .eq('questions.speaker', 'visitor')
        .in('questions.source', ['typed', 'voice'])
        .order('number', { referencedTable: 'questions' })
        .limit(1, { referencedTable: 'questions' })
        .order('started_at', { ascending: false })
        .order('id')
        .limit(count)
        .overrideTypes<ConversationWithQuestion[], { merge: false }>(),
    ),
  )
  return {
    conversations: rows.map(({ demo, questions, ...row }) => ({
      ...row,
      demoName: demo?.name ?? null,
      firstQuestion: questions[0]?.text ?? null,
    })),
    total,
  }
}

interface ConversationWithQuestion extends ConversationRow {
  readonly demo: { readonly name: string } | null
  readonly questions: readonly { readonly text: string }[]
}

async function loadTranscript(id: string): Promise<Transcript> {
  const [conversation, turns, [meeting = null]] = await Promise.all([
    ask('sessionsFailed', (client) =>
      client.from('conversations').select('*').eq('id', id).maybeSingle<ConversationRow>(),
    ),
    ask('sessionsFailed', (client) =>
      client
        .from('conversation_turns')
        .select('*')
        .eq('conversation_id', id)
        .order('number', { ascending: true })
        .overrideTypes<ConversationTurnRow[], { merge: false }>(),
    ),
    ask('sessionsFailed', (client) =>
      client
        .from('meetings')
        .select('starts_at,status,lead_id')
        .eq('conversation_id', id)
        .order('created_at', { ascending: false })
        .limit(1)
        .overrideTypes<BookedMeeting[], { merge: false }>(),
    ),
  ])
  if (conversation === null) throw new BackendError('sessionsFailed', 'missing')
  const demo = await callBackend((client) =>
    client.from('demos').select('name').eq('id', conversation.demo_id).maybeSingle<{ readonly name: string }>(),
  )
  return { conversation, demoName: demo.ok ? (demo.value?.name ?? null) : null, turns, meeting }
}
