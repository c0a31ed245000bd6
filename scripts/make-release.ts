import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { recordReleasedMigrations } from './released-migrations.ts'

/** Why a release can't be made; the message is for the terminal. */
export class ReleaseError extends Error {}

/**
 * Sets the version everywhere, dates the changelog, freezes the migrations, commits and tags. Changes nothing when it
 * throws a ReleaseError. `today` is an ISO date.
 */
export function makeRelease(folder: string, version: string, today: string): void {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()

  const current = readVersion(folder)
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) {
    throw new ReleaseError(`"${version}" is not a version like 0.2.0.`)
  }
  if (compareVersions(version, current) < 0) {
    throw new ReleaseError(`${version} is lower than the current version, ${current}.`)
  }
  if (git('tag', '--list', `v${version}`) !== '') throw new ReleaseError(`${version} has been released already.`)
  if (git('status', '--porcelain') !== '') throw new ReleaseError('There are uncommitted changes. Commit them first.')

  const changed = [
    ...versionedFiles.map(({ name, count }) => ({ name, text: withVersion(folder, name, count, current, version) })),
    { name: 'CHANGELOG.md', text: withDate(folder, version, today) },
  ]
  recordReleasedMigrations(join(folder, 'supabase/migrations'), join(folder, migrationList))
  for (const { name, text } of changed) writeFileSync(join(folder, name), text)
  git('add', migrationList, ...changed.map(({ name }) => name))
  git('commit', '--quiet', '-m', `Release ${version}`)
  git('tag', '-a', `v${version}`, '-m', `Release ${version}`)
}

const migrationList = 'supabase/released-migrations.json'

/** Files that state the version, and how often. */
const versionedFiles = [
  { name: 'package.json', count: 1 },
  { name: 'package-lock.json', count: 2 },
  { name: 'extension/manifest.json', count: 1 },
]

function readVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }
  return version
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)]
  const index = left.findIndex((part, place) => part !== right[place])
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0)
}

/** Replaces the first `count` versions, which precede those of dependencies. */
function withVersion(folder: string, name: string, count: number, current: string, version: string): string {
  let text = readFileSync(join(folder, name), 'utf8')
  let from = 0
  for (let done = 0; done < count; done += 1) {
    const found = /"version": "([^"]*)"/.exec(text.slice(from))
    if (found?.[1] !== current) throw new ReleaseError(`${name} does not have the version ${current}.`)
    const start = from + found.index
    text = `${text.slice(0, start)}"version": "${version}"${text.slice(start + found[0].length)}`
    from = start + 1
  }
  return text
}

/** Turns `## Unreleased` or `## 0.2.0 — unreleased` into the version with its date. */
function withDate(folder: string, version: string, today: string): string {
  const text = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
  const headings = [...text.matchAll(/^## (?:\S+ — )?unreleased$/gim)]
  if (headings.length !== 1) throw new ReleaseError('CHANGELOG.md needs exactly one "Unreleased" heading.')
  return text.replace(/^## (?:\S+ — )?unreleased$/im, `## ${version} — ${today}`)
}
