import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  findChangedMigrations,
  migrationsFolder,
  recordReleasedMigrations,
  releasedPath,
} from './released-migrations.ts'

test('released migrations are unchanged', () => {
  expect(findChangedMigrations(migrationsFolder, releasedPath)).toEqual([])
})

describe('a folder with a released migration', () => {
  let folder: string
  let path: string
  const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'understudy-released-'))
    path = join(folder, 'released.json')
    write('released.json', '{"released": {}}')
    write('2_first.sql', 'create table first ();')
    recordReleasedMigrations(folder, path)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('accepts a new file after it', () => {
    write('3_second.sql', 'create table second ();')
    expect(findChangedMigrations(folder, path)).toEqual([])
    recordReleasedMigrations(folder, path)
    write('3_second.sql', '')
    expect(findChangedMigrations(folder, path)).toHaveLength(1)
  })

  test('refuses to change it', () => {
    write('2_first.sql', 'create table first (id int);')
    expect(findChangedMigrations(folder, path)).toEqual([
      '2_first.sql was released and has changed. Put the change into a new file.',
    ])
    expect(() => recordReleasedMigrations(folder, path)).toThrow('has changed')
  })

  test('refuses to delete it', () => {
    rmSync(join(folder, '2_first.sql'))
    expect(findChangedMigrations(folder, path)).toEqual(['2_first.sql was released and is missing.'])
  })

  test('refuses a file before it', () => {
    write('1_zeroth.sql', '')
    expect(findChangedMigrations(folder, path)).toEqual([
      '1_zeroth.sql sorts before 2_first.sql, which was released. Rename it.',
    ])
  })
})
