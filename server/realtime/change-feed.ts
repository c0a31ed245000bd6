import type { Services } from '#server/services.ts'

import { meetsConditions, type PreparedCondition } from './change-filter.ts'
import type { PublishedTable, PublishedTables } from './published-tables.ts'
import type { Viewer } from './realtime-access.ts'
import type { RealtimeLimits } from './realtime-limits.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export interface ChangeBinding {
  readonly id: number
  readonly event: ChangeType | '*'
  /** By relation; a table that isn't here is not meant. */
  readonly conditions: ReadonlyMap<number, readonly PreparedCondition[]>
}

export interface ChangeSubscriber {
  /** As who it sees, at this moment. */
  readonly viewer: Viewer
  readonly isOpen: boolean
  readonly bindings: readonly ChangeBinding[]
  /** `data` is JSON: it is written once for all who may see the same. */
  readonly receive: (ids: readonly number[], data: string) => void
}

/**
 * Reads the outbox in order and tells every subscriber what it asked for and may see. A row is looked up again under the
 * subscriber's role and claims, and what is sent is the row as it is then: somebody who may not see it any more, or may
 * see it since a moment ago, never gets what it held before.
 */
export class ChangeFeed {
  readonly #services: Services
  readonly #limits: RealtimeLimits
  readonly #tables: PublishedTables
  readonly #subscribers = new Map<number, Set<ChangeSubscriber>>()
  /** Every transaction below it has ended and was read; null while nobody subscribes. */
  #position: string | null = null
  /** What was read already of transactions that are not below it, each with its transaction. */
  #seen = new Map<string, bigint>()
  #starting: Promise<void> | null = null
  #reading: Promise<void> | null = null
  #isDue = false
  #adding = 0
  #refreshedAtMs = 0
  #gathering: NodeJS.Timeout | null = null
  #isUntidy = false

  constructor(services: Services, limits: RealtimeLimits, tables: PublishedTables) {
    this.#services = services
    this.#limits = limits
    this.#tables = tables
  }

  /** Resolves when everything from now on is told, and nothing from before. */
  async add(subscriber: ChangeSubscriber): Promise<void> {
    this.#adding += 1
    try {
      if (this.#position === null) await this.#startReading()
      else await this.#readNow()
    } finally {
      this.#adding -= 1
    }
    for (const relation of relationsOf(subscriber)) {
      const known = this.#subscribers.get(relation) ?? new Set()
      this.#subscribers.set(relation, known.add(subscriber))
    }
  }

  remove(subscriber: ChangeSubscriber): void {
    for (const relation of relationsOf(subscriber)) {
      const known = this.#subscribers.get(relation)
      known?.delete(subscriber)
      if (known?.size === 0) this.#subscribers.delete(relation)
    }
    if (this.#subscribers.size === 0 && this.#adding === 0) this.#position = null
  }

  /** The outbox has something new. */
  notice(): void {
    this.#isUntidy = true
    if (this.#position === null || this.#gathering !== null) return
    this.#gathering = setTimeout(() => {
      this.#gathering = null
      this.#readNow().catch((error: unknown) => {
        this.#services.log.warn({ err: error }, 'Changes could not be read; they are tried again')
        this.#gathering = setTimeout(() => {
          this.#gathering = null
          this.notice()
        }, retryMs)
      })
    }, this.#limits.gatherMs)
  }

  /** Removes what every process has read. */
  async tidy(): Promise<void> {
    if (!this.#isUntidy) return
    this.#isUntidy = false
    const text = `with gone as (delete from realtime.changes where at < now() - $1 * interval '1 millisecond')
      select exists (select 1 from realtime.changes where at >= now() - $1 * interval '1 millisecond') as remain`
    const [result] = await this.#services.database.transaction('system', [
      { text, values: [this.#limits.keepChangesMs] },
    ])
    this.#isUntidy ||= result?.rows[0]?.['remain'] === true
  }

  close(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering)
    this.#position = null
    this.#subscribers.clear()
  }

  /** One reader at a time. Who asks meanwhile is served by a pass that begins after the asking. */
  async #readNow(): Promise<void> {
    this.#isDue = true
    while (this.#reading !== null) await this.#reading.catch(() => undefined)
    if (!this.#isDue) return
    this.#isDue = false
    this.#reading = this.#read().finally(() => {
      this.#reading = null
    })
    await this.#reading
  }

  #startReading(): Promise<void> {
    this.#starting ??= this.#findPosition().finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  async #findPosition(): Promise<void> {
    const [xmin, seen] = await this.#services.database.transaction(
      'system',
      [
        { text: xminText },
        {
          text: `select id::text, xid::text from realtime.changes where xid >= pg_snapshot_xmin(pg_current_snapshot())`,
        },
      ],
      { readOnly: true },
    )
    this.#seen = new Map(seen?.rows.map((row) => [String(row['id']), BigInt(String(row['xid']))]))
    this.#position = String(xmin?.rows[0]?.['xmin'])
  }

  async #read(): Promise<void> {
    let next: string | null = null
    let after = '0'
    for (;;) {
      const position = this.#position
      if (position === null) return
      const [xmin, page] = await this.#services.database.transaction(
        'system',
        [
          { text: xminText },
          {
            text: readText,
            values: [position, [...this.#seen.keys()], [...this.#subscribers.keys()], after, pageRows],
          },
        ],
        { readOnly: true },
      )
      // Transactions that end after the first page was read are found by the next pass: it starts below them.
      next ??= String(xmin?.rows[0]?.['xmin'])
      const changes = (page?.rows ?? []).map(toChange)
      await this.#tell(changes)
      after = changes.at(-1)?.id ?? after
      if (changes.length < pageRows) break
    }
    const below = BigInt(next)
    for (const [id, xid] of this.#seen) if (xid < below) this.#seen.delete(id)
    if (this.#position !== null) this.#position = next
  }

  async #tell(changes: readonly Change[]): Promise<void> {
    let part: Change[] = []
    let matches: Match[] = []
    let pairs = 0
    const finishPart = async (): Promise<void> => {
      if (matches.length > 0) await this.#tellPart(matches)
      // Only now: what could not be told is read again.
      for (const { id, xid } of part) this.#seen.set(id, xid)
      part = []
      matches = []
      pairs = 0
    }
    for (const change of changes) {
      const match = await this.#match(change)
      part.push(change)
      if (match === null) continue
      matches.push(match)
      pairs += match.wanted.size
      if (pairs >= pairsPerQuestion) await finishPart()
    }
    await finishPart()
  }

  async #match(change: Change): Promise<Match | null> {
    const subscribers = this.#subscribers.get(change.relation)
    if (subscribers === undefined) return null
    const image = change.record ?? change.oldRecord ?? {}
    const table = await this.#tableOf(change.relation, image)
    if (table === undefined) return null
    const wanted = new Map<ChangeSubscriber, readonly number[]>()
    for (const subscriber of subscribers) {
      const ids = idsFor(subscriber, change, image)
      if (ids.length > 0) wanted.set(subscriber, ids)
    }
    return wanted.size === 0 ? null : { change, table, wanted }
  }

  /** A column the table had not when it was last looked at means that it has changed. */
  async #tableOf(relation: number, image: Row): Promise<PublishedTable | undefined> {
    const known = this.#tables.get(relation)
    const names = Object.keys(image)
    if (
      known !== undefined &&
      known.columns.length === names.length &&
      known.columns.every(({ name }) => name in image)
    ) {
      return known
    }
    await this.#refreshTables()
    return this.#tables.get(relation)
  }

  /** At most once a second: rows from before the table was changed may still be in the outbox. */
  async #refreshTables(): Promise<void> {
    const now = this.#services.now()
    if (now - this.#refreshedAtMs < 1_000) return
    this.#refreshedAtMs = now
    await this.#tables.refresh(true)
  }

  async #tellPart(matches: readonly Match[]): Promise<void> {
    const questions = new Map<number, Question>()
    for (const match of matches) {
      const { relation } = match.change
      const question = questions.get(relation) ?? new Question(match.table)
      questions.set(relation, question)
      question.include(match)
    }
    const list = [...questions.values()]
    const ask = (isGuarded: boolean) =>
      this.#services.database.transaction(
        'system',
        list.map((question) => question.statement(isGuarded)),
        {
          readOnly: true,
        },
      )
    // A policy failed for somebody, or a table has left the publication meanwhile.
    const results = await ask(false).catch(async () => {
      await this.#refreshTables()
      return ask(true)
    })
    for (const [index, question] of list.entries()) question.answer(results[index]?.rows[0]?.['answer'])
    for (const match of matches) {
      const question = questions.get(match.change.relation)
      if (question !== undefined) tellMatch(match, question)
    }
  }
}

type Row = Readonly<Record<string, unknown>>

interface Change {
  readonly id: string
  readonly xid: bigint
  readonly relation: number
  readonly type: ChangeType
  readonly record: Row | null
  readonly oldRecord: Row | null
  readonly at: string
}

interface Match {
  readonly change: Change
  readonly table: PublishedTable
  readonly wanted: ReadonlyMap<ChangeSubscriber, readonly number[]>
}

interface Answer {
  readonly rows: readonly (Row | null)[] | null
  readonly seen: readonly number[]
  readonly columns: Readonly<Record<string, readonly string[]>>
}

/** Who of several viewers may see which rows of one table: one question to the database for all of them. */
class Question {
  readonly table: PublishedTable
  readonly #keys = new Map<string, number>()
  readonly #viewers = new Map<string, { readonly viewer: Viewer; readonly wanted: Set<string> }>()
  readonly #seen = new Map<string, Set<string>>()
  #rows: readonly (Row | null)[] = []
  #hidden: Answer['columns'] = {}
  #order: { readonly viewerKey: string; readonly rowKey: string }[] = []

  constructor(table: PublishedTable) {
    this.table = table
  }

  include({ change, wanted }: Match): void {
    if (change.record === null) return
    const rowKey = this.rowKey(change.record)
    if (!this.#keys.has(rowKey)) this.#keys.set(rowKey, this.#keys.size)
    for (const { viewer } of wanted.keys()) {
      const known = this.#viewers.get(viewer.key) ?? { viewer, wanted: new Set() }
      this.#viewers.set(viewer.key, known)
      known.wanted.add(rowKey)
    }
  }

  statement(isGuarded: boolean) {
    // By role, because a statement is planned anew when the role changes.
    const viewers = [...this.#viewers.values()].sort((a, b) => a.viewer.role.localeCompare(b.viewer.role))
    const from: number[] = []
    this.#order = []
    for (const { viewer, wanted } of viewers) {
      from.push(this.#order.length + 1)
      for (const rowKey of wanted) this.#order.push({ viewerKey: viewer.key, rowKey })
    }
    return {
      text: `select realtime.see_${this.table.relation}($1, $2, $3, $4, $5, $6, $7) as answer`,
      values: [
        [...this.#keys.keys()],
        viewers.map(({ viewer }) => viewer.role),
        viewers.map(({ viewer }) => viewer.claims),
        viewers.map(({ viewer }) => viewer.headers),
        from,
        this.#order.map(({ rowKey }) => rowKey),
        isGuarded,
      ],
    }
  }

  answer(value: unknown): void {
    const { rows, seen, columns } = value as Answer
    this.#rows = rows ?? []
    this.#hidden = columns
    for (const number of seen) {
      const pair = this.#order[number - 1]
      if (pair === undefined) continue
      const known = this.#seen.get(pair.viewerKey) ?? new Set()
      this.#seen.set(pair.viewerKey, known.add(pair.rowKey))
    }
  }

  isSeen(viewer: Viewer, row: Row): boolean {
    return this.#seen.get(viewer.key)?.has(this.rowKey(row)) === true
  }

  isHidden(role: string, column: string): boolean {
    return this.#hidden[role]?.includes(column) === true
  }

  /** The row as it is now. */
  rowNow(row: Row): Row | null {
    return this.#rows[this.#keys.get(this.rowKey(row)) ?? -1] ?? null
  }

  rowKey(row: Row): string {
    return JSON.stringify(Object.fromEntries(this.table.keys.map((key) => [key, row[key]])))
  }
}

const xminText = 'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin'
const readText = `select c.id::text, c.xid::text, c.relation::bigint, c.type, c.record, c.old_record, c.at
  from realtime.changes c
  where c.xid >= $1::xid8 and not (c.id = any ($2::bigint[])) and c.relation = any ($3::oid[]) and c.id > $4
  order by c.id limit $5`
const pageRows = 500
/** Some hundred milliseconds' work for the database at most. */
const pairsPerQuestion = 10_000
const retryMs = 500
/** As Supabase: a larger change is sent without its long values. */
const changeBytesMax = 1_048_576
const longValueBytes = 64

function relationsOf({ bindings }: ChangeSubscriber): Set<number> {
  return new Set(bindings.flatMap(({ conditions }) => [...conditions.keys()]))
}

function idsFor({ bindings }: ChangeSubscriber, { relation, type }: Change, image: Row): number[] {
  const ids: number[] = []
  for (const { id, event, conditions } of bindings) {
    const own = conditions.get(relation)
    if (own !== undefined && (event === '*' || event === type) && meetsConditions(own, image)) ids.push(id)
  }
  return ids
}

function tellMatch({ change, table, wanted }: Match, question: Question): void {
  const written = new Map<string, string>()
  const now = change.record === null ? null : question.rowNow(change.record)
  if (change.record !== null && now === null) return
  // The filter was met by the row as it was changed; when it has changed again it must be met still.
  const isSame = now === null || JSON.stringify(now) === JSON.stringify(change.record)
  for (const [subscriber, matched] of wanted) {
    const { viewer } = subscriber
    if (!subscriber.isOpen) continue
    if (
      change.record === null
        ? table.keys.some((key) => question.isHidden(viewer.role, key))
        : !question.isSeen(viewer, change.record)
    ) {
      continue
    }
    const ids = isSame || now === null ? matched : idsFor(subscriber, change, now)
    if (ids.length === 0) continue
    const data = written.get(viewer.role) ?? write(change, table, question, now, viewer.role)
    written.set(viewer.role, data)
    subscriber.receive(ids, data)
  }
}

/** The old row is its primary key, but for the service, which may read everything. */
function write(
  { type, oldRecord, at }: Change,
  table: PublishedTable,
  question: Question,
  now: Row | null,
  role: string,
): string {
  const columns = table.columns.filter(({ name }) => !question.isHidden(role, name))
  const oldColumns = role === 'service_role' ? columns : columns.filter(({ name }) => table.keys.includes(name))
  const head = {
    schema: table.schema,
    table: table.name,
    type,
    commit_timestamp: at,
    columns: columns.map(({ name, type: columnType }) => ({ name, type: columnType })),
  }
  const pick = (row: Row | null, from: typeof columns) =>
    Object.fromEntries(row === null ? [] : from.map(({ name }) => [name, row[name] ?? null]))
  const record = pick(now, columns)
  const old = pick(oldRecord, oldColumns)
  const text = JSON.stringify({ ...head, record, old_record: old, errors: null })
  if (Buffer.byteLength(text) <= changeBytesMax) return text
  const errors = ['Error 413: Payload Too Large']
  return JSON.stringify({ ...head, record: withoutLong(record), old_record: withoutLong(old), errors })
}

function withoutLong(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => Buffer.byteLength(JSON.stringify(value)) <= longValueBytes),
  )
}

function toChange(row: Row): Change {
  return {
    id: String(row['id']),
    xid: BigInt(String(row['xid'])),
    relation: Number(row['relation']),
    type: row['type'] as ChangeType,
    record: (row['record'] ?? null) as Row | null,
    oldRecord: (row['old_record'] ?? null) as Row | null,
    at: String(row['at']),
  }
}
