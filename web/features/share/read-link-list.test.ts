import { expect, test } from 'vitest'

import { readLinkList } from './read-link-list.ts'

test('reads names and variables, with and without column names', () => {
  expect(readLinkList('Ada Moreau,Tamsin Linen\n"Dahl, Iver",Wharfline\n').links).toMatchObject([
    { name: 'Ada Moreau', variables: { company: 'Tamsin Linen' } },
    { name: 'Dahl, Iver', variables: { company: 'Wharfline' } },
  ])
  expect(readLinkList('\uFEFFCompany;Name;fleet;<b>\nTamsin, Ltd;Ada;32;x\n').links).toEqual([
    { name: 'Ada', expiresAt: null, password: undefined, variables: { company: 'Tamsin, Ltd', fleet: '32' } },
  ])
  // Blank rows, as spreadsheets write them.
  expect(
    readLinkList('name;company\r\nAda;Tamsin\r\n;;\r\n ; \r\nIver;Dahl\r\n;\r\n').links?.map(({ name }) => name),
  ).toEqual(['Ada', 'Iver'])
  const [ending] = readLinkList('name,expires\nAda,2030-12-31').links ?? []
  expect(ending?.expiresAt?.slice(0, 7)).toMatch(/^203[01]-(12|01)$/)
})

test.each([
  ['', 'The file has no names.'],
  ['name\n', 'The file has no names.'],
  ['name,company\n,Tamsin', 'Line 2 has no name.'],
  ['name,company\n,\n\n,Tamsin', 'Line 4 has no name.'],
  [`name\n${'x'.repeat(81)}`, 'The name in line 2 is longer than 80 characters.'],
  ['name,expires\nAda,tomorrow', 'Line 2 has no date like 2026-12-31 under “expires”.'],
  ['"open', 'This is not a CSV file.'],
  ['x\n'.repeat(501), 'A demo has at most 500 links. The file has 501.'],
])('says what is wrong with %j', (text, problem) => {
  expect(readLinkList(text)).toEqual({ links: null, problem })
})
