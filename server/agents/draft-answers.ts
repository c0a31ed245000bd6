import { setTimeout as delay } from 'node:timers/promises'

import type { KnowledgeItem } from '#agent/knowledge.ts'
import type { QuestionGroup } from '#agent/group-questions.ts'
import { loadDraftDemo } from '#server/agent/agent-demo.ts'
import { findClosestItems } from '#server/agent/shared-knowledge.ts'
import { draftAnswer } from '#server/models/drafts.ts'
import type { Services } from '#server/services.ts'

import type { AgentAccess } from './agent-access.ts'

/** An answer to an unanswered question, for the author to approve. */
export interface AnswerDraft {
  readonly answer: string
  readonly cites: readonly { readonly title: string; readonly place: string; readonly stepOrder: number | null }[]
}

export type DraftAnswers = (
  agent: AgentAccess,
  groups: readonly QuestionGroup[],
) => Promise<readonly (AnswerDraft | null)[]>

/**
 * Drafts answers to the most frequent questions, for editors of a workspace with a model. Each question is drafted at
 * most once an hour; drafts that take longer than a few seconds appear at the next request.
 */
export function createAnswerDrafts(services: Services): DraftAnswers {
  const kept = new Map<string, { readonly draft: Promise<AnswerDraft | null>; readonly until: number }>()

  function draft(agent: AgentAccess, group: QuestionGroup): Promise<AnswerDraft | null> {
    const key = `${agent.id}\n${group.question}`
    const known = kept.get(key)
    if (known !== undefined && known.until > services.now()) return known.draft
    const started = write(agent, group).catch((error: unknown) => {
      services.log.warn({ err: error }, 'Could not draft an answer')
      return null
    })
    kept.delete(key)
    kept.set(key, { draft: started, until: services.now() + keepMs })
    const oldest = kept.keys().next()
    if (kept.size > draftsKept && oldest.done !== true) kept.delete(oldest.value)
    return started
  }

  async function write(agent: AgentAccess, { question, demoId }: QuestionGroup): Promise<AnswerDraft | null> {
    if (demoId === null) return null
    const loaded = await loadDraftDemo(services, { agentId: agent.id, demoId })
    if (!loaded.ok) return null
    const notes = await findClosestItems(loaded.value, question)
    const { workspaceId, id: agentId } = agent
    const neverSay = loaded.value.agent.knowledge?.neverSay ?? []
    const drafted = await draftAnswer(services, { workspaceId, agentId, question, notes, neverSay })
    if (drafted === null) return null
    const ids = new Set(drafted.sentences.flatMap(({ cites }) => cites))
    const cited = notes.filter(({ id }) => ids.has(id))
    return { answer: drafted.answer, cites: describeSources(cited, loaded.value.demo.name) }
  }

  return async (agent, groups) => {
    // A draft costs the workspace's money, and only editors can use it.
    if (!agent.isEditor || (await services.models.find(agent.workspaceId)) === null) return groups.map(() => null)
    const late = delay(waitMs, null, { ref: false })
    return Promise.all(
      groups.map((group, index) =>
        index < draftedMax ? Promise.race([draft(agent, group), late]) : Promise.resolve(null),
      ),
    )
  }
}

const keepMs = 3_600_000
const draftsKept = 500
const draftedMax = 5
const waitMs = 4_000

function describeSources(cited: readonly KnowledgeItem[], demoName: string): AnswerDraft['cites'] {
  const cites = cited.map(({ source, stepOrder, context }) => ({
    title: source?.title ?? (context === '' ? demoName : context),
    place: source?.place ?? '',
    stepOrder,
  }))
  return [...new Map(cites.map((cite) => [JSON.stringify(cite), cite])).values()]
}
