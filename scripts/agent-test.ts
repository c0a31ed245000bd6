import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { stop } from './tasks.ts'

/*
 * npm run agent-test -- --agent SLUG [--file tests.csv] [--demo ID] [--responder model] [--server URL]: runs an agent's
 * tests on a running server and exits with 1 when one fails. The workspace key is read from UNDERSTUDY_KEY.
 */

const usage = `npm run agent-test -- --agent SLUG [--file tests.csv] [--demo ID] [--responder built-in|model] [--server URL]
  UNDERSTUDY_KEY   a workspace key that may write (Settings, API keys)
  UNDERSTUDY_URL   the server, unless --server names it`

const { agent, file, demo, responder, server } = readArguments()
const key = process.env['UNDERSTUDY_KEY'] ?? ''
if (key === '') stop(`UNDERSTUDY_KEY is not set.\n${usage}`)
const origin = toOrigin(server)

const config = z.object({ supabaseUrl: z.url() }).parse(await request('/config.json'))
const query = new URLSearchParams({ slug: `eq.${agent}`, select: 'id,name' })
const agents = z
  .array(z.object({ id: z.string(), name: z.string() }))
  .parse(await request(new URL(`rest/v1/agents?${query.toString()}`, withSlash(config.supabaseUrl)).href))
const [found] = agents
if (found === undefined) stop(`The key's workspace has no agent with the slug “${agent}”.`)

const body = {
  responder,
  ...(file !== undefined && { csv: readFileSync(file, 'utf8') }),
  ...(demo !== undefined && { demoId: demo }),
}
const { results, skipped } = answerShape().parse(await request(`/agents/v1/${found.id}/tests/run`, body))
for (const { line, problem } of skipped) console.log(`skip  line ${line}: ${problem}`)
for (const { passed, title, expected, said, cited, failedAt } of results) {
  console.log(`${passed ? 'pass' : 'fail'}  ${title}`)
  if (passed) continue
  console.log(`      expected: ${expected}${failedAt === null ? '' : ` (failed at turn ${failedAt})`}`)
  console.log(`      said: ${said}${cited.length === 0 ? '' : ` [${cited.join('; ')}]`}`)
}
const failed = results.filter(({ passed }) => !passed).length
console.log(`${found.name}: ${results.length - failed} of ${results.length} tests passed.`)
if (failed > 0 || skipped.length > 0) process.exit(1)
if (results.length === 0) stop('There are no tests to run.')

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        agent: { type: 'string' },
        file: { type: 'string' },
        demo: { type: 'string' },
        responder: { type: 'string', default: 'built-in' },
        server: { type: 'string', default: process.env['UNDERSTUDY_URL'] ?? 'http://localhost:3000' },
      },
    })
    if (values.agent === undefined) return stop(`Name the agent.\n${usage}`)
    return { ...values, agent: values.agent }
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

function toOrigin(address: string): string {
  return URL.canParse(address) ? withSlash(address) : stop(`“${address}” is not an address of a server.`)
}

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`
}

/** A GET without a body. Any failure ends the run with the server's message. */
async function request(path: string, sent?: unknown): Promise<unknown> {
  const url = new URL(path.replace(/^\//, ''), origin)
  const response = await fetch(url, {
    method: sent === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10 * 60_000),
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  }).catch((error: unknown) => stop(`${url.origin} could not be reached: ${String(error)}`))
  const text = await response.text()
  if (response.ok) return JSON.parse(text) as unknown
  const refusal = z.object({ message: z.string() }).safeParse(text.startsWith('{') ? JSON.parse(text) : null)
  return stop(`${url.pathname}: ${refusal.success ? refusal.data.message : `error ${response.status}`}`)
}

function answerShape() {
  return z.object({
    results: z.array(
      z.object({
        title: z.string(),
        passed: z.boolean(),
        expected: z.string(),
        said: z.string(),
        cited: z.array(z.string()),
        failedAt: z.number().nullable(),
      }),
    ),
    skipped: z.array(z.object({ line: z.number(), problem: z.string() })).default([]),
  })
}
