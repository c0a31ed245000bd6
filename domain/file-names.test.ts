import { describe, expect, test } from 'vitest'

import { demoNameFromFiles, isMeaningfulTitle, titlesFromFiles } from './file-names.ts'

describe('a step’s title from its file', () => {
  test.each([
    ['03-approve_invoice@2x.png', 'Approve invoice'],
    ['quarterly-report_final.png', 'Quarterly report'],
    ['01 index.png', null],
    ['Screenshot 2026-11-22 at 10.11.12.png', null],
    ['Screen Shot 2026-11-22 at 10.11.12 AM (2).png', null],
    ['Screenshot 2026-11-22 Orders page.png', 'Orders'],
    ['IMG_2044.jpeg', null],
    ['image.png', null],
    ['b4f9c02e6d1a.webp', null],
    ['AssignDriver.png', 'Assign Driver'],
    ['7. Pläne vergleichen.png', 'Pläne vergleichen'],
    ['导入.png', '导入'],
    ['.png', null],
    ['', null],
  ])('%j is %j', (file, title) => {
    expect(titlesFromFiles([file])).toEqual([title])
  })

  test.each([
    [
      ['Acme - 01 orders.png', 'Acme - 02 plan.png'],
      ['Orders', 'Plan'],
    ],
    [
      ['Acme.png', 'Acme 2.png'],
      ['Acme', 'Acme'],
    ],
    [
      ['orders.png', 'image.png'],
      ['Orders', null],
    ],
  ])('%j are %j', (files, titles) => {
    expect(titlesFromFiles(files)).toEqual(titles)
  })

  test('is never longer than a demo’s name', () => {
    expect(titlesFromFiles([`${'word '.repeat(5_000)}.png`])[0]?.length).toBeLessThanOrEqual(200)
  })
})

describe('a demo’s name from its files', () => {
  test.each([
    [['acme-billing-01.png', 'acme-billing-02.png'], '', 'Acme billing'],
    [['01 index.png', '02 index.png'], '', 'Untitled demo'],
    [['01 index.png', '02 orders.png', '03 plan.png'], '', 'Orders'],
    [['01 orders.png', '02 plan.png'], 'tidelane-tour', 'Tidelane tour'],
    [['Tidelane - orders.png', 'Tidelane - plan.png'], 'screenshots', 'Tidelane'],
    [['Plan a launch.png'], '', 'Plan a launch'],
    [['Screenshot 1.png', 'Screenshot 2.png'], '', 'Untitled demo'],
    [[], '', 'Untitled demo'],
  ])('%j in %j is %j', (files, folder, name) => {
    expect(demoNameFromFiles(files, folder)).toBe(name)
  })
})

test.each([
  ['Invoices · Northwind Traders', true],
  ['01 index', false],
  ['Untitled', false],
  ['', false],
])('the page title %j says something: %s', (title, says) => {
  expect(isMeaningfulTitle(title)).toBe(says)
})
