import { isObject } from '#domain/is-object.ts'

import { isSameJson } from '../../lib/stable-text.ts'

/** One difference between two versions, in words. */
export interface SnapshotChange {
  readonly part: string
  readonly text: string
  /** For texts: before and after; null if the sentence is enough. */
  readonly before: string | null
  readonly after: string | null
}

const agentFields = [
  ['name', 'Name'],
  ['voice', 'Voice'],
  ['personality', 'Personality'],
  ['hue', 'Colour'],
  ['welcome_message', 'Greeting'],
  ['demo_script', 'Script'],
  ['sales_process', 'Sales process'],
  ['sales_rules', 'Sales rules'],
  ['speed', 'Speed'],
  ['languages', 'Languages'],
] as const

/** The lists of a snapshot: where they are, what one entry is called, and its name. */
const lists = [
  { part: 'Q&A', path: ['knowledge', 'pairs'], id: 'id', name: 'question' },
  { part: 'Prices', path: ['knowledge', 'plans'], id: 'id', name: 'name' },
  { part: 'Glossary', path: ['knowledge', 'glossary'], id: 'id', name: 'term' },
  { part: 'Sources', path: ['knowledge', 'sources'], id: 'id', name: 'title' },
] as const

/** Fields that change without the author's doing. */
const ignored = new Set([
  'created_at',
  'refreshed_at',
  'position',
  'workspace_id',
  'agent_id',
  'is_draft',
  'status',
  'problem',
  'reading_until',
  'claimed_at',
  'attempts',
])

/** The differences between two snapshots; `nameOf` names a demo. */
export function diffSnapshots(
  before: unknown,
  after: unknown,
  nameOf: (demoId: string) => string,
): readonly SnapshotChange[] {
  return [
    ...agentChanges(at(before, 'agent'), at(after, 'agent')),
    ...demoChanges(rowsAt(before, ['demos']), rowsAt(after, ['demos']), nameOf),
    ...lists.flatMap(({ part, path, id, name }) =>
      listChanges(rowsAt(before, path), rowsAt(after, path), { part, id, nameOf: (row) => textOf(row[name]) }),
    ),
  ]
}

type Row = Readonly<Record<string, unknown>>

function agentChanges(before: Row, after: Row): readonly SnapshotChange[] {
  const fields = agentFields.flatMap(([field, label]): readonly SnapshotChange[] => {
    if (!(field in before) || !(field in after) || isSameJson(before[field], after[field])) return []
    const isText = field !== 'sales_rules'
    return [
      {
        part: 'Behaviour',
        text: isText ? label : 'The sales rules changed.',
        before: isText ? textOf(before[field]) : null,
        after: isText ? textOf(after[field]) : null,
      },
    ]
  })
  const was = wordsOf(before['never_say'])
  const is = wordsOf(after['never_say'])
  return [
    ...fields,
    ...is.filter((word) => !was.includes(word)).map((word) => sentence('Behaviour', `Never says “${word}” now.`)),
    ...was.filter((word) => !is.includes(word)).map((word) => sentence('Behaviour', `May say “${word}” again.`)),
    ...pronunciationChanges(before['pronunciations'], after['pronunciations']),
  ]
}

function pronunciationChanges(before: unknown, after: unknown): readonly SnapshotChange[] {
  const was = pronunciationsIn(before)
  const is = pronunciationsIn(after)
  if (isSameJson(was, is)) return []
  return [{ part: 'Behaviour', text: 'Pronunciations', before: textOf(was), after: textOf(is) }]
}

/** As the author writes them: “Tidelane = tide lane”. */
function pronunciationsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isObject).map(({ word, say }) => `${textOf(word)} = ${textOf(say)}`) : []
}

function demoChanges(
  before: readonly Row[],
  after: readonly Row[],
  nameOf: (demoId: string) => string,
): readonly SnapshotChange[] {
  const name = (row: Row) => nameOf(textOf(row['demo_id']))
  return listChanges(before, after, { part: 'Demos', id: 'demo_id', nameOf: name })
}

interface ListKind {
  readonly part: string
  readonly id: string
  readonly nameOf: (row: Row) => string
}

function listChanges(before: readonly Row[], after: readonly Row[], kind: ListKind): readonly SnapshotChange[] {
  const { part, id, nameOf } = kind
  const find = (rows: readonly Row[], row: Row) => rows.find((other) => other[id] === row[id])
  return [
    ...after.filter((row) => find(before, row) === undefined).map((row) => sentence(part, `Added “${nameOf(row)}”.`)),
    ...before.filter((row) => find(after, row) === undefined).map((row) => sentence(part, `Removed “${nameOf(row)}”.`)),
    ...after.flatMap((row) => {
      const old = find(before, row)
      return old === undefined || isSameJson(trimmed(old), trimmed(row))
        ? []
        : [changedRow(part, nameOf(row), old, row)]
    }),
  ]
}

function changedRow(part: string, name: string, old: Row, row: Row): SnapshotChange {
  const fields = Object.keys(trimmed({ ...old, ...row })).filter((field) => !isSameJson(old[field], row[field]))
  return {
    part,
    text: `Changed “${name}”`,
    before: fields.map((field) => textOf(old[field])).join(' · '),
    after: fields.map((field) => textOf(row[field])).join(' · '),
  }
}

function trimmed(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([field, value]) => !ignored.has(field) && value !== undefined))
}

function sentence(part: string, text: string): SnapshotChange {
  return { part, text, before: null, after: null }
}

function at(value: unknown, key: string): Row {
  const inner = isObject(value) ? value[key] : undefined
  return isObject(inner) ? inner : {}
}

function rowsAt(value: unknown, path: readonly string[]): readonly Row[] {
  const found = path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
  return Array.isArray(found) ? found.filter(isObject) : []
}

function wordsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(textOf) : []
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(textOf).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
