import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { ConversationRow, ConversationTurnRow, HandoverRow, LiveTalkRow } from '#protocol/rows.ts'

import { BackendError } from './backend-error.ts'
import { ask, callBackend, withTotal } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'

/** A conversation as the lists show it. */
export interface ListedConversation extends ConversationRow {
  readonly demoName: string | null
  /** The visitor's first question; null if they only listened. */
  readonly firstQuestion: string | null
  /** The last turn. */
  readonly lastTurn: LastTurn | null
  /** Null when it is over. */
  readonly live: LiveTalkRow | null
}

export type LastTurn = Pick<ConversationTurnRow, 'speaker' | 'text' | 'member_name'>

export interface Transcript {
  readonly conversation: ConversationRow
  readonly demoName: string | null
  /** Null when it was deleted since. */
  readonly agent: TalkAgent | null
  readonly turns: readonly ConversationTurnRow[]
  /** The meeting booked in it, even if cancelled later; null for none. */
  readonly meeting: BookedMeeting | null
  /** Null when it is over. */
  readonly live: LiveTalkRow | null
  /** Oldest first. */
  readonly handovers: readonly HandoverRow[]
}

interface TalkAgent {
  readonly name: string
  readonly hue: number
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
        .select(listed, { count: 'exact' })
        .eq('workspace_id', workspaceId)
        .eq('questions.speaker', 'visitor')
        .in('questions.source', ['typed', 'voice'])
        .order('number', { referencedTable: 'questions' })
        .limit(1, { referencedTable: 'questions' })
        .order('number', { referencedTable: 'last', ascending: false })
        .limit(1, { referencedTable: 'last' })
        .order('started_at', { ascending: false })
        .order('id')
        .limit(count)
        .overrideTypes<ConversationWithQuestion[], { merge: false }>(),
    ),
  )
  return {
    conversations: rows.map(toListed),
    total,
  }
}

const listed =
  '*,demo:demos(name),questions:conversation_turns(text),last:conversation_turns(speaker,text,member_name),live:live_talks(*)'

function toListed({ demo, questions, last, ...row }: ConversationWithQuestion): ListedConversation {
  return {
    ...row,
    demoName: demo?.name ?? null,
    firstQuestion: questions[0]?.text ?? null,
    lastTurn: last[0] ?? null,
  }
}

/** Conversations that are going on, the newest first. */
export const liveConversationsQuery = queryOptions({
  queryKey: ['live-conversations'],
  queryFn: async (): Promise<readonly ListedConversation[]> => {
    const workspaceId = await currentWorkspaceId('sessionsFailed')
    const rows = await ask('sessionsFailed', (client) =>
      client
        .from('conversations')
        .select(listed.replace('live:live_talks(*)', 'live:live_talks!inner(*)'))
        .eq('workspace_id', workspaceId)
        .eq('questions.speaker', 'visitor')
        .order('number', { referencedTable: 'questions' })
        .limit(1, { referencedTable: 'questions' })
        .order('number', { referencedTable: 'last', ascending: false })
        .limit(1, { referencedTable: 'last' })
        .order('started_at', { ascending: false })
        .order('id')
        .limit(liveAtOnce)
        .overrideTypes<ConversationWithQuestion[], { merge: false }>(),
    )
    return rows.map(toListed)
  },
})

const liveAtOnce = 50

interface ConversationWithQuestion extends ConversationRow {
  readonly demo: { readonly name: string } | null
  readonly questions: readonly { readonly text: string }[]
  readonly last: readonly LastTurn[]
  readonly live: LiveTalkRow | null
}

async function loadTranscript(id: string): Promise<Transcript> {
  const [found, turns, [meeting = null]] = await Promise.all([
    ask('sessionsFailed', (client) =>
      client
        .from('conversations')
        .select('*,agent:agents(name,hue),live:live_talks(*),handovers(*)')
        .eq('id', id)
        .order('created_at', { referencedTable: 'handovers' })
        .maybeSingle<FoundConversation>(),
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
  if (found === null) throw new BackendError('sessionsFailed', 'missing')
  const { agent, live, handovers, ...conversation } = found
  const demo = await callBackend((client) =>
    client.from('demos').select('name').eq('id', conversation.demo_id).maybeSingle<{ readonly name: string }>(),
  )
  const demoName = demo.ok ? (demo.value?.name ?? null) : null
  return { conversation, demoName, agent, turns, meeting, live, handovers }
}

interface FoundConversation extends ConversationRow {
  readonly agent: TalkAgent | null
  readonly live: LiveTalkRow | null
  readonly handovers: readonly HandoverRow[]
}
