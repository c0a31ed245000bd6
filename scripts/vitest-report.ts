import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

import type { SerializedError } from 'vitest'
import type { Reporter, TestModule, TestSuite } from 'vitest/node'

import { root } from './tasks.ts'

/** What `npm test` reports about a Vitest run. */
export interface VitestReport {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** A line for each test that failed or passed only on retry, and for each error outside a test. */
  readonly told: readonly string[]
  /** Files with errors outside their tests: `--retry` doesn't run them again. */
  readonly again: readonly string[]
}

/** Writes a VitestReport to the file named by VITEST_REPORT. Vitest's own JSON report leaves out errors outside tests. */
export default class ReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const told = tests.flatMap((test) => {
      const { state, errors } = test.result()
      if (errors === undefined || errors.length === 0) return []
      const verdict = state === 'passed' ? 'Passed only on retry' : 'Failed'
      return [line(verdict, `${test.module.relativeModuleId} › ${test.fullName}`, errors[0])]
    })
    const again = new Set<string>()
    for (const module of modules) {
      for (const suite of [module, ...module.children.allSuites()]) {
        for (const error of suite.errors()) {
          told.push(line('Failed outside its tests', nameOf(suite, module), error))
          again.add(module.relativeModuleId)
        }
      }
    }
    for (const error of unhandled) {
      const files = filesOf(error)
      told.push(line('Error that no test caught', files.join(', '), error))
      for (const file of files) again.add(file)
    }
    const report: VitestReport = {
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      told,
      again: [...again],
    }
    writeFileSync(process.env['VITEST_REPORT'] ?? 'vitest-report.json', JSON.stringify(report))
  }
}

function nameOf(suite: TestModule | TestSuite, module: TestModule): string {
  return suite.type === 'module' ? module.relativeModuleId : `${module.relativeModuleId} › ${suite.fullName}`
}

/** When a worker process dies, Vitest names its test files only in the cause's message. */
function filesOf(error: SerializedError): readonly string[] {
  const ended = /while running test files? (.+)$/.exec(causeOf(error)?.message ?? '')?.[1]?.split(', ')
  return (ended ?? [String(error['VITEST_TEST_PATH'] ?? '')]).map((path) => relative(root, path))
}

function line(verdict: string, where: string, error: SerializedError | undefined): string {
  const messages = [error, error && causeOf(error)].map((each) => each?.message.split('\n')[0] ?? '')
  return `${verdict}: ${where}\n  ${messages.join('\n  ').trimEnd()}`
}

function causeOf(error: SerializedError): SerializedError | undefined {
  return error['cause']
}
