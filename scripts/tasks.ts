import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The repository's root, as an absolute path. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A program of node_modules/.bin. */
export function bin(name: string): string {
  return join(root, 'node_modules', '.bin', name)
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Captures the program's output instead of printing it. */
  readonly quiet?: boolean
}

/** Runs a program in the root and returns its exit code, the signal that ended it, and, if quiet, its output. Never rejects. */
export function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<{ readonly code: number; readonly signal: NodeJS.Signals | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: options.quiet === true ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ code: 127, signal: null, output: error.message }))
    child.on('exit', (code, signal) => resolve({ code: code ?? 1, signal, output }))
  })
}

/** Prints a message and exits with a failure. */
export function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** Like parseArgs, but an unknown option or a missing value stops with a sentence. */
export function readArguments<const T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config)
  } catch (error) {
    const [problem = ''] = String(error instanceof Error ? error.message : error).split('. ')
    const names = Object.keys(config.options ?? {}).map((name) => `--${name}`)
    return stop(`${problem}. ${names.length === 0 ? 'There are no options.' : `Options: ${names.join(', ')}.`}`)
  }
}
