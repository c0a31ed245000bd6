import type { SupabaseClient } from '@supabase/supabase-js'
import pino from 'pino'

import { newCard } from '#domain/card.ts'
import { toCardRow } from '#protocol/card-rows.ts'
import { sampleDemoId } from '#protocol/client-config.ts'
import { loadConfig } from '#server/settings/config.ts'
import { meetingLink } from '#server/meetings/meeting-link.ts'
import { openOperatorDatabase } from '#server/operator/operator-database.ts'
import type { ServerProcess } from '#support/server-process.ts'

import {
  dressNewestDemo,
  makeAgentKnowledge,
  makeAgents,
  makeCaptures,
  makeConversations,
  makeDemos,
  makeFeedback,
  makeLeads,
  makeMeetings,
  makeSteps,
  makeTurns,
  makeVersions,
  makeVisits,
  setUpAgent,
} from './full-workspace-sql.ts'

export interface FullWorkspace {
  readonly id: string
  /** Eight steps with notes, hotspots and cards, and all the leads, conversations and visits. */
  readonly demoId: string
  /** Demos with the other two layouts. */
  readonly layoutDemoIds: Readonly<Record<'classic' | 'side', string>>
  readonly leadId: string
  /** With knowledge, tests and versions. */
  readonly agentId: string
  readonly conversationId: string
  /** The token of a password-protected link to the demo. */
  readonly lockedToken: string
  /** The links in visitors' mails. */
  readonly meetingPaths: Readonly<Record<MeetingState, string>>
}

type MeetingState = 'ahead' | 'cancelled' | 'over'

/**
 * Gives a new author months of data: 24 demos with names of every length, links, leads, conversations and visits. Uses
 * operator access, the only way to backdate rows.
 */
export async function fillWorkspace(server: ServerProcess, author: SupabaseClient): Promise<FullWorkspace> {
  const { data: workspace } = await author.from('workspaces').select('id').single().throwOnError()
  const { data: session } = await author.auth.getSession()
  const id = String(workspace.id)
  const userId = session.session?.user.id
  await runAsOperator(server, [
    { text: `update public.workspaces set name = 'Northwind Traders' where id = $1`, values: [id] },
    { text: makeDemos, values: [id, userId, demoNames] },
    { text: makeSteps, values: [id, sampleDemoId] },
    { text: dressNewestDemo, values: [id, sampleDemoId] },
    { text: makeLeads, values: [id] },
    { text: makeConversations, values: [id] },
    { text: makeTurns, values: [id, talk.map(([speaker]) => speaker), talk.map(([, text]) => text)] },
    { text: setUpAgent, values: [id, userId] },
    { text: makeMeetings, values: [id] },
    { text: makeAgents, values: [id] },
    { text: makeAgentKnowledge, values: [id] },
    { text: makeVersions, values: [id] },
    { text: makeCaptures, values: [id, userId] },
    { text: makeFeedback, values: [userId] },
    { text: 'select public.create_tracking_partitions(current_date - 70, 13)' },
    { text: makeVisits, values: [id] },
  ])
  // Planner statistics don't include the current transaction's rows.
  await runAsOperator(server, [{ text: 'select public.roll_up_tracking(20000)' }])
  const { data: demo } = await author
    .from('demos')
    .select('id,steps:demo_steps(id,order)')
    .eq('name', demoNames[0])
    .order('order', { referencedTable: 'steps' })
    .single()
    .throwOnError()
  const demoId = String(demo.id)
  await placeCards(
    author,
    demo.steps.map((step) => String(step.id)),
  )
  await addLink(author, demoId, 'Spring campaign')
  return {
    id,
    demoId,
    layoutDemoIds: {
      classic: await setLayout(author, demoNames[2], 'classic'),
      side: await setLayout(author, demoNames[4], 'side'),
    },
    leadId: await newest(author, 'leads', 'created_at'),
    agentId: await defaultAgent(author),
    conversationId: await newest(author, 'conversations', 'started_at'),
    lockedToken: await addLockedLink(server, author, demoId),
    meetingPaths: await readMeetingPaths(server, author),
  }
}

interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
}

async function runAsOperator(server: ServerProcess, statements: readonly Statement[]): Promise<void> {
  const log = pino({ level: 'fatal' })
  const database = await openOperatorDatabase(loadConfig({ DATA_DIR: server.dataDir }), log)
  try {
    await database.transaction('system', statements)
  } finally {
    await database.close()
  }
}

async function newest(author: SupabaseClient, table: string, column: string): Promise<string> {
  const rows = author.from(table).select('id').order(column, { ascending: false }).limit(1)
  return String((await rows.single().throwOnError()).data['id'])
}

async function defaultAgent(author: SupabaseClient): Promise<string> {
  const { data } = await author.from('agents').select('id').eq('is_default', true).single().throwOnError()
  return String(data.id)
}

async function setLayout(author: SupabaseClient, name: string, layout: 'classic' | 'side'): Promise<string> {
  const change = author.from('demos').update({ look: { layout }, status: 'active' }).eq('name', name)
  return String((await change.select('id').single().throwOnError()).data['id'])
}

async function placeCards(author: SupabaseClient, stepIds: readonly string[]): Promise<void> {
  const shown = { widthPx: 1200, heightPx: 750 }
  const types = ['lead', 'cue', 'media', 'custom', 'click'] as const
  const cards = types.map((type, index) => {
    const card = newCard({ id: crypto.randomUUID(), stepId: stepIds[index + 1] ?? '', type, position: 1, shown })
    // The form is finished, so visitors see it; the others are left to do.
    return toCardRow(type === 'lead' ? { ...card, title: 'Your first price', description: 'We send it to you.' } : card)
  })
  const choices = (
    [
      ['Pallets', 5],
      ['Containers', 7],
    ] as const
  ).map(([buttonLabel, target], index) => ({
    ...newCard({ id: crypto.randomUUID(), stepId: stepIds[2] ?? '', type: 'custom', position: index + 2, shown }),
    title: 'What do you ship?',
    description: '',
    buttonLabel,
    targetStepId: stepIds[target] ?? null,
  }))
  await author
    .from('step_cards')
    .insert([...cards, ...choices.map(toCardRow)])
    .throwOnError()
}

async function addLink(author: SupabaseClient, demoId: string, name: string) {
  const link = author.from('share_links').insert({ demo_id: demoId, name }).select('id,token')
  const { data } = await link.single().throwOnError()
  return { id: String(data.id), token: String(data.token) }
}

/** Meeting links are signed with the server's own secret. */
async function readMeetingPaths(server: ServerProcess, author: SupabaseClient): Promise<FullWorkspace['meetingPaths']> {
  const config = loadConfig({ DATA_DIR: server.dataDir })
  const { data } = await author.from('meetings').select('id,status,starts_at').order('starts_at').throwOnError()
  const stateOf = (meeting: (typeof data)[number]): MeetingState => {
    if (meeting.status === 'cancelled') return 'cancelled'
    return Date.parse(String(meeting.starts_at)) < Date.now() ? 'over' : 'ahead'
  }
  const pathOf = (state: MeetingState) => {
    const meeting = data.find((each) => stateOf(each) === state)
    return new URL(meetingLink({ config }, String(meeting?.id))).pathname
  }
  return { ahead: pathOf('ahead'), cancelled: pathOf('cancelled'), over: pathOf('over') }
}

async function addLockedLink(server: ServerProcess, author: SupabaseClient, demoId: string): Promise<string> {
  const { id, token } = await addLink(
    author,
    demoId,
    'For the board of Northwind Traders, until the contract is signed',
  )
  const { data } = await author.auth.getSession()
  const answer = await fetch(`${server.url}/share/v1/links/${id}/password`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${data.session?.access_token ?? ''}` },
    body: JSON.stringify({ password: 'open sesame' }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return token
}

const demoNames = [
  'Book your first pallet',
  'How a forwarder plans the week in one afternoon instead of four days, with every document on record and nobody chasing customs',
  'Plan a launch',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
  'Invite your team',
  'Q4 enterprise walkthrough (do not share before 1 December)',
  'Single sign-on',
  'Reports for the people who only read the first page',
  'API keys & webhooks',
  '导入你的第一个项目',
  'Move from a spreadsheet',
  'Reconcile a bank account',
  'Start date',
  'Roles, rights and the audit log',
  'From lead to contract',
  'Mobile approvals',
  'Dunning that does not sound like dunning',
  'Tax season',
  'لوحة التحكم في دقيقتين',
  'Customer portal',
  'Import 40,000 rows',
  'Dashboards',
  'Onboarding: accounts payable',
  'Onboarding: accounts receivable',
] as const

/** What a visitor and the agent said. */
const talk = [
  ['visitor', 'Can one booking have two ports of call?'],
  ['agent', 'Yes. Each leg has its own carrier, and the price is the sum of both. Step 4 shows where you choose them.'],
  ['visitor', 'And who files with customs?'],
  ['agent', 'Tidelane does, before the ship leaves. You fill in one form for each customs office.'],
  ['visitor', 'What does it cost for 40 pallets a month?'],
  ['agent', 'The demo doesn’t say what it costs. I can ask someone to write to you.'],
] as const
