import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { root } from './tasks.ts'
import { testTitles } from './test-titles.ts'

/* docs/spec-coverage.md maps each sentence of the specification to its tests. These tests check that page. */

/** Returns the titles of a file's tests, or null when there is no such file. */
type ReadTitles = (file: string) => readonly string[] | null

/** Problems of the page, a sentence each. Rows begin with `| §`; those under "Not yet" give a reason. */
function coverageProblems(page: string, readTitles: ReadTitles): readonly string[] {
  const [checklist = '', notYet = ''] = page.split('\n## Not yet\n')
  const reasons = new Map(rowsOf(notYet).map(([id = '', reason = '']) => [id, reason]))
  const seen = new Set<string>()
  const problems = rowsOf(checklist).flatMap(([id = '', sentence = '', tests = '']) => {
    const own: string[] = []
    if (seen.has(id)) own.push(`${id} is listed twice`)
    seen.add(id)
    if (sentence === '') own.push(`${id} has no sentence`)
    if (tests === '' && (reasons.get(id) ?? '') === '') own.push(`${id} has neither a test nor a reason`)
    if (tests !== '' && reasons.has(id)) own.push(`${id} has a test, but is under "Not yet"`)
    return tests === '' ? own : [...own, ...testProblems(id, tests, readTitles)]
  })
  const strays = [...reasons.keys()].filter((id) => !seen.has(id)).map((id) => `${id} is under "Not yet" without a row`)
  return [...problems, ...strays]
}

function testProblems(id: string, tests: string, readTitles: ReadTitles): readonly string[] {
  return tests.split('<br>').flatMap((named) => {
    const [, file, title] = /^`([^`]+)` (.+)$/.exec(named) ?? []
    if (file === undefined || title === undefined) return [`${id} does not name a file and title: ${named}`]
    const titles = readTitles(file)
    if (titles === null) return [`${id} names a missing file: ${file}`]
    return titles.includes(title) ? [] : [`${id} names a missing test: ${file} ${title}`]
  })
}

/** The cells of each table row that names a sentence. */
function rowsOf(part: string): readonly (readonly string[])[] {
  return part
    .split('\n')
    .filter((line) => line.startsWith('| §'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
}

const known = new Map<string, readonly string[] | null>()

function titlesIn(file: string): readonly string[] | null {
  const path = join(root, file)
  if (!known.has(file)) known.set(file, existsSync(path) ? testTitles(file, readFileSync(path, 'utf8')) : null)
  return known.get(file) ?? null
}

test('every sentence of the specification has an existing test, or a reason why not', () => {
  const page = readFileSync(join(root, 'docs', 'spec-coverage.md'), 'utf8')
  expect(new Set(rowsOf(page).map(([id]) => id?.split(' ')[0]))).toEqual(
    new Set(['§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9']),
  )
  expect(coverageProblems(page, titlesIn)).toEqual([])
})

describe('the page is rejected for', () => {
  const read: ReadTitles = (file) => (file === 'a.test.ts' ? ['plays a %s | and stops'] : null)
  const problemsOf = (row: string, notYet = '') =>
    coverageProblems(
      `| §2 Player 1 | It plays | \`a.test.ts\` plays a %s \\| and stops |\n${row}\n## Not yet\n${notYet}`,
      read,
    )

  test('nothing, when each row has its test or reason', () => {
    expect(problemsOf('| §2 Player 2 | It stops | |', '| §2 Player 2 | No test stops it. |')).toEqual([])
  })

  test.each([
    ['a missing file', '| §2 Player 2 | It stops | `b.test.ts` stops |', ''],
    ['a missing title', '| §2 Player 2 | It stops | `a.test.ts` plays a demo |', ''],
    ['a missing second test', '| §2 Player 2 | It stops | `a.test.ts` plays a %s \\| and stops<br>`a.test.ts` x |', ''],
    ['a test without its file', '| §2 Player 2 | It stops | plays a %s |', ''],
    ['neither a test nor a reason', '| §2 Player 2 | It stops | |', ''],
    ['an empty reason', '| §2 Player 2 | It stops | |', '| §2 Player 2 | |'],
    ['no sentence', '| §2 Player 2 | | |', '| §2 Player 2 | Why. |'],
    ['a duplicate id', '| §2 Player 1 | It stops | `a.test.ts` plays a %s \\| and stops |', ''],
    ['a covered row under "Not yet"', '', '| §2 Player 1 | No test plays it. |'],
    ['a reason without a row', '', '| §2 Player 9 | No test plays it. |'],
  ])('%s', (_, row, notYet) => {
    expect(problemsOf(row, notYet)).toHaveLength(1)
  })
})

test('titles are read verbatim, except those of skipped tests', () => {
  const source = `
    test('one', () => {}); it("two's", () => {}); describe('no title', () => { test.each([[1]])('%s of three', () => {}) })
    for (const width of [1]) test(\`at \${width} px\`, async () => {})
    test.runIf(x)('five', () => {}); describe.each\`a\`('x', () => test.for([1])('six', () => {}))
    test.skip('off', () => {}); test.todo('off'); describe.skip('x', () => { test('off', () => {}) })
    test.describe('no title', () => {}); other('no title'); RegExp('x').test('no title')
  `
  expect(testTitles('a.test.ts', source)).toEqual(['one', "two's", '%s of three', 'at ${width} px', 'five', 'six'])
})
