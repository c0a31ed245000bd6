import { amountSource, holdsAmount } from './currency.ts'
import { countIn, isSameUnit } from './counted-units.ts'
import { numberIn } from './fact-patterns.ts'
import { findFittingPlan } from './fitting-plan.ts'
import type { KnowledgeItem } from './knowledge.ts'
import { countWords } from './sentences.ts'

/*
 * Prices that depend on a size: “free below £50,000 a year; above that £38 a month”, “up to 2 TB; above that by quote”,
 * “up to 50 leases for $4,800, up to 250 for $12,000”.
 */

/** The price notes for the size, income or amount of data that the question names; null if they name no limit for it. */
export function findTier(question: string, items: readonly KnowledgeItem[]): readonly KnowledgeItem[] | null {
  const priced = items.filter(({ text }) => holdsAmount(text) || /\bfree\b/i.test(text))
  const counted = priced.find((item) => listsSizes(item.text, question))
  if (counted !== undefined && findFittingPlan(question, null, items) === null) return [counted]
  const tiers = priced.flatMap((item) => limitsIn(item.text).map((limit) => ({ ...limit, item })))
  const ordered = tiers.toSorted((a, b) => a.most - b.most)
  const asksBeyond = beyondLimit.test(question)
  const size = asksBeyond
    ? null
    : (dataIn(question) ??
      incomeIn(
        question,
        tiers.map(({ item }) => item),
      ))
  if (!asksBeyond && size === null) return null
  const alike = size === null ? ordered : ordered.filter(({ unit }) => unit === size.unit)
  const fitting = size === null ? undefined : alike.find(({ most }) => most >= size.most)
  if (fitting !== undefined) return [fitting.item]
  const last = alike.at(-1)
  const beyond =
    last === undefined ? undefined : items.find((item) => isAfter(item, last.item) && aboveThat.test(item.text))
  if (last === undefined || beyond === undefined) return null
  // Two long sentences would be cut after the first.
  return countWords(`${last.item.text} ${beyond.text}`) > wordsMax ? [beyond] : [last.item, beyond]
}

const wordsMax = 28

/** Whether a note lists prices by the number of what the question counts. */
function listsSizes(text: string, question: string): boolean {
  const count = countIn(question)
  if (count === null || count.unit === null) return false
  const sizes = [...text.matchAll(sizeForPrice)]
  return sizes.length > 1 && sizes.some(({ groups }) => isSameUnit(count.unit, groups?.['unit'] ?? ''))
}

/** “Up to 50 leases for $4,800” */
const sizeForPrice = new RegExp(
  `\\b(?:up to|until|for|to) \\d[\\d,]*(?: (?<unit>\\p{L}+))?(?: it (?:is|costs))?(?: for|:| at| costs?| is|,)? (?:${amountSource}|[€$£]?\\d[\\d.,]*\\d)`,
  'giu',
)

interface Limit {
  readonly most: number
  readonly unit: 'data' | 'money'
}

function limitsIn(text: string): readonly Limit[] {
  const stored = [...text.matchAll(dataLimit)].map(([, written = '']) => toData(written))
  const earned = earning.test(text) ? [...text.matchAll(moneyLimit)].map(([, written = '']) => toMoney(written)) : []
  return [...stored, ...earned].filter((limit) => limit !== null)
}

function isAfter(item: KnowledgeItem, before: KnowledgeItem): boolean {
  return item.stepId === before.stepId && item.stepOrder === before.stepOrder && item.index > before.index
}

/** The amount of data that the visitor has. */
function dataIn(question: string): Limit | null {
  const [found, ...others] = [...question.matchAll(dataSize)]
  return found === undefined || others.length > 0 ? null : toData(found[0])
}

/** What the visitor earns: “an income of 30k”; a price per month is no income. */
function incomeIn(question: string, limited: readonly KnowledgeItem[]): Limit | null {
  if (!limited.some(({ text }) => earning.test(text)) || !(earning.test(question) || getsMoney.test(question)))
    return null
  const [found, ...others] = [...question.matchAll(income)]
  return found === undefined || others.length > 0 ? null : toMoney(found[0])
}

function toData(written: string): Limit | null {
  const number = numberIn(written)
  const scale = scales[/[kmgt]/i.exec(written.replace(/[\d.,\s]/g, ''))?.[0].toLowerCase() ?? '']
  return number === null || scale === undefined ? null : { most: number * scale, unit: 'data' }
}

function toMoney(written: string): Limit | null {
  const number = numberIn(written)
  const millions = /\d\s?(?:m|million)\b/i.test(written) ? 1e6 : 1
  return number === null ? null : { most: number * millions, unit: 'money' }
}

const scales: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9, t: 1e12 }
const size = String.raw`\d[\d.,]*\s?(?:(?:k|m|g|t)b|(?:giga|tera|mega)bytes?|gigs?|teras?)\b`
const under = String.raw`\b(?:below|under|up to|less than|at most|no more than|within)\s+`
const dataSize = new RegExp(size, 'giu')
const dataLimit = new RegExp(`${under}(${size})`, 'giu')
const moneyLimit = new RegExp(`${under}((?:${amountSource})(?:\\s?(?:k|m|million)\\b)?)`, 'giu')
/** What a limit in money refers to, such as income; other amounts are prices. */
export const earning = /\b(?:incomes?|turnovers?|revenues?|takings|budgets? of|earn\w*|raise[sd]?)\b/i
const getsMoney = /\b(?:we|i)(?:'ve| have)? (?:get|got|make|made|take|took|turn over|bring in)\b/i
const income = new RegExp(
  `(?:${amountSource}(?:\\s?(?:k|m|million)\\b)?|\\b\\d[\\d.,]*\\s?(?:k|grand|thousand|million)\\b)(?! (?:a|per) (?:month|week|day)\\b)`,
  'giu',
)
/** “Above that by quote.” */
export const aboveThat = /^(?:above|over|beyond|more than) (?:that|this|it|those)\b/i
const beyondLimit =
  /\b(?:over|above|beyond|past|more than|exceed\w*|outgrow\w*) (?:your|the|that|this) (?:limit|maximum|max|cap|top plan|biggest plan)\b/i
