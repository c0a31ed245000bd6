import { expect, test } from 'vitest'

import { readColumnOrigins } from './view-columns.ts'

test("reads the origins of a view's columns from its rule", () => {
  const inner =
    '{TARGETENTRY :expr {VAR} :resno 1 :resname x :ressortgroupref 0 :resorigtbl 99 :resorigcol 9 :resjunk false}'
  const rule = `({QUERY :rtable ({RANGETBLENTRY :subquery {QUERY :targetList (${inner})}}) :targetList (
    {TARGETENTRY :expr {VAR} :resno 1 :resname odd\\}name :ressortgroupref 0 :resorigtbl 16400 :resorigcol 2 :resjunk false}
    {TARGETENTRY :expr {CONST} :resno 2 :resname made :ressortgroupref 0 :resorigtbl 0 :resorigcol 0 :resjunk false}
    {TARGETENTRY :expr {VAR} :resno 3 :resname last :ressortgroupref 0 :resorigtbl 16401 :resorigcol 1 :resjunk false})})`
  expect(readColumnOrigins(rule).filter(({ tableId }) => tableId !== 0)).toEqual([
    { position: 1, tableId: 16_400, tablePosition: 2 },
    { position: 3, tableId: 16_401, tablePosition: 1 },
  ])
})
