import { queryOptions } from '@tanstack/react-query'

import type { ConversationRow, ConversationTurnRow } from '#protocol/rows.ts'

import { BackendError, unwrap } from '../../lib/backend-error.ts'
import { loadClient } from '../../lib/backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'

/** A conversation as the lists show it. */
export interface ListedConversation extends ConversationRow {
  readonly demoName: string | null
  /** What the visitor asked first; null when they only listened. */
  readonly firstQuestion: string | null
}

export interface Transcript {
  readonly conversation: ConversationRow
  readonly demoName: string | null
  readonly turns: readonly ConversationTurnRow[]
  /** What was booked in it, also when it was called off later; null for nothing. */
  readonly meeting: BookedMeeting | null
}

interface BookedMeeting {
  readonly starts_at: string
  readonly status: 'booked' | 'moved' | 'cancelled'
  readonly lead_id: string | null
}

const listedMost = 100

export const conversationsQuery = queryOptions({ queryKey: ['conversations'], queryFn: loadConversations })

export function transcriptQuery(id: string) {
  return queryOptions({ queryKey: ['conversation', id], queryFn: () => loadTranscript(id) })
}

async function loadConversations(): Promise<readonly ListedConversation[]> {
  const client = await reachable()
  const answer = await client
    .from('conversations')
    .select('*')
    .eq('workspace_id', await currentWorkspaceId('sessionsFailed'))
    .order('started_at', { ascending: false })
    .limit(listedMost)
  const rows: readonly ConversationRow[] = unwrap(answer, 'sessionsFailed') ?? []
  if (rows.length === 0) return []

  const [demos, turns] = await Promise.all([
    client
      .from('demos')
      .select('id,name')
      .in('id', [...new Set(rows.map((row) => row.demo_id))]),
    client
      .from('conversation_turns')
      .select('conversation_id,text,number')
      .eq('speaker', 'visitor')
      .in('source', ['typed', 'voice'])
      .in(
        'conversation_id',
        rows.map((row) => row.id),
      )
      .order('number', { ascending: true }),
  ])
  const names = new Map((demos.data ?? []).map((demo): [string, string] => [String(demo.id), String(demo.name)]))
  const questions = new Map<string, string>()
  for (const turn of turns.data ?? []) {
    const id = String(turn.conversation_id)
    if (!questions.has(id)) questions.set(id, String(turn.text))
  }
  return rows.map((row) => ({
    ...row,
    demoName: names.get(row.demo_id) ?? null,
    firstQuestion: questions.get(row.id) ?? null,
  }))
}

async function loadTranscript(id: string): Promise<Transcript> {
  const client = await reachable()
  const [found, turns, meetings] = await Promise.all([
    client.from('conversations').select('*').eq('id', id).maybeSingle(),
    client.from('conversation_turns').select('*').eq('conversation_id', id).order('number', { ascending: true }),
    client
      .from('meetings')
      .select('starts_at,status,lead_id')
      .eq('conversation_id', id)
      .order('created_at', { ascending: false })
      .limit(1)
      .overrideTypes<BookedMeeting[], { merge: false }>(),
  ])
  const conversation: ConversationRow | null = unwrap(found, 'sessionsFailed')
  if (conversation === null) throw new BackendError('sessionsFailed', 'missing')
  const demo = await client.from('demos').select('name').eq('id', conversation.demo_id).maybeSingle()
  const rows: readonly ConversationTurnRow[] = unwrap(turns, 'sessionsFailed') ?? []
  const meeting = unwrap(meetings, 'sessionsFailed')?.[0] ?? null
  return { conversation, demoName: demo.data === null ? null : String(demo.data.name), turns: rows, meeting }
}

async function reachable() {
  try {
    return await loadClient()
  } catch (error) {
    throw new BackendError('sessionsFailed', 'unreachable', error)
  }
}
