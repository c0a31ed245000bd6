import { randomUUID } from 'node:crypto'

import { z } from 'zod'

import { createRateLimit } from '#backend/http/rate-limit.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

import { readTextBody, type AgentAccess, type AgentCall } from './agent-access.ts'
import { passageShape, snapshotShape } from './agent-snapshot.ts'
import { knowledgeFormat, type Entry, type KnowledgeEntries, type Skipped } from './knowledge-file.ts'
import { readKnowledgeFile } from './read-knowledge-file.ts'
import { readProblem } from './sources/source-reader.ts'

/** Exports an agent's knowledge to a file, and imports such a file or CSV. */
export function transferCalls(services: Services) {
  const call = procedureCaller(services)
  const imports = createRateLimit({ burst: 30, refillMs: 3_600_000, now: services.now })

  const exportKnowledge: AgentCall = async (context, agent) => {
    const { knowledge, agent: draft } = exportShape.parse(await call('agent_draft', { p_agent_id: agent.id }))
    const passages = z.array(passageShape).parse(await call('agent_draft_passages', { p_agent_id: agent.id }))
    const documents = knowledge.sources.filter(({ kind }) => kind === 'document')
    const file = {
      format: knowledgeFormat,
      version: 1,
      agent: draft.name,
      pairs: knowledge.pairs.map(({ question, variants, answer, objection }) => ({
        question,
        variants,
        answer,
        objection,
      })),
      plans: knowledge.plans.map(({ name, price, period, includes }) => ({ name, price, period, includes })),
      glossary: knowledge.glossary.map(({ term, synonyms, meaning }) => ({ term, synonyms, meaning })),
      neverSay: draft.never_say,
      documents: documents.map(({ id, title }) => ({
        title,
        passages: passages
          .filter(({ source_id: sourceId }) => sourceId === id)
          .map(({ place, url, text }) => ({ place, url, text })),
      })),
      addresses: knowledge.sources.flatMap(({ kind, address }) =>
        kind === 'document' || address === null ? [] : [{ address, isSite: kind === 'site' }],
      ),
    }
    const name = agent.slug.replace(/[^\w-]+/g, '-').slice(0, 60)
    context.header('content-disposition', `attachment; filename="${name}-knowledge.json"`)
    return context.body(JSON.stringify(file, null, 2), 200, { 'content-type': 'application/json; charset=utf-8' })
  }

  const importKnowledge: AgentCall = async (context, agent) => {
    const text = await readTextBody(context, bytesMax)
    if (text instanceof Response) return text
    if (!imports.take(agent.workspaceId)) {
      return refuse(context, 429, 'too_many', 'Too many files were imported in the last hour. Try again later.')
    }
    const entries = readKnowledgeFile(text.replace(/^\uFEFF/, ''))
    if (typeof entries === 'string') return refuse(context, 400, 'bad_file', entries)
    const skipped: Skipped[] = [...entries.skipped]
    let added = await addRows(agent, entries, skipped)
    added += await addSources(agent, entries, skipped)
    return context.json({ added, skipped })
  }

  async function addSources(agent: AgentAccess, entries: KnowledgeEntries, skipped: Skipped[]): Promise<number> {
    let added = 0
    const count = ({ line }: Entry<unknown>, stored: unknown): void => {
      const problem = readProblem(stored)
      if (problem === null) added += 1
      else skipped.push({ line, problem })
    }
    for (const entry of entries.documents) {
      const { title, passages } = entry.value
      const stored = await call('store_knowledge_source', {
        p_source: {
          id: randomUUID(),
          agent_id: agent.id,
          workspace_id: agent.workspaceId,
          kind: 'document',
          title,
          bytes: passages.reduce((sum, passage) => sum + passage.text.length, 0),
          page_count: 1,
        },
        p_passages: passages.map((passage, position) => ({ ...passage, position })),
      })
      count(entry, stored)
    }
    for (const entry of entries.addresses) {
      const { address, isSite } = entry.value
      const kind = isSite ? 'site' : 'page'
      count(entry, await call('add_knowledge_address', { p_agent_id: agent.id, p_kind: kind, p_address: address }))
    }
    if (entries.addresses.length > 0) services.sources.wake()
    return added
  }

  return { exportKnowledge, importKnowledge }
}

const bytesMax = 8 * 1024 * 1024

const exportShape = snapshotShape.extend({
  knowledge: snapshotShape.shape.knowledge.extend({
    sources: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['document', 'page', 'site']),
        title: z.string(),
        address: z.string().nullable(),
      }),
    ),
  }),
})

/** Adds pairs, plans, terms and forbidden words with the caller's rights; existing entries stay unchanged. */
async function addRows(agent: AgentAccess, entries: KnowledgeEntries, skipped: Skipped[]): Promise<number> {
  const { client, id: agentId, workspaceId } = agent
  const owner = { agent_id: agentId, workspace_id: workspaceId }
  const [pairs, plans, terms] = await Promise.all([
    known(agent, 'knowledge_pairs', 'question'),
    known(agent, 'price_plans', 'name'),
    known(agent, 'glossary_terms', 'term'),
  ])
  const add = async <T>(
    table: string,
    there: ReadonlySet<string>,
    wanted: readonly Entry<T>[],
    { nameOf, what }: { readonly nameOf: (value: T) => string; readonly what: string },
  ): Promise<number> => {
    const seen = new Set(there)
    const fresh = wanted.filter(({ line, value }) => {
      const key = nameOf(value).toLowerCase()
      const isNew = !seen.has(key)
      seen.add(key)
      if (!isNew) skipped.push({ line, problem: `${what} already exists: ${nameOf(value).slice(0, 80)}` })
      return isNew
    })
    if (fresh.length === 0) return 0
    const rows = fresh.map(({ value }, index) => ({
      ...value,
      ...owner,
      ...(table === 'price_plans' && { position: there.size + index }),
    }))
    const { error } = await client.from(table).insert(rows)
    if (error === null) return fresh.length
    if (error.code !== '54000') throw new Error(`Could not import into ${table}`, { cause: error })
    skipped.push({ line: fresh[0]?.line ?? 1, problem: `${error.message} Nothing of this kind was added.` })
    return 0
  }
  const added = [
    await add('knowledge_pairs', pairs, entries.pairs, { nameOf: ({ question }) => question, what: 'The question' }),
    await add('price_plans', plans, entries.plans, { nameOf: ({ name }) => name, what: 'The plan' }),
    await add('glossary_terms', terms, entries.glossary, { nameOf: ({ term }) => term, what: 'The term' }),
  ]
  return added.reduce((sum, count) => sum + count, 0) + (await addNeverSay(agent, entries.neverSay))
}

async function known({ client, id }: AgentAccess, table: string, column: string): Promise<ReadonlySet<string>> {
  const { data } = await client.from(table).select(column).eq('agent_id', id).limit(1_000).throwOnError()
  const rows = data as unknown as readonly Readonly<Record<string, unknown>>[]
  return new Set(rows.map((row) => String(row[column]).toLowerCase()))
}

async function addNeverSay({ client, id }: AgentAccess, words: readonly string[]): Promise<number> {
  if (words.length === 0) return 0
  const { data } = await client.from('agents').select('never_say').eq('id', id).single().throwOnError()
  const before = z.array(z.string()).parse(data.never_say)
  const fresh = [...new Set(words)].filter((word) => !before.includes(word))
  if (fresh.length === 0) return 0
  await client
    .from('agents')
    .update({ never_say: [...before, ...fresh] })
    .eq('id', id)
    .throwOnError()
  return fresh.length
}
