import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { ClientConfig } from '#protocol/client-config.ts'
import { addNotesDemo } from '#support/notes-demo.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'

/* npm run agent-test against a running server, as in a customer's CI. */

// Each test starts several processes.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: ServerProcess
let folder: string
let author: SupabaseClient
let workspaceId: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-agent-test-'))
  server = await startServer()
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig
  author = createClient(config.supabaseUrl, config.supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  await author.auth.signUp({ email: `${randomUUID()}@example.com`, password: randomUUID() })
  const demoId = await addNotesDemo(author)
  const { data } = await author.from('workspaces').select('id').single().throwOnError()
  workspaceId = String(data.id)
  const { data: agent } = await author.from('agents').insert({ slug: 'ines', name: 'Ines' }).select().single()
  await author.from('agent_demos').insert({ demo_id: demoId, agent_id: agent.id }).throwOnError()
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function newKey(scope: 'read' | 'write'): Promise<string> {
  const { data } = await author
    .rpc('create_workspace_key', { p_workspace_id: workspaceId, p_name: 'CI', p_scope: scope })
    .throwOnError()
  return (data as { readonly secret: string }).secret
}

function run(key: string, ...args: string[]): Promise<{ readonly code: number; readonly output: string }> {
  const script = join(import.meta.dirname, 'agent-test.ts')
  const env = { PATH: process.env['PATH'] ?? '', UNDERSTUDY_KEY: key, UNDERSTUDY_URL: server.url }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
}

function csv(content: string): string {
  const path = join(folder, `${randomUUID()}.csv`)
  writeFileSync(path, content)
  return path
}

test('passes when the agent answers as expected, and fails with what it said', async () => {
  const key = await newKey('write')
  const good = csv(
    'question,expected\nHow long are exports kept?,step 4\nHow are colleagues invited?,invited by email\n',
  )
  expect(await run(key, '--agent', 'ines', '--file', good)).toEqual({
    code: 0,
    output: expect.stringContaining('Ines: 2 of 2 tests passed.'),
  })
  const bad = csv('question,expected\nHow long are exports kept?,step 1\n')
  const failed = await run(key, '--agent', 'ines', '--file', bad)
  expect(failed.code).toBe(1)
  expect(failed.output).toMatch(/fail {2}How long[^]*expected: Step 1: Open the dashboard[^]*said: ./)
})

test('runs the stored tests without a file', async () => {
  const key = await newKey('write')
  expect(await run(key, '--agent', 'ines')).toEqual({ code: 1, output: expect.stringContaining('no tests') })
  const { data: agent } = await author.from('agents').select('id').eq('slug', 'ines').single().throwOnError()
  await author
    .from('agent_tests')
    .insert({ agent_id: agent.id, kind: 'question', title: 'Do you ship to Mars?', expected: { kind: 'refuses' } })
    .throwOnError()
  expect(await run(key, '--agent', 'ines')).toMatchObject({ code: 0, output: expect.stringContaining('1 of 1') })
})

test.each([
  ['a key that may only read', 'read', ['--agent', 'ines'], /Only editors/],
  ['a wrong key', 'wrong', ['--agent', 'ines'], /error|sign in|key/i],
  ['an unknown agent', 'write', ['--agent', 'nobody'], /no agent with the slug “nobody”/],
  ['no agent', 'write', [], /Name the agent/],
  ['an unknown option', 'write', ['--nonsense'], /nonsense/],
  ['no model', 'write', ['--agent', 'ines', '--responder', 'model'], /No language model/],
  ['a server that isn’t there', 'write', ['--agent', 'ines', '--server', 'http://127.0.0.1:1'], /could not be reached/],
] as const)('fails with a sentence for %s', async (_, kind, args, sentence) => {
  const key = kind === 'wrong' ? `usk_${'x'.repeat(43)}` : await newKey(kind)
  const { code, output } = await run(key, ...args)
  expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
})
