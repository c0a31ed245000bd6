import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { root, stop } from './tasks.ts'

export interface BuildOptions {
  readonly mode: 'production' | 'development'
}

interface Part {
  /** Input files and folders, relative to the root, besides those every part has. */
  readonly inputs: readonly string[]
  /** Imported only when needed: loading the bundler takes longer than a whole start. */
  readonly load: () => Promise<{ readonly build: (options: BuildOptions) => Promise<void> }>
}

const sharedInputs = ['domain', 'protocol', 'package-lock.json']

const parts: Readonly<Record<string, Part>> = {
  player: { inputs: ['player'], load: () => import('../player/build.ts') },
  tracker: { inputs: ['tracker'], load: () => import('../tracker/build.ts') },
  web: { inputs: ['web', 'player', 'sample', 'bench/published.json'], load: () => import('../web/build.ts') },
  extension: { inputs: ['extension'], load: () => import('../extension/build.ts') },
}

/** Builds the parts whose inputs changed since their last build, or all with `force`; skips `except`. */
export async function buildParts(
  options: BuildOptions & { readonly force?: boolean; readonly except?: readonly string[] },
) {
  for (const [name, part] of Object.entries(parts)) {
    if (options.except?.includes(name) === true) continue
    const { stamp, digest, isStale } = inspect(name, part, options)
    if (options.force !== true && !isStale) continue
    if (!mayWrite(join(root, 'dist'))) {
      stop(`"${name}" must be built, and this user may not write to ${join(root, 'dist')}.
Run "npm run build" there as the folder's owner, then the same command again.`)
    }
    const started = performance.now()
    console.log(`Building ${name} …`)
    const { build } = await part.load()
    const { NODE_ENV } = process.env
    await build({ mode: options.mode })
    // The bundler sets it for its own process; later tasks here, such as the tests, must not inherit it.
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = NODE_ENV
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stamp, digest)
    console.log(`Built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
}

/** Whether `buildParts` would build anything. */
export function areStale(options: BuildOptions): boolean {
  return Object.entries(parts).some(([name, part]) => inspect(name, part, options).isStale)
}

/** Compares a part's inputs with those of its last build, which its stamp holds. */
function inspect(name: string, part: Part, { mode }: BuildOptions) {
  const stamp = join(root, 'dist', `.${name}.${mode}.stamp`)
  const digest = digestOf([...part.inputs, ...sharedInputs])
  return { stamp, digest, isStale: !existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest }
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(existsSync(folder) ? folder : root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A digest of all files below the given paths, except tests. */
function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of new Set(paths)) {
    for (const file of filesBelow(join(root, path))) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesBelow(path: string): readonly string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
