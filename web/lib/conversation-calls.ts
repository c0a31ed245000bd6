import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type {
  ConversationRow,
  ConversationTurnRow,
  HandoverRow,
  LiveTalkRow,
  TalkRecordingRow,
  TalkSoundRow,
} from '#protocol/rows.ts'
import { readDemoLook } from '#domain/demo-look.ts'
import { fallbackFiller } from '#domain/variables.ts'

import { BackendError } from './backend-error.ts'
import { ask, callBackend, mustChange, withTotal } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'
import { hotScore } from './fact-texts.ts'
import { searchCondition } from './search-pattern.ts'

/** A conversation in lists. */
export interface ListedConversation extends ConversationRow {
  readonly demoName: string | null
  /** The first thing the visitor said or chose to ask; null if they only listened. */
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
  /** Null if the demo has been deleted. */
  readonly agent: TalkAgent | null
  readonly turns: readonly ConversationTurnRow[]
  /** The meeting booked in it, even if cancelled later; null if none. */
  readonly meeting: BookedMeeting | null
  /** Null when it is over. */
  readonly live: LiveTalkRow | null
  /** The demo's current steps, in order; empty if it was deleted. */
  readonly steps: readonly TalkStep[]
  /** Oldest first. */
  readonly handovers: readonly HandoverRow[]
  /** Null if it wasn't recorded, or the recording is deleted. */
  readonly recording: TalkRecording | null
}

export interface TalkRecording extends TalkRecordingRow {
  readonly sounds: readonly TalkSoundRow[]
}

export interface TalkStep {
  readonly id: string
  readonly title: string | null
  readonly screenshot_url: string
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
  /** The total number. */
  readonly total: number
}

export const conversationsKey = ['conversations'] as const
export const conversationsAtOnce = 50

export interface ConversationFilter {
  /** `open`: the visitor said something. `silent`: the rest of those not done. `hot`: with the score of a hot lead. */
  readonly show: 'all' | 'open' | 'silent' | 'hot' | 'done'
  /** Text in the visitor's messages or facts, or in the demo's name; empty for any. */
  readonly words: string
  readonly agentId?: string
}

const everyConversation: ConversationFilter = { show: 'all', words: '' }

/** The newest conversations that match the filter. */
export function conversationsQuery(count: number, filter: ConversationFilter = everyConversation) {
  return queryOptions({
    queryKey: [...conversationsKey, count, filter] as const,
    queryFn: () => loadConversations(count, filter),
    placeholderData: keepPreviousData,
  })
}

/** Shared by all pages that show a few conversations, so that they load once. */
export const recentConversationsQuery = conversationsQuery(8)

export function agentConversationsQuery(agentId: string, count: number) {
  return conversationsQuery(count, { ...everyConversation, agentId })
}

export function transcriptQuery(id: string) {
  return queryOptions({ queryKey: ['conversation', id], queryFn: () => loadTranscript(id) })
}

async function loadConversations(count: number, filter: ConversationFilter): Promise<ConversationPage> {
  const workspaceId = await currentWorkspaceId('sessionsFailed')
  const words = filter.words.trim()
  const { rows, total } = await ask('sessionsFailed', async (client) => {
    let query = client.from('conversations').select(listed, { count: 'exact' }).eq('workspace_id', workspaceId)
    if (words !== '') query = query.or(`search_text.${searchCondition(words)}`)
    if (filter.agentId !== undefined) query = query.eq('agent_id', filter.agentId)
    if (filter.show === 'hot') query = query.gte('score', hotScore)
    if (filter.show === 'done') query = query.not('done_at', 'is', null)
    else if (filter.show !== 'all') query = query.is('done_at', null)
    if (filter.show === 'open') query = query.not('questions', 'is', null)
    if (filter.show === 'silent') query = query.is('questions', null)
    return withTotal(
      await query
        .eq('questions.speaker', 'visitor')
        .order('outcome', { referencedTable: 'questions', nullsFirst: true })
        .order('number', { referencedTable: 'questions' })
        .limit(1, { referencedTable: 'questions' })
        .order('number', { referencedTable: 'last', ascending: false })
        .limit(1, { referencedTable: 'last' })
        .order('started_at', { ascending: false })
        .order('id')
        .limit(count)
        .overrideTypes<ConversationWithQuestion[], { merge: false }>(),
    )
  })
  return {
    conversations: rows.map(toListed),
    total,
  }
}

const listed =
  '*,demo:demos(name),questions:conversation_turns(text,outcome),last:conversation_turns(speaker,text,member_name),live:live_talks(*)'

function toListed({ demo, questions, last, ...row }: ConversationWithQuestion): ListedConversation {
  return {
    ...row,
    demoName: demo?.name ?? null,
    firstQuestion: questions[0]?.outcome === null ? questions[0].text : null,
    lastTurn: last[0] ?? null,
  }
}

/** Conversations in progress, newest first. */
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
        .order('outcome', { referencedTable: 'questions', nullsFirst: true })
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

/** Marks a conversation as done in everybody's inbox, or reopens it. */
export async function markConversation(id: string, isDone: boolean): Promise<void> {
  const done_at = isDone ? new Date().toISOString() : null
  await ask('conversationSaveFailed', async (client) =>
    mustChange(await client.from('conversations').update({ done_at }).eq('id', id).select('id')),
  )
}

interface ConversationWithQuestion extends ConversationRow {
  readonly demo: { readonly name: string } | null
  readonly questions: readonly Pick<ConversationTurnRow, 'text' | 'outcome'>[]
  readonly last: readonly LastTurn[]
  readonly live: LiveTalkRow | null
}

async function loadTranscript(id: string): Promise<Transcript> {
  const [found, turns, [meeting = null]] = await Promise.all([
    ask('sessionsFailed', (client) =>
      client
        .from('conversations')
        .select(
          '*,agent:agents(name,hue),live:live_talks(*),handovers(*),recording:talk_recordings(*,sounds:talk_sounds(*))',
        )
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
  const { agent, live, handovers, recording, ...conversation } = found
  const demo = await callBackend((client) =>
    client
      .from('demos')
      .select('name,look,steps:demo_steps(id,title,screenshot_url)')
      .eq('id', conversation.demo_id)
      .order('order', { referencedTable: 'steps' })
      .maybeSingle<{ readonly name: string; readonly look: unknown; readonly steps: readonly TalkStep[] }>(),
  )
  const { name: demoName = null, look, steps: stored = [] } = (demo.ok ? demo.value : null) ?? {}
  const fill = fallbackFiller(readDemoLook(look))
  const steps = stored.map((step) => ({ ...step, title: step.title && fill(step.title) }))
  return { conversation, demoName, agent, turns, meeting, live, steps, handovers, recording }
}

/** The tracked visit of a conversation; null if none. */
export function talkVisitQuery(demoId: string, conversationId: string) {
  return queryOptions({
    queryKey: ['conversation', conversationId, 'visit'],
    queryFn: async (): Promise<TalkVisit | null> => {
      const [visit = null] = await ask('sessionsFailed', (client) =>
        client
          .from('visits')
          .select('seconds,steps')
          .eq('demo_id', demoId)
          .contains('talk_ids', [conversationId])
          .limit(1)
          .overrideTypes<TalkVisit[], { merge: false }>(),
      )
      return visit
    },
    staleTime: 10_000,
  })
}

interface TalkVisit {
  readonly seconds: number
  readonly steps: readonly { readonly step_id: string; readonly views: number }[]
}

interface FoundConversation extends ConversationRow {
  readonly agent: TalkAgent | null
  readonly live: LiveTalkRow | null
  readonly handovers: readonly HandoverRow[]
  readonly recording: TalkRecording | null
}
