import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { publishFigures } from './published-figures.ts'

const resultsPath = join(dirname(dirname(fileURLToPath(import.meta.url))), 'results.json')

export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
  readonly runs: number
}

export interface Finding {
  /** What was measured, as budgets name it. */
  readonly what: string
  readonly unit: string
  readonly ours: Spread | number
  /** The comparison, measured in the same run; null for an absolute goal. */
  readonly anchor: { readonly what: string; readonly value: Spread | number } | null
  /** The goal in words: "≤ 0.85 × the anchor", "≤ 20 kB". */
  readonly goal: string
  readonly passed: boolean
}

/** Minimum, median and maximum of the measurements. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    min: sorted[0] ?? Number.NaN,
    median: sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
    runs: sorted.length,
  }
}

/** The figure used for ratios. */
export function middleOf(value: Spread | number): number {
  return typeof value === 'number' ? value : value.median
}

/** Prints a benchmark's findings as pass or short, and stores them in bench/results.json and for the landing page. */
export function report(bench: string, findings: readonly Finding[]): void {
  for (const finding of findings) {
    const ratio =
      finding.anchor === null ? '' : ` · ratio ${(middleOf(finding.ours) / middleOf(finding.anchor.value)).toFixed(2)}`
    console.log(
      `${finding.passed ? 'pass ' : 'short'} ${finding.what}: ${said(finding.ours, finding.unit)}${ratio} · goal ${finding.goal}`,
    )
    if (finding.anchor !== null)
      console.log(`      anchor, ${finding.anchor.what}: ${said(finding.anchor.value, finding.unit)}`)
  }
  const all = existsSync(resultsPath) ? (JSON.parse(readFileSync(resultsPath, 'utf8')) as Record<string, unknown>) : {}
  all[bench] = { measuredAt: new Date().toISOString(), findings }
  writeFileSync(resultsPath, `${JSON.stringify(all, null, 2)}\n`)
  publishFigures(bench, new Map(findings.map(({ what, ours }) => [what, middleOf(ours)])))
}

function said(value: Spread | number, unit: string): string {
  if (typeof value === 'number') return `${round(value)} ${unit}`
  return `${round(value.median)} ${unit} (min ${round(value.min)}, max ${round(value.max)}, ${value.runs} runs)`
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}
