import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export interface CommandOutcome {
  readonly code: number
  /** Its stdout and stderr. */
  readonly said: string
}

/** Runs an operator's command as npm would: `runCommand('backup', ['--keep', '2'], { DATA_DIR })`. */
export async function runCommand(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandOutcome> {
  const script = join(root, 'scripts', `${name}.ts`)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code: code ?? 1, said: out + error }
}
