import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { buildParts } from './build-parts.ts'
import { chromiumPath } from './chromium.ts'
import { countSteps, nameDemo, refreshDemo, signIn } from './record/flow-demo.ts'
import { FlowProblem, readFlow } from './record/flow.ts'
import { recordFlow } from './record/record-flow.ts'

/*
 * npx understudy record flow.yaml [--server URL] [--into DEMO]: records a flow with the extension in a headless
 * browser, and makes a demo of it (docs/recording-flows.md).
 */

try {
  await record()
} catch (error) {
  if (!(error instanceof FlowProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function record(): Promise<void> {
  const { path, ...values } = readCommand()
  const { UNDERSTUDY_EMAIL: email, UNDERSTUDY_PASSWORD: password } = process.env
  if (email === undefined || password === undefined) {
    throw new FlowProblem('Set UNDERSTUDY_EMAIL and UNDERSTUDY_PASSWORD to the account that the demo is for.')
  }
  // npm runs scripts in the package's folder, not in the caller's.
  const file = resolve(process.env['INIT_CWD'] ?? '.', path)
  const source = await readFile(file, 'utf8').catch(() => null)
  if (source === null) throw new FlowProblem(`There is no file ${path}.`)
  const flow = readFlow(source, process.env)
  const server = originOf(values.server)
  const author = await signIn(server, email, password)

  if (values.into !== undefined && (await countSteps(author, values.into)) === 0) {
    throw new FlowProblem(`${email} has no demo ${values.into} with steps.`)
  }
  const storageState = flow.signedIn === undefined ? undefined : resolve(dirname(file), flow.signedIn)
  if (storageState !== undefined && !existsSync(storageState))
    throw new FlowProblem(`There is no file ${storageState}.`)

  process.env['CHROMIUM_PATH'] = await chromiumPath()
  await buildParts({ mode: 'production' })
  const home = { url: server, session: author.session }
  const recorded = await recordFlow(flow, { home, storageState }, (demoId) => countSteps(author, demoId))
  const { into = recorded.demoId } = values
  if (into === recorded.demoId) await nameDemo(author, flow, recorded)
  else await refreshDemo(author, server, recorded.demoId, into)
  console.log(`${recorded.words.length} steps: ${server}/dashboard/demos/${into}/edit`)
}

function readCommand() {
  const usage = 'npx understudy record flow.yaml [--server URL] [--into DEMO]'
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { server: { type: 'string', default: 'http://localhost:3000' }, into: { type: 'string' } },
    })
    const [path] = positionals
    if (path !== undefined && positionals.length === 1) return { ...values, path }
  } catch (cause) {
    throw new FlowProblem(`${cause instanceof Error ? cause.message : ''} Usage: ${usage}`)
  }
  throw new FlowProblem(`Say which flow: ${usage}`)
}

function originOf(address: string): string {
  if (!URL.canParse(address)) throw new FlowProblem(`${address} is not an address.`)
  return new URL(address).origin
}
