import { queryOptions } from '@tanstack/react-query'

import type { HandoverRow, LiveTalkRow } from '#protocol/rows.ts'

import { ask, callBackend } from './call-backend.ts'
import { currentWorkspaceId } from './current-workspace.ts'
import { newId } from './new-id.ts'
import { ownUser } from './own-user.ts'
import { submit, type FormOutcome } from './submit.ts'

/** A visitor waiting for a person. */
export interface Ring extends HandoverRow {
  readonly demoName: string | null
  readonly step: number | null
}

/** Visitors waiting for a person now. */
export const ringsQuery = queryOptions({
  queryKey: ['rings'],
  queryFn: async (): Promise<readonly Ring[]> => {
    const workspaceId = await currentWorkspaceId('sessionsFailed')
    const rows = await ask('sessionsFailed', (client) =>
      client
        .from('handovers')
        .select('*,conversation:conversations(demo:demos(name),live:live_talks(step_order))')
        .eq('workspace_id', workspaceId)
        .eq('state', 'ringing')
        .order('created_at')
        .limit(ringsAtOnce)
        .overrideTypes<RingRow[], { merge: false }>(),
    )
    return rows.map(({ conversation, ...row }) => ({
      ...row,
      demoName: conversation?.demo?.name ?? null,
      step: conversation?.live?.step_order ?? null,
    }))
  },
})

const ringsAtOnce = 5

interface RingRow extends HandoverRow {
  readonly conversation: {
    readonly demo: { readonly name: string } | null
    readonly live: Pick<LiveTalkRow, 'step_order'> | null
  } | null
}

/** The number of live conversations in the current workspace, and those you have taken over. */
export const liveTalksQuery = queryOptions({
  queryKey: ['live-talks'],
  queryFn: async () => {
    const [workspaceId, user] = await Promise.all([currentWorkspaceId('sessionsFailed'), ownUser('sessionsFailed')])
    const rows = await ask('sessionsFailed', (client) =>
      client
        .from('live_talks')
        .select('conversation_id,member_id')
        .eq('workspace_id', workspaceId)
        .limit(talksAtOnce)
        .overrideTypes<Pick<LiveTalkRow, 'conversation_id' | 'member_id'>[], { merge: false }>(),
    )
    const own = rows.filter(({ member_id }) => member_id === user.id)
    // All ids, by which useFollowedTable recognises talks that have ended.
    const all = rows.map(({ conversation_id }) => conversation_id)
    return { count: rows.length, all, own: own.map(({ conversation_id }) => conversation_id) }
  },
})

const talksAtOnce = 1_000

/** Whether you are available in the current workspace. */
export const availabilityQuery = queryOptions({
  queryKey: ['own-availability'],
  queryFn: async (): Promise<boolean> => {
    const [workspaceId, user] = await Promise.all([currentWorkspaceId('settingsFailed'), ownUser('settingsFailed')])
    const row = await ask('settingsFailed', (client) =>
      client
        .from('member_availability')
        .select('is_available')
        .eq('workspace_id', workspaceId)
        .eq('user_id', user.id)
        .maybeSingle<{ readonly is_available: boolean }>(),
    )
    return row?.is_available ?? false
  },
})

/** Reports that the dashboard is open. A failure doesn't matter, because the call repeats. */
export async function reportPresence(workspaceId: string): Promise<void> {
  await callBackend((client) => client.rpc('report_presence', { p_workspace_id: workspaceId }))
}

export async function setAvailability(workspaceId: string, isAvailable: boolean): Promise<FormOutcome> {
  return submit('Your availability could not be saved.', (client) =>
    client.rpc('report_presence', { p_workspace_id: workspaceId, p_is_available: isAvailable }),
  )
}

export async function takeOverTalk(conversationId: string): Promise<FormOutcome> {
  return actInTalk('You couldn’t take over.', 'take_over_talk', { p_conversation_id: conversationId })
}

/** A repeated `id` is sent only once. */
export async function sayInTalk(conversationId: string, id: string, text: string): Promise<FormOutcome> {
  return actInTalk('Your message was not sent.', 'say_in_talk', {
    p_conversation_id: conversationId,
    p_id: id,
    p_text: text,
  })
}

export async function showStepInTalk(conversationId: string, step: number): Promise<FormOutcome> {
  return actInTalk('The step was not shown.', 'show_step_in_talk', { p_conversation_id: conversationId, p_step: step })
}

export async function leaveTalk(conversationId: string): Promise<FormOutcome> {
  return actInTalk('You couldn’t hand back.', 'leave_talk', { p_conversation_id: conversationId })
}

export const newMessageId = newId

/** The database's own message says who was first, or that the conversation is over. */
async function actInTalk(
  failedText: string,
  procedure: string,
  values: Readonly<Record<string, unknown>>,
): Promise<FormOutcome> {
  return submit(failedText, async (client) => {
    const answer = await client.rpc(procedure, values)
    const { error } = answer
    if (error === null || !/^PT|^22023/.test(error.code)) return answer
    return { ...answer, error: Object.assign(error, { sentence: error.message }) }
  })
}
