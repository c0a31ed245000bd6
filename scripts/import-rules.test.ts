import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { bin, root, run } from './tasks.ts'

/* Which folder may import which (ARCHITECTURE.md): each forbidden import must not compile. */

const folders = {
  domain: 'domain/demo.ts',
  protocol: 'protocol/rows.ts',
  agent: 'agent/policy.ts',
  player: 'player/player-state.ts',
  tracker: 'tracker/track.ts',
  extension: 'extension/home.ts',
  backend: 'backend/product.ts',
  server: 'server/settings/config.ts',
  web: 'web/lib/backend.ts',
} as const

type Folder = keyof typeof folders

const mayImport: Readonly<Record<Folder, readonly Folder[]>> = {
  domain: [],
  protocol: ['domain'],
  agent: ['domain', 'protocol'],
  player: ['domain', 'protocol'],
  tracker: ['domain', 'protocol'],
  extension: ['domain', 'protocol'],
  backend: ['domain', 'protocol'],
  server: ['domain', 'protocol', 'agent', 'backend'],
  web: ['domain', 'protocol', 'player'],
}

const names = Object.keys(folders) as Folder[]
const scratch = join(root, '.cache', 'import-rules')

beforeAll(() => mkdirSync(scratch, { recursive: true }))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe.each(names)('from %s', (from) => {
  const others = names.filter((name) => name !== from)

  test('the compiler rejects every import but the allowed ones', async () => {
    for (const to of others) {
      writeFileSync(join(scratch, `${from}-to-${to}.ts`), `export * from '#${folders[to]}'\n`)
    }
    writeFileSync(
      join(scratch, `${from}.json`),
      JSON.stringify({
        extends: `../../${from}/tsconfig.json`,
        compilerOptions: { rootDir: '../..', outDir: `./out-${from}`, tsBuildInfoFile: `./${from}.tsbuildinfo` },
        files: others.map((to) => `${from}-to-${to}.ts`),
        include: [],
        references: mayImport[from].map((to) => ({ path: `../../${to}` })),
      }),
    )
    const { output } = await run(bin('tsc'), ['-b', join(scratch, `${from}.json`)], { quiet: true })
    const refused = others.filter((to) => new RegExp(`TS6307.*/${to}/`).test(output))
    expect(refused, output).toEqual(others.filter((to) => !mayImport[from].includes(to)))
  }, 120_000)
})

describe('the linter', () => {
  test.each(['domain', 'protocol', 'agent'])('keeps I/O out of %s', async (folder) => {
    const directory = mkdtempSync(join(tmpdir(), 'import-rules-'))
    try {
      copyFileSync(join(root, '.oxlintrc.json'), join(directory, '.oxlintrc.json'))
      mkdirSync(join(directory, folder))
      const forbidden = ["import 'node:fs'", 'export const now = Date.now()', 'export const answer = fetch("x")']
      for (const [index, line] of forbidden.entries())
        writeFileSync(join(directory, folder, `f${index}.ts`), `${line}\n`)
      const { output } = await run(bin('oxlint'), ['-c', join(directory, '.oxlintrc.json'), directory], { quiet: true })
      for (const index of forbidden.keys()) expect(output).toContain(`f${index}.ts`)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  test.each([
    ['web/features/viewer/a.ts', ['../editor/editor.tsx', '../../layout/page.tsx', '../../pages/home-page.tsx']],
    ['web/features/viewer/b.ts', ['#web/features/editor/editor.tsx']],
    ['web/ui/a.ts', ['../features/viewer/viewer.tsx']],
    ['web/lib/import/a.ts', ['../../features/viewer/viewer.tsx', '#web/layout/page.tsx']],
  ])('keeps other features and pages out of %s', async (file, forbidden) => {
    const allowed = ["'./own.ts'", "'../../ui/button.tsx'", "'#domain/demo.ts'"]
    const directory = mkdtempSync(join(tmpdir(), 'import-rules-'))
    try {
      copyFileSync(join(root, '.oxlintrc.json'), join(directory, '.oxlintrc.json'))
      mkdirSync(join(directory, dirname(file)), { recursive: true })
      const lines = [...allowed, ...forbidden.map((path) => `'${path}'`)].map((path) => `export * from ${path}`)
      writeFileSync(join(directory, file), `${lines.join('\n')}\n`)
      const { output } = await run(bin('oxlint'), ['-c', join(directory, '.oxlintrc.json'), directory], { quiet: true })
      expect(output.match(/no-restricted-imports/g)).toHaveLength(forbidden.length)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
