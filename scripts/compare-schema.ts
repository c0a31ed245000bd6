import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { postgresBinaries, startPostgresCluster } from '#support/postgres-cluster.ts'

import { root, stop } from './tasks.ts'

/*
 * npm run compare-schema -- HEAD~1: applies the migrations of a commit and of the working tree to two empty PostgreSQL
 * databases and compares their pg_dump. Ignores the order of objects, columns and grants, comments in functions, and
 * NOT VALID. Exits with 1 if anything differs.
 */
const [ref] = process.argv.slice(2)
if (ref === undefined) stop('Name the commit to compare with, such as "npm run compare-schema -- HEAD~1".')

/** Shows NOT VALID constraints like those made with the table. */
const validateConstraints = `do $$
declare
  c record;
begin
  for c in select conname, conrelid::regclass as relation from pg_constraint where not convalidated loop
    execute format('alter table %s validate constraint %I', c.relation, c.conname);
  end loop;
end
$$`

const cluster = await startPostgresCluster()
const before = mkdtempSync(join(tmpdir(), 'understudy-schema-'))
try {
  execFileSync('git', ['worktree', 'add', '--detach', '--force', before, ref], { cwd: root, stdio: 'pipe' })
  symlinkSync(join(root, 'node_modules'), join(before, 'node_modules'))
  const [was, is] = [dumpOf(before, 'before'), dumpOf(root, 'after')]
  const names = [...new Set([...was.keys(), ...is.keys()])].toSorted()
  const differences = names.flatMap((name) => {
    const [old, now] = [was.get(name), is.get(name)]
    if (old === now) return []
    if (old === undefined) return [`only in the working tree: ${name}`]
    if (now === undefined) return [`only in ${ref}: ${name}`]
    return [`differs: ${name}\n${changedLines(old, now)}`]
  })
  for (const difference of differences) console.log(difference)
  console.log(`${names.length} objects compared, ${differences.length} differ`)
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', before], { cwd: root, stdio: 'pipe' })
  rmSync(before, { recursive: true, force: true })
  await cluster.stop()
}

/** Applies the migrations of the tree at `folder` and returns its objects by name, as SQL. */
function dumpOf(folder: string, database: string): ReadonlyMap<string, string> {
  const psql = ['-h', '127.0.0.1', '-U', 'postgres', '-p', new URL(cluster.urlOf('postgres')).port]
  execFileSync(join(postgresBinaries(), 'createdb'), [...psql, database], { stdio: 'pipe' })
  const room = ['backend/database', 'server/database'].find((path) => existsSync(join(folder, path, 'migrate.ts')))
  const program = `
    import { migrate } from './${room}/migrate.ts'
    import { PostgresDatabase } from './${room}/postgres-database.ts'
    import pino from 'pino'
    const database = new PostgresDatabase({
      databaseUrl: '${cluster.urlOf(database)}', log: pino({ level: 'fatal' }), maxConnections: 2,
    })
    await migrate(database)
    await database.runScript(${JSON.stringify(validateConstraints)})
    await database.close()`
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, stdio: 'pipe' })
  const dump = execFileSync(join(postgresBinaries(), 'pg_dump'), [...psql, '-s', '--no-owner', database], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  // psql's own commands contain a random token.
  return objectsOf(dump.replaceAll(/^\\.*$/gm, ''))
}

/** pg_dump precedes each object with a comment naming it. */
function objectsOf(dump: string): ReadonlyMap<string, string> {
  const objects = new Map<string, string>()
  for (const part of dump.split(/^--\n(?=-- Name: )/m).slice(1)) {
    const [head = '', ...rest] = part.split('\n')
    const name = head.slice('-- Name: '.length).replace(/; Owner: .*$/, '')
    const sql = rest.join('\n').replace(/^--\n/, '').trim()
    objects.set(name, normalise(name, sql))
  }
  return objects
}

function normalise(name: string, sql: string): string {
  if (name.includes('Type: TABLE;')) return withSortedColumns(sql)
  if (name.includes('Type: ACL;')) return sql.split('\n').toSorted().join('\n')
  if (name.includes('Type: FUNCTION;')) return sql.replaceAll(/^\s*--.*\n/gm, '')
  return sql
}

function withSortedColumns(sql: string): string {
  return sql.replace(
    /(CREATE TABLE [^\n]*\(\n)([\s\S]*?)(\n\)(?:;| ))/,
    (_, open: string, columns: string, end: string) => {
      const lines = columns.split('\n').map((line) => line.replace(/,$/, ''))
      return `${open}${lines.toSorted().join('\n')}${end}`
    },
  )
}

function changedLines(old: string, now: string): string {
  const [oldLines, newLines] = [old.split('\n'), now.split('\n')]
  const gone = oldLines.filter((line) => !newLines.includes(line)).map((line) => `  - ${line}`)
  const added = newLines.filter((line) => !oldLines.includes(line)).map((line) => `  + ${line}`)
  return [...gone, ...added].join('\n')
}
