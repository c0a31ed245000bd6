import { expect, test } from 'vitest'

import { splitStatements } from './split-statements.ts'

test.each([
  ['select 1; select 2;', ['select 1', 'select 2'], ''],
  ['select 1', [], 'select 1'],
  ["select ';''x'; done", ["select ';''x'"], ' done'],
  [String.raw`select E'\';' ;`, [String.raw`select E'\';'`], ''],
  ['select ";" from "a""b";', ['select ";" from "a""b"'], ''],
  ['do $$ begin perform 1; end $$;', ['do $$ begin perform 1; end $$'], ''],
  ['do $a$ ; $b$ ; $a$; select $1;', ['do $a$ ; $b$ ; $a$', 'select $1'], ''],
  ['select 1 -- ; not yet\n;', ['select 1 -- ; not yet'], ''],
  ['/* ; /* ; */ ; */ select 1;', ['/* ; /* ; */ ; */ select 1'], ''],
  ["select 'open; ", [], "select 'open; "],
  [';;', [], ''],
])('%o', (text, statements, rest) => {
  expect(splitStatements(text)).toEqual({ statements, rest })
})
