import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'

import { startAgentServer, type AgentServer } from './agent-server.ts'
import { AgentVisitor } from './agent-visitor.ts'
import type { SignedUp } from './backend.ts'

export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A server, and an author who calls /agents/v1. */
export interface AgentsApi {
  readonly server: AgentServer
  readonly author: SignedUp
  readonly workspaceId: string
  /** As the author unless another `token` is given. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    options?: { readonly token?: string; readonly type?: string },
  ) => Promise<Answer>
  /** Adds an agent, by default in the author's workspace. */
  readonly addAgent: (name: string, client?: SupabaseClient) => Promise<string>
  /** Adds a shared demo with a note for each step, presented by the agent. */
  readonly addDemo: (agentId: string, name: string, notes: readonly (readonly [string, string])[]) => Promise<string>
  /** What the agent says to a question in a new talk. */
  readonly ask: (demoId: string, question: string) => Promise<Reply>
}

export interface Reply {
  readonly said: string
  readonly cite: readonly unknown[]
  readonly outcome: string
}

export async function startAgentsApi(): Promise<AgentsApi> {
  const server = await startAgentServer()
  const author = await server.backend.signUp()
  const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
  return {
    server,
    author,
    workspaceId: String(data['id']),
    call: async (method, path, body, { token = author.session.access_token, type = 'application/json' } = {}) => {
      const isForm = body instanceof FormData
      const request = new Request(`http://understudy.test/agents/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': type }) },
        ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const response = await server.backend.app.fetch(request)
      const text = await response.text()
      return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) }
    },
    addAgent: async (name, client = author.client) => {
      const id = randomUUID()
      await client.from('agents').insert({ id, slug: id, name }).throwOnError()
      return id
    },
    addDemo: async (agentId, name, notes) => {
      const id = randomUUID()
      await author.client.from('demos').insert({ id, name, status: 'active' }).throwOnError()
      await author.client
        .from('demo_steps')
        .insert(
          notes.map(([title, description], index) => ({
            id: randomUUID(),
            demo_id: id,
            order: index + 1,
            title,
            description,
            screenshot_url: 'x.png',
          })),
        )
        .throwOnError()
      await author.client.from('agent_demos').upsert({ demo_id: id, agent_id: agentId }).throwOnError()
      return id
    },
    ask: async (demoId, question) => answerTo(await AgentVisitor.start(server.url, demoId), question),
  }
}

/** Asks the question after the greeting, and ends the talk. */
export async function answerTo(visitor: AgentVisitor, question: string): Promise<Reply> {
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  const from = visitor.events.length
  visitor.say(question)
  const { segs, outcome } = await visitor.nextTurn(from)
  visitor.send({ t: 'ui.click', action: 'end' })
  visitor.close()
  return { said: segs.map(({ text }) => text).join(' '), cite: segs.flatMap(({ cite }) => cite), outcome }
}

export function fileForm(name: string, content: Uint8Array<ArrayBuffer> | string): FormData {
  const form = new FormData()
  form.append('file', new File([content], name))
  return form
}
