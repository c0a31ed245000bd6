import { queryOptions } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'
import { currentWorkspaceId } from '../../lib/current-workspace.ts'
import { everyLead, loadEveryLead, type Lead } from '../../lib/lead-calls.ts'

/** A lead with an email address. */
export type Addressee = Lead & { readonly email: string }

/** All possible recipients: one per address, newest first, without spam. */
export const audienceQuery = queryOptions({
  queryKey: ['leads', 'audience'],
  queryFn: async (): Promise<readonly Addressee[]> => {
    const byEmail = new Map<string, Addressee>()
    for (const lead of await loadEveryLead(everyLead)) {
      const { email } = lead
      if (email === null || lead.status === 'spam' || byEmail.has(email.toLowerCase())) continue
      byEmail.set(email.toLowerCase(), { ...lead, email })
    }
    return [...byEmail.values()]
  },
})

const outcomes = ['answered', 'unknown', 'human', 'contact', 'declined', 'booked'] as const
export type SaidOutcome = (typeof outcomes)[number]

/** An answer of the agent and its question. */
export interface Said {
  readonly id: string
  readonly conversationId: string
  readonly outcome: SaidOutcome
  readonly text: string
  /** Null without a question. */
  readonly question: string | null
  readonly at: string
}

interface TurnRow {
  readonly id: string
  readonly conversation_id: string
  readonly number: number
  readonly text: string
  readonly outcome: SaidOutcome
  readonly created_at: string
}

const saidMax = 100

/** The agent's latest answers, newest first. */
export const outputQuery = queryOptions({
  queryKey: ['conversations', 'output'],
  queryFn: async (): Promise<readonly Said[]> => {
    const workspaceId = await currentWorkspaceId('sessionsFailed')
    const turns: readonly TurnRow[] = await ask('sessionsFailed', (client) =>
      client
        .from('conversation_turns')
        .select('id,conversation_id,number,text,outcome,created_at')
        .eq('workspace_id', workspaceId)
        .eq('speaker', 'agent')
        .in('outcome', outcomes)
        .order('created_at', { ascending: false })
        .limit(saidMax),
    )
    if (turns.length === 0) return []
    const questions: readonly Pick<TurnRow, 'conversation_id' | 'number' | 'text'>[] = await ask(
      'sessionsFailed',
      (client) =>
        client
          .from('conversation_turns')
          .select('conversation_id,number,text')
          .eq('speaker', 'visitor')
          .in('conversation_id', [...new Set(turns.map((turn) => turn.conversation_id))])
          .order('number', { ascending: false }),
    )
    return turns.map((turn) => ({
      id: turn.id,
      conversationId: turn.conversation_id,
      outcome: turn.outcome,
      text: turn.text,
      question:
        questions.find((each) => each.conversation_id === turn.conversation_id && each.number < turn.number)?.text ??
        null,
      at: turn.created_at,
    }))
  },
})

export interface Connections {
  /** The owner id for the tracker's element. */
  readonly ownerId: string
  readonly serverOrigin: string
  /** The author's page with the latest visit. */
  readonly site: { readonly url: string; readonly at: string } | null
  /** The account's sign-in methods, such as email or github. */
  readonly signIns: readonly string[]
  readonly email: string
}

export const connectionsQuery = queryOptions({
  queryKey: ['rita-connections'],
  queryFn: async (): Promise<Connections> => {
    const workspaceId = await currentWorkspaceId('settingsFailed')
    const [{ user: account }, [visit]] = await Promise.all([
      ask('settingsFailed', (client) => client.auth.getUser()),
      ask('settingsFailed', (client) =>
        client
          .from('visits')
          .select('entry_url,last_seen_at')
          .eq('workspace_id', workspaceId)
          .is('demo_id', null)
          .order('last_seen_at', { ascending: false })
          .limit(1),
      ),
    ])
    return {
      ownerId: account.id,
      serverOrigin: location.origin,
      site: visit === undefined ? null : { url: String(visit.entry_url), at: String(visit.last_seen_at) },
      signIns: (account.identities ?? []).map(({ provider }) => provider),
      email: account.email ?? '',
    }
  },
})
