import { queryOptions } from '@tanstack/react-query'

import type { SalesRules } from '#domain/sales-rules.ts'
import type { AgentSessionTicket } from '#protocol/agent-events.ts'

import type { AgentRow, SourceRow, TestRow, TestRun, UnansweredGroup, VersionRow } from '../../lib/agent-rows.ts'
import { ask } from '../../lib/call-backend.ts'
import { fetchAsUser, sendAsUser } from '../../lib/fetch-as-user.ts'
import { submit, type Outcome } from '../../lib/submit.ts'

/* Calls of /agents/v1, for what table access alone can't do. */

const base = '/agents/v1'

export function unansweredQuery(agentId: string) {
  return queryOptions({
    queryKey: ['agent', agentId, 'unanswered'],
    queryFn: async (): Promise<readonly UnansweredGroup[]> => {
      const { groups } = await ask('knowledgeFailed', () =>
        fetchAsUser<{ readonly groups: readonly UnansweredGroup[] }>('GET', `${base}/${agentId}/unanswered`),
      )
      return groups
    },
    staleTime: 30_000,
  })
}

export async function dismissQuestion(agentId: string, question: string): Promise<void> {
  await ask('knowledgeFailed', () => fetchAsUser('POST', `${base}/${agentId}/unanswered/dismiss`, { question }))
}

export interface ObjectionEntry {
  readonly kind: string
  readonly said: string
  readonly reply: string
  readonly outcome: 'went-on' | 'booked' | 'left' | 'handed-over' | 'left-address'
  readonly conversationId: string
  readonly at: string
}

export function objectionsQuery(agentId: string) {
  return queryOptions({
    queryKey: ['agent', agentId, 'objections'],
    queryFn: async (): Promise<readonly ObjectionEntry[]> => {
      const { rows } = await ask('knowledgeFailed', () =>
        fetchAsUser<{ readonly rows: readonly ObjectionEntry[] }>('GET', `${base}/${agentId}/objections`),
      )
      return rows
    },
  })
}

interface AddedSource {
  readonly source: SourceRow
}

export function uploadSource(agentId: string, file: File): Promise<Outcome<AddedSource>> {
  const form = new FormData()
  form.append('file', file)
  return submit(`“${file.name}” was not added.`, () =>
    fetchAsUser<AddedSource>('POST', `${base}/${agentId}/sources`, form),
  )
}

export function addSourceAddress(
  agentId: string,
  page: { readonly address: string; readonly isSite: boolean },
): Promise<Outcome<AddedSource>> {
  return submit('The page was not added.', () =>
    fetchAsUser<AddedSource>('POST', `${base}/${agentId}/sources/address`, page),
  )
}

export async function refreshSource(agentId: string, id: string): Promise<void> {
  await ask('knowledgeFailed', () => fetchAsUser('POST', `${base}/${agentId}/sources/${id}/refresh`, {}))
}

export async function exportKnowledge(agentId: string): Promise<Outcome<Blob>> {
  return submit('The knowledge was not exported.', async () => {
    try {
      const response = await sendAsUser('GET', `${base}/${agentId}/export`)
      if (response.ok) return { data: await response.blob(), error: null, status: response.status }
      return { data: null, error: { message: '' }, status: response.status }
    } catch (error) {
      return { data: null, error: { message: String(error) }, status: 0 }
    }
  })
}

export interface ImportResult {
  readonly added: number
  readonly skipped: readonly { readonly line: number; readonly problem: string }[]
}

/** JSON as exported, or CSV with a question and an answer in each row. */
export function importKnowledge(agentId: string, file: File): Promise<Outcome<ImportResult>> {
  return submit(`“${file.name}” was not imported.`, () =>
    fetchAsUser<ImportResult>('POST', `${base}/${agentId}/import`, typed(file)),
  )
}

export interface TestResult extends TestRun {
  readonly id: string
  /** The expected answer, in words. */
  readonly expected: string
}

export function runTests(
  agentId: string,
  run: { readonly ids?: readonly string[]; readonly responder: 'built-in' | 'model' },
): Promise<Outcome<{ readonly results: readonly TestResult[] }>> {
  return submit('The tests did not run.', () =>
    fetchAsUser<{ readonly results: readonly TestResult[] }>('POST', `${base}/${agentId}/tests/run`, run),
  )
}

export function importTests(agentId: string, file: File): Promise<Outcome<{ added: number; skipped: unknown }>> {
  return submit(`“${file.name}” was not imported.`, () =>
    fetchAsUser<{ added: number; skipped: unknown }>('POST', `${base}/${agentId}/tests/import`, typed(file)),
  )
}

export function testFromConversation(
  agentId: string,
  conversationId: string,
): Promise<Outcome<{ readonly test: TestRow }>> {
  return submit('The conversation was not added.', () =>
    fetchAsUser<{ readonly test: TestRow }>('POST', `${base}/${agentId}/tests/from-conversation`, { conversationId }),
  )
}

export function publishAgent(
  agentId: string,
  words: { readonly note: string; readonly reason?: string },
): Promise<Outcome<{ readonly version: VersionRow }>> {
  return submit('The agent was not published.', () =>
    fetchAsUser<{ readonly version: VersionRow }>('POST', `${base}/${agentId}/publish`, words),
  )
}

export function restoreVersion(agentId: string, number: number): Promise<Outcome<{ readonly version: VersionRow }>> {
  return submit('The version was not restored.', () =>
    fetchAsUser<{ readonly version: VersionRow }>('POST', `${base}/${agentId}/versions/${number}/restore`, {}),
  )
}

/** Up to three questions that the saved draft can answer about a demo. */
export function firstQuestionsQuery(agentId: string, demoId: string) {
  return queryOptions({
    queryKey: ['agents', agentId, 'first-questions', demoId],
    queryFn: async () => {
      const path = `${base}/${agentId}/first-questions?demo=${demoId}`
      return (await ask('knowledgeFailed', () => fetchAsUser<{ readonly questions: readonly string[] }>('GET', path)))
        .questions
    },
    // The knowledge may have changed on another tab.
    staleTime: 0,
  })
}

/** A ticket for a trial of the draft, including unsaved changes. The trial isn't stored. */
export function startTrial(agent: AgentRow, demoId: string): Promise<Outcome<AgentSessionTicket>> {
  const { name, personality, welcome_message, demo_script, sales_process, sales_rules, never_say } = agent
  const { voice, speed, pronunciations, languages } = agent
  const unsaved = {
    name,
    personality,
    welcome_message,
    demo_script,
    sales_process,
    sales_rules,
    never_say,
    voice,
    speed,
    pronunciations,
    languages,
  }
  return submit('The conversation could not be started.', () =>
    fetchAsUser<AgentSessionTicket>('POST', `${base}/${agent.id}/try`, { demoId, unsaved }),
  )
}

export function readSalesProcess(agentId: string, text: string): Promise<Outcome<{ readonly rules: SalesRules }>> {
  return submit('The text could not be read.', () =>
    fetchAsUser<{ readonly rules: SalesRules }>('POST', `${base}/${agentId}/read-sales-process`, { text }),
  )
}

export function suggestQuestions(stepId: string): Promise<Outcome<{ readonly questions: readonly string[] }>> {
  return submit('No questions could be suggested.', () =>
    fetchAsUser<{ readonly questions: readonly string[] }>('POST', `${base}/steps/${stepId}/suggest-questions`, {}),
  )
}

/** With the media type for its extension, because not every browser knows CSV. */
function typed(file: File): Blob {
  return new Blob([file], { type: /\.json$/i.test(file.name) ? 'application/json' : 'text/csv' })
}
