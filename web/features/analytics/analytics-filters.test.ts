import { expect, test } from 'vitest'

import { withParams } from '../../lib/use-address-params.ts'
import { daysOf, filterChanges, linkParameter, periodBefore, periodOf, readFilters } from './analytics-filters.ts'

const demoId = '3f0c8a9e-5f3b-4a53-9a39-0d6a2f4e1b11'

function periodFrom(address: string) {
  return periodOf(readFilters(new URLSearchParams(address)), '2026-03-03')
}

test('defaults to people in the last 28 days', () => {
  expect(readFilters(new URLSearchParams())).toMatchObject({
    demoId: null,
    link: null,
    traffic: 'human',
    version: null,
  })
  expect(periodFrom('')).toEqual({ ok: true, value: { from: '2026-02-04', to: '2026-03-03' } })
})

test('drops invalid filters', () => {
  const address = 'demo=1%27%20or%20true&who=martian&version=-2&link=x&period=3000'
  expect(readFilters(new URLSearchParams(address))).toEqual(readFilters(new URLSearchParams()))
})

test('accepts custom days, and refuses invalid ones with a sentence', () => {
  const own = (from: string, to: string) => periodFrom(`period=custom&from=${from}&to=${to}`)
  expect(own('2026-02-27', '2026-03-01')).toEqual({ ok: true, value: { from: '2026-02-27', to: '2026-03-01' } })
  expect(own('2026-03-02', '2026-03-01')).toEqual({ ok: false, problem: 'The start date is after the end date.' })
  expect(own('2026-02-30', '2026-03-01')).toEqual({ ok: false, problem: 'Choose a start and an end date.' })
  expect(own('', '')).toMatchObject({ ok: false })
  expect(own('1999-01-01', '2026-03-01')).toEqual({ ok: false, problem: 'Choose at most 1100 days.' })
})

test('the previous period has as many days and ends the day before', () => {
  const period = { from: '2026-02-27', to: '2026-03-01' }
  expect(daysOf(period)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(periodBefore(period)).toEqual({ from: '2026-02-24', to: '2026-02-26' })
})

test('choosing another demo resets link, version and step, and keeps the period', () => {
  const search = new URLSearchParams('period=7&link=plain&version=3&step=x&older=1')
  expect(withParams(search, filterChanges({ demo: demoId })).toString()).toBe(`period=7&demo=${demoId}`)
  expect(withParams(search, filterChanges({ period: null, link: null })).get('period')).toBeNull()
})

test('distinguishes the share link from personal links in the URL', () => {
  expect(readFilters(new URLSearchParams(`link=${linkParameter('')}`)).link).toBe('')
  expect(readFilters(new URLSearchParams(`link=${linkParameter(demoId)}`)).link).toBe(demoId)
})
