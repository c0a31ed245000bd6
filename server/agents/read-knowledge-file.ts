import type { z } from 'zod'

import { parseJsonOrUndefined } from '#backend/http/parse-bounded-json.ts'
import { describeIssue } from '#server/http/read-json.ts'
import { toStorable } from '#server/http/storable.ts'

import {
  addressShape,
  documentShape,
  knowledgeFileShape,
  pairShape,
  planShape,
  termShape,
  type Entry,
  type KnowledgeEntries,
  type PairEntry,
  type Skipped,
} from './knowledge-file.ts'
import { readCsv } from './read-csv.ts'

/** Reads an exported file, or CSV rows of question, answer and other wordings. A sentence if it is neither. */
export function readKnowledgeFile(text: string): KnowledgeEntries | string {
  return /^\s*\{/.test(text) ? readJson(text) : readRows(text)
}

function readJson(text: string): KnowledgeEntries | string {
  const content = parseJsonOrUndefined(text)
  if (content === undefined) return 'The file is not valid JSON, or too deep.'
  const file = knowledgeFileShape.safeParse(toStorable(content))
  if (!file.success) return `The file can’t be imported: ${describeIssue(file.error)}.`
  const skipped: Skipped[] = []
  const read = <T>(kind: string, entries: readonly unknown[], shape: z.ZodType<T>): readonly Entry<T>[] =>
    entries.flatMap((entry, index) => {
      const line = index + 1
      const parsed = shape.safeParse(entry)
      if (parsed.success) return [{ line, value: parsed.data }]
      skipped.push({ line, problem: `${kind} ${line}: ${describeIssue(parsed.error)}.` })
      return []
    })
  const { pairs, plans, glossary, neverSay, documents, addresses } = file.data
  return {
    pairs: read('Question', pairs, pairShape),
    plans: read('Plan', plans, planShape),
    glossary: read('Term', glossary, termShape),
    neverSay,
    documents: read('Document', documents, documentShape),
    addresses: read('Page', addresses, addressShape),
    skipped,
  }
}

function readRows(text: string): KnowledgeEntries | string {
  const rows = readCsv(text, rowsMax)
  if (typeof rows === 'string') return rows
  const skipped: Skipped[] = []
  const pairs = rows.flatMap(({ line, cells }): readonly Entry<PairEntry>[] => {
    const [question = '', answer = '', ...rest] = cells
    const variants = rest.flatMap((cell) => cell.split('|', wordingsMax)).map((cell) => cell.trim())
    const wordings = variants.filter((each) => each !== '').slice(0, wordingsMax)
    const parsed = pairShape.safeParse({ question, answer, variants: wordings })
    if (parsed.success) return [{ line, value: parsed.data }]
    skipped.push({ line, problem: rowProblem(question, answer) ?? `${describeIssue(parsed.error)}.` })
    return []
  })
  return { pairs, plans: [], glossary: [], neverSay: [], documents: [], addresses: [], skipped }
}

function rowProblem(question: string, answer: string): string | null {
  if (question === '') return 'The question is missing.'
  if (answer === '') return 'The answer is missing.'
  if (question.length > 300) return 'The question has more than 300 characters.'
  return answer.length > 2_000 ? 'The answer has more than 2,000 characters.' : null
}

const rowsMax = 1_000
/** Longer than a question may be; such a row is skipped with a reason. */
const wordingsMax = 100
