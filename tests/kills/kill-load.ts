import { randomUUID } from 'node:crypto'

/** A user who writes through rest/v1 to whichever server process is running. */
export interface Writer {
  readonly headers: Readonly<Record<string, string>>
  /** A demo of twenty steps that lasts over all rounds. */
  readonly steps: readonly string[]
  readonly demoId: string
}

/** A round's acknowledged and requested writes. */
export interface Ledger {
  readonly marker: string
  readonly captures: Set<string>
  /** Demo → its number of steps. */
  readonly demos: Map<string, number>
  readonly demosTried: Map<string, number>
  edit: { acknowledged: number; tried: number }
  tried: number
}

export function newLedger(round: number): Ledger {
  return {
    marker: `round ${round}`,
    captures: new Set(),
    demos: new Map(),
    demosTried: new Map(),
    edit: { acknowledged: round * editsPerRound, tried: round * editsPerRound },
    tried: 0,
  }
}

/** More than one round can make, so that numbers only grow. */
const editsPerRound = 1_000_000

/** Creates the account and the demo that the rounds write to. */
export async function prepareWriter(url: string): Promise<Writer> {
  const { supabaseAnonKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseAnonKey: string }
  const signUp = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: supabaseAnonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'correct horse' }),
  })
  const { access_token: token } = (await signUp.json()) as { access_token: string }
  const headers = { apikey: supabaseAnonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const demoId = randomUUID()
  const made = await call(url, headers, 'rpc/import_demo', 'POST', importOf(demoId, 'The demo of all rounds', 20))
  if (!made) throw new Error('The demo could not be made')
  const found = await fetch(`${url}/rest/v1/demo_steps?demo_id=eq.${demoId}&select=id&order=order`, { headers })
  const steps = ((await found.json()) as { id: string }[]).map(({ id }) => id)
  return { headers, demoId, steps }
}

/**
 * Writes in parallel lanes until `signal`, and records what was acknowledged: single rows, demos of many rows, one
 * growing value, and one order of twenty rows.
 */
export async function writeUntil(url: string, writer: Writer, ledger: Ledger, signal: AbortSignal): Promise<void> {
  const { headers } = writer
  const lane = async (write: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      ledger.tried += 1
      await write()
    }
  }
  const addCapture = async () => {
    const id = randomUUID()
    const row = { id, title: ledger.marker, url: 'https://example.com', session_id: 'kills' }
    if (await call(url, headers, 'captures', 'POST', row)) ledger.captures.add(id)
  }
  const addDemo = async () => {
    const id = randomUUID()
    const count = 2 + (ledger.tried % 12)
    ledger.demosTried.set(id, count)
    if (await call(url, headers, 'rpc/import_demo', 'POST', importOf(id, ledger.marker, count))) {
      ledger.demos.set(id, count)
    }
  }
  const editStep = async () => {
    const number = ledger.edit.tried + 1
    ledger.edit.tried = number
    const step = `demo_steps?id=eq.${writer.steps[0] ?? ''}`
    if (await call(url, headers, step, 'PATCH', { title: String(number) })) ledger.edit.acknowledged = number
  }
  const reorder = async () => {
    const by = ledger.tried % writer.steps.length
    const p_step_ids = [...writer.steps.slice(by), ...writer.steps.slice(0, by)]
    await call(url, headers, 'rpc/reorder_demo_steps', 'POST', { p_demo_id: writer.demoId, p_step_ids })
  }
  const lanes = [addCapture, addCapture, addCapture, addCapture, addDemo, addDemo, editStep, reorder]
  await Promise.all(lanes.map(lane))
}

/** True when acknowledged. Any other failure is the intended crash. */
async function call(
  url: string,
  headers: Readonly<Record<string, string>>,
  path: string,
  method: string,
  body: unknown,
): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/rest/v1/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

function importOf(id: string, name: string, count: number) {
  const steps = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    title: `Step ${index + 1}`,
    screenshot_url: `kills/${index}.png`,
    width: 1440,
    height: 900,
  }))
  return { p_demo_id: id, p_name: name, p_steps: steps }
}
