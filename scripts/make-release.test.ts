import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { makeRelease } from './make-release.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-release-'))
  git('init', '--quiet')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.com')
  git('config', 'commit.gpgsign', 'false')
  git('config', 'tag.gpgsign', 'false')
  write('package.json', '{\n  "version": "0.1.0",\n  "dependencies": { "hono": "0.1.0" }\n}\n')
  write(
    'package-lock.json',
    '{\n  "version": "0.1.0",\n  "packages": {\n    "": { "version": "0.1.0" },\n    "node_modules/hono": { "version": "0.1.0" }\n  }\n}\n',
  )
  write('extension/manifest.json', '{ "manifest_version": 3, "version": "0.1.0" }\n')
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- A line.\n\n## 0.1.0 — 2026-11-22\n')
  write('supabase/migrations/1_first.sql', 'select 1;\n')
  write('supabase/released-migrations.json', '{ "released": {} }\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'Start')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('commits and tags the version, the dated changelog and the released migrations', () => {
  makeRelease(folder, '0.2.0', '2026-12-01')

  expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0')
  expect(git('describe')).toBe('v0.2.0')
  expect(git('status', '--porcelain')).toBe('')
  expect(read('package.json')).toContain('"version": "0.2.0",\n  "dependencies": { "hono": "0.1.0" }')
  expect(read('package-lock.json').match(/"version": "0\.[12]\.0"/g)).toEqual([
    '"version": "0.2.0"',
    '"version": "0.2.0"',
    '"version": "0.1.0"',
  ])
  expect(read('extension/manifest.json')).toBe('{ "manifest_version": 3, "version": "0.2.0" }\n')
  expect(read('CHANGELOG.md')).toBe('# Changelog\n\n## 0.2.0 — 2026-12-01\n\n- A line.\n\n## 0.1.0 — 2026-11-22\n')
  expect(JSON.parse(read('supabase/released-migrations.json'))).toEqual({
    released: { '1_first.sql': expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
  })
})

test('releases the current version once', () => {
  write('CHANGELOG.md', '# Changelog\n\n## 0.1.0 — unreleased\n')
  git('commit', '--quiet', '--all', '-m', 'Prepare')
  makeRelease(folder, '0.1.0', '2026-12-01')
  expect(read('CHANGELOG.md')).toBe('# Changelog\n\n## 0.1.0 — 2026-12-01\n')
  expect(() => makeRelease(folder, '0.1.0', '2026-12-01')).toThrow('0.1.0 has been released already.')
})

test.each([
  ['a malformed version', '0.2', '"0.2" is not a version like 0.2.0.', undefined],
  ['a lower version', '0.0.9', '0.0.9 is lower than the current version, 0.1.0.', undefined],
  ['uncommitted changes', '0.2.0', 'There are uncommitted changes.', { 'notes.txt': 'new' }],
  [
    'a file of another version',
    '0.2.0',
    'does not have the version',
    { 'extension/manifest.json': '{ "version": "0.0.1" }' },
  ],
  ['a changelog without news', '0.2.0', 'exactly one "Unreleased" heading', { 'CHANGELOG.md': '# Changelog\n' }],
])('changes nothing with %s', (what, version, message, files) => {
  for (const [name, text] of Object.entries(files ?? {})) write(name, text)
  if (what !== 'uncommitted changes' && files !== undefined) git('commit', '--quiet', '--all', '-m', 'Break')
  const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain')]
  expect(() => makeRelease(folder, version, '2026-12-01')).toThrow(message)
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual(before)
})

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

function write(name: string, text: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), text)
}
