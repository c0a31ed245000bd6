import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { buildParts } from './build-parts.ts'
import { chromiumPath, headlessShellPath, installDebianPackage } from './chromium.ts'
import { bin, root, run } from './tasks.ts'
import type { VitestReport } from './vitest-report.ts'

/*
 * npm test: all checks, cheapest first. A failure doesn't stop the rest; the last line totals the tests of all runners,
 * counting a check without tests as one.
 *
 * To stay under 15 minutes on two cores, it runs each contract test on one of the databases, and a fifth of the
 * end-to-end tests. The commit chooses which, so that a failure can be repeated. `--all` runs everything, the contract
 * tests on their other database last. `--minutes`, as in CI, is the latest start for each part of those; the rest is
 * listed, not run.
 */

interface Outcome {
  passed: number
  failed: number
  skipped: number
}

/** In CI, failures are retried once and reported, as in playwright.config.ts, because machines there can be busy. */
const isCi = process.env['CI'] !== undefined
const reports = join(root, '.cache', 'reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const { values: chosen } = parseArgs({ options: { all: { type: 'boolean' }, minutes: { type: 'string' } } })
const isWhole = chosen.all === true
const minutes = chosen.minutes === undefined ? Infinity : Number(chosen.minutes)
const e2eShards = 5
const turn = await commitNumber()

const total: Outcome = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
/** Repeated at the end, where people look. */
const told: string[] = []

await command('format', bin('oxfmt'), ['--check', '.'])
await command('lint', bin('oxlint'), ['--type-aware'])
await command('types', bin('tsc'), ['-b'])
await command('unused code', bin('knip'), [])
await setUp()
// A single run, so that a slow file leaves no core idle.
await vitestTests('unit, contract and component tests', turn)
await endToEndTests('end-to-end tests')
if (isWhole) {
  await otherContractTests('contract tests on their other database')
} else {
  told.push(
    `Each contract test ran on one database, and one end-to-end test in ${e2eShards}: npm test -- --all runs everything.`,
  )
}

if (told.length > 0) console.log(`\n${told.join('\n')}`)
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 && failures.length === 0 ? 0 : 1)

async function setUp() {
  const chromium = await chromiumPath()
  process.env['CHROMIUM_PATH'] = chromium
  process.env['CHROMIUM_SHELL_PATH'] = await headlessShellPath(chromium)
  const postgresThere = ['18', '17', '16', '15'].some((version) =>
    existsSync(`/usr/lib/postgresql/${version}/bin/initdb`),
  )
  if (!postgresThere && process.platform === 'linux' && process.env['POSTGRES_BIN'] === undefined) {
    await installDebianPackage(
      'postgresql',
      '/usr/lib/postgresql',
      'Set POSTGRES_BIN to the folder that contains initdb.',
    )
  }
  await installDebianPackage('espeak-ng', '/usr/bin/espeak-ng', 'Install espeak-ng, which speaks for visitors.')
  await buildParts({ mode: 'production' })
}

async function commitNumber(): Promise<number> {
  const { code, output } = await run('git', ['rev-parse', '--short=6', 'HEAD'], { quiet: true })
  return code === 0 ? Number.parseInt(output, 16) : 0
}

async function command(name: string, program: string, args: readonly string[]) {
  const started = announce(name)
  const { code, output } = await run(program, args, { quiet: true })
  if (code !== 0) console.log(output)
  count(name, code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }, code, started)
}

/** In parts, because a run of Vitest can't end early. */
async function otherContractTests(name: string) {
  const files = globSync('tests/contract/**/*.test.ts', { cwd: root }).toSorted()
  const partSize = 15
  for (let index = 0; index < files.length; index += partSize) {
    if (performance.now() > minutes * 60_000) {
      told.push(`Not run on their other database, for lack of time: ${files.slice(index).join(', ')}`)
      return
    }
    const part = files.slice(index, index + partSize)
    const place = `${index + 1} to ${index + part.length} of ${files.length}`
    await vitestTests(`${name}, ${place}`, turn + 1, [
      '--project=contract-pglite',
      '--project=contract-postgres',
      ...part,
    ])
  }
}

async function vitestTests(name: string, contractTurn: number, chosenTests: readonly string[] = []) {
  const started = announce(name)
  rmSync(join(reports, 'vitest.json'), { force: true })
  process.env['VITEST_REPORT'] = join(reports, 'vitest.json')
  process.env['CONTRACT_TURN'] = String(contractTurn)
  const ended = await run(bin('vitest'), [...vitestArgs(), ...chosenTests])
  const report = readReport('vitest.json') as Partial<VitestReport>
  const { told: lines = [], again = [], passed = 0, failed = 0, skipped = 0 } = report
  told.push(...lines)
  let { code } = ended
  if (isCi && failed === 0 && again.length > 0 && !again.includes('')) {
    code = (await run(bin('vitest'), ['run', ...again])).code
    told.push(`${code === 0 ? 'Passed' : 'Failed'} when run again: ${again.join(', ')}`)
  } else if (ended.signal !== null && failed === 0 && passed > 0) {
    // All tests have passed; V8 can abort while freeing WebAssembly code (prepared-worker.ts).
    code = 0
    told.push(`Vitest was ended by ${ended.signal} after its last test.`)
  }
  count(name, { passed, failed, skipped }, code, started)
}

async function endToEndTests(name: string) {
  const started = announce(name)
  const { code } = await run(bin('playwright'), [
    'test',
    ...(isWhole ? [] : [`--shard=${(turn % e2eShards) + 1}/${e2eShards}`]),
  ])
  count(name, playwrightOutcome(), code, started)
}

function announce(name: string): number {
  console.log(`\n── ${name}`)
  return performance.now()
}

/** A runner that fails without a failed test (a crash, a broken setup) counts as one failure. */
function count(name: string, outcome: Outcome, code: number, started: number) {
  const isBroken = code !== 0 && outcome.failed === 0
  if (isBroken) told.push(`${name} ended with code ${code}, though no test failed.`)
  const failed = isBroken ? 1 : outcome.failed
  total.passed += outcome.passed
  total.failed += failed
  total.skipped += outcome.skipped
  if (failed > 0) failures.push(name)
  console.log(`${failed === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

function vitestArgs(): readonly string[] {
  return [
    'run',
    '--reporter=default',
    `--reporter=${join(root, 'scripts', 'vitest-report.ts')}`,
    `--retry=${isCi ? 1 : 0}`,
  ]
}

function playwrightOutcome(): Outcome {
  const stats = (readReport('e2e.json')['stats'] ?? {}) as Readonly<Record<string, number>>
  const flaky = stats['flaky'] ?? 0
  if (flaky > 0) told.push(`${flaky} end-to-end tests passed only on retry (listed above as flaky).`)
  return {
    passed: (stats['expected'] ?? 0) + flaky,
    failed: stats['unexpected'] ?? 0,
    skipped: stats['skipped'] ?? 0,
  }
}

function readReport(name: string): Readonly<Record<string, unknown>> {
  const path = join(reports, name)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>) : {}
}
