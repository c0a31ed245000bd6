import type { Services } from '#backend/services.ts'

import { ChangeBacklog } from './change-backlog.ts'
import { FilteredRow, meetsCondition } from './change-filter.ts'
import { VisibilityCheck } from './visibility-check.ts'
import { changeText, toChange, type Change, type Row } from './change-row.ts'
import { ChangeSubscribers, type ChangeSubscriber } from './change-subscribers.ts'
import { createPace, type Pace } from './pace.ts'
import type { EncodedFrame } from './phoenix-frame.ts'
import type { PreparedFilter, PublishedTable, PublishedTables } from './published-tables.ts'
import type { RealtimeLimits } from './realtime-limits.ts'

/**
 * Reads the outbox in order and sends every subscriber the changes it asked for and may see. Each row is read again
 * under the subscriber's role and claims, and sent as it is now, so nobody gets a version they weren't allowed to see.
 */
export class ChangeFeed {
  readonly #services: Services
  readonly #limits: RealtimeLimits
  readonly #tables: PublishedTables
  readonly #subscribers = new ChangeSubscribers()
  /** All transactions below have ended and were read; null without subscribers. */
  #position: string | null = null
  /** Changes already read above the position, each with its transaction. */
  #seen = new Map<string, bigint>()
  #starting: Promise<void> | null = null
  #reading: Promise<void> | null = null
  #isDue = false
  #adding = 0
  #refreshedAtMs = 0
  #gathering: NodeJS.Timeout | null = null
  #hasOldChanges = false
  readonly backlog = new ChangeBacklog()

  constructor(services: Services, limits: RealtimeLimits, tables: PublishedTables) {
    this.#services = services
    this.#limits = limits
    this.#tables = tables
  }

  /** Resolves when the subscriber will get all changes from now on, and none from before. */
  async add(subscriber: ChangeSubscriber): Promise<void> {
    this.#adding += 1
    try {
      if (this.#position === null) await this.#startReading()
      else await this.#readNow()
    } finally {
      this.#adding -= 1
    }
    this.#subscribers.add(subscriber)
  }

  remove(subscriber: ChangeSubscriber): void {
    this.#subscribers.remove(subscriber)
    if (this.#subscribers.isEmpty && this.#adding === 0) this.#forget()
  }

  notice(): void {
    this.#hasOldChanges = true
    if (this.#position === null) return
    this.backlog.notice()
    this.#readSoon()
  }

  #readSoon(): void {
    if (this.#position === null || this.#gathering !== null) return
    // Changes during a pass wait for the next one: the more there are, the larger the batch.
    this.#gathering = setTimeout(() => {
      this.#gathering = null
      this.#readNow().catch((error: unknown) => {
        this.#services.log.warn({ err: error }, 'Changes could not be read; retrying')
        this.#gathering = setTimeout(() => {
          this.#gathering = null
          this.#readSoon()
        }, retryMs)
      })
    }, this.#limits.gatherMs)
  }

  /** Deletes changes that every process has read. */
  async deleteOldChanges(): Promise<void> {
    if (!this.#hasOldChanges) return
    this.#hasOldChanges = false
    const text = `with gone as (delete from realtime.changes where at < now() - $1 * interval '1 millisecond')
      select exists (select 1 from realtime.changes where at >= now() - $1 * interval '1 millisecond') as remain`
    const [result] = await this.#services.database.transaction('system', [
      { text, values: [this.#limits.keepChangesMs] },
    ])
    this.#hasOldChanges ||= result?.rows[0]?.['remain'] === true
  }

  close(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering)
    this.#forget()
  }

  #forget(): void {
    this.#position = null
    this.backlog.clear()
  }

  /** One pass at a time. Callers during a pass are served by the next. */
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
    this.backlog.begin()
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
            values: [position, [...this.#seen.keys()], this.#subscribers.relations, after, pageRows],
          },
        ],
        { readOnly: true },
      )
      // The next pass starts below transactions that end after the first page.
      next ??= String(xmin?.rows[0]?.['xmin'])
      const changes = (page?.rows ?? []).map(toChange)
      await this.#deliver(changes)
      after = changes.at(-1)?.id ?? after
      if (changes.length < pageRows) break
    }
    const below = BigInt(next)
    for (const [id, xid] of this.#seen) if (xid < below) this.#seen.delete(id)
    if (this.#position !== null) this.#position = next
    this.backlog.finish()
  }

  async #deliver(changes: readonly Change[]): Promise<void> {
    const { checkCost, checkPairs } = this.#limits
    const pace = createPace()
    let part: Change[] = []
    let matches: Match[] = []
    let checks = new Map<number, VisibilityCheck>()
    let cost = 0
    let deliveries = 0
    const finishPart = async (): Promise<void> => {
      if (matches.length > 0) await this.#deliverPart(matches, [...checks.values()], pace)
      // Only after delivery, so that failures are retried.
      for (const { id, xid } of part) this.#seen.set(id, xid)
      part = []
      matches = []
      checks = new Map()
      cost = 0
      deliveries = 0
    }
    for (const change of changes) {
      if (pace.isDue()) await pace.rest()
      part.push(change)
      const found = await this.#match(change)
      if (found === null) continue
      const check = checks.get(change.relation) ?? new VisibilityCheck(found.table)
      checks.set(change.relation, check)
      matches.push({ ...found, check })
      if (change.record !== null) cost += check.include(change.record, viewersOf(found.subscribers))
      deliveries += found.subscribers.length
      if (cost >= checkCost || check.pairs >= checkPairs || deliveries >= maxDeliveries) await finishPart()
    }
    await finishPart()
  }

  async #match(change: Change): Promise<Omit<Match, 'check'> | null> {
    const image = change.record ?? change.oldRecord ?? {}
    const table = await this.#tableOf(change.relation, image)
    if (table === undefined) return null
    const subscribers = [...this.#subscribers.candidates(change)]
    return subscribers.length === 0 ? null : { change, table, subscribers }
  }

  /** An unknown column means the table has changed. */
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

  /** At most once a second: the outbox may still hold rows of the old table. */
  async #refreshTables(): Promise<void> {
    const now = this.#services.now()
    if (Math.abs(now - this.#refreshedAtMs) < 1_000) return
    this.#refreshedAtMs = now
    await this.#tables.refresh(true)
  }

  async #deliverPart(matches: readonly Match[], checks: readonly VisibilityCheck[], pace: Pace): Promise<void> {
    const ask = (isGuarded: boolean) =>
      this.#services.database.transaction(
        'system',
        checks.map((check) => check.statement(isGuarded)),
        {
          readOnly: true,
        },
      )
    // A policy failed for some viewer, or a table left the publication.
    const results = await ask(false).catch(async () => {
      await this.#refreshTables()
      return ask(true)
    })
    for (const [index, check] of checks.entries()) check.answer(results[index]?.rows[0]?.['answer'])
    for (const match of matches) await this.#deliverMatch(match, pace)
  }

  /** Filters are evaluated only for subscribers that may see the row, on what they get of it. */
  async #deliverMatch(match: Match, pace: Pace): Promise<void> {
    const { change, table, subscribers, check } = match
    const answer = change.record === null ? null : check.answerFor(change.record)
    const now = answer?.now ?? null
    if (answer !== null && now === null) return
    const written = new Map<string, { readonly data: string; readonly frames: Map<string, EncodedFrame> }>()
    const rows = new Map<string, FilteredChange>()
    const mayHear = ({ viewer }: ChangeSubscriber) =>
      answer === null ? !table.keys.some((key) => check.isHidden(viewer.role, key)) : answer.isSeenBy(viewer)
    for (const subscriber of subscribers) {
      if (pace.isDue()) await pace.rest()
      if (!subscriber.isOpen || !mayHear(subscriber)) continue
      const { role } = subscriber.viewer
      const row = rows.get(role) ?? new FilteredChange(filteredRow(match, now, role), now === null)
      rows.set(role, row)
      const ids = await this.#idsFor(subscriber, change, row, pace)
      if (ids.length === 0) continue
      // Meanwhile the channel may have been closed, or got another token.
      if (!subscriber.isOpen || !mayHear(subscriber) || subscriber.viewer.role !== role) continue
      for (const { select, own } of bySelect(subscriber, ids)) {
        const key = select === null ? role : `${role} ${JSON.stringify(select)}`
        const known = written.get(key) ?? { data: changeText(change, check, now, role, select), frames: new Map() }
        written.set(key, known)
        subscriber.receive(own, known.data, known.frames)
      }
    }
  }

  async #idsFor(
    subscriber: ChangeSubscriber,
    { relation, type }: Change,
    row: FilteredChange,
    pace: Pace,
  ): Promise<readonly number[]> {
    const ids: number[] = []
    for (const { filter, bindings } of this.#subscribers.listening(subscriber, relation)) {
      const wanting = bindings.filter(({ event }) => event === '*' || event === type)
      if (wanting.length === 0) continue
      if (filter.conditions.length > 0) {
        if (!subscriber.mayFilter(row.costOf(filter))) {
          subscriber.refuseFilters()
          return []
        }
        const meets = row.meets(filter)
        if (pace.isDue()) await pace.rest()
        if (!meets) continue
      }
      for (const { id } of wanting) ids.push(id)
    }
    return ids.toSorted((a, b) => a - b)
  }
}

interface Match {
  readonly change: Change
  readonly table: PublishedTable
  readonly subscribers: readonly ChangeSubscriber[]
  /** One permission query for all of this table's changes in the batch. */
  readonly check: VisibilityCheck
}

const xminText = 'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin'
const readText = `select c.id::text, c.xid::text, c.relation::bigint, c.type, c.record, c.old_record, c.at
  from realtime.changes c
  where c.xid >= $1::xid8 and not (c.id = any ($2::bigint[])) and c.relation = any ($3::oid[]) and c.id > $4
  order by c.id limit $5`
const pageRows = 500
/** Per batch, which blocks the event loop. */
const maxDeliveries = 20_000
const retryMs = 500

function* viewersOf(subscribers: Iterable<ChangeSubscriber>) {
  for (const { viewer } of subscribers) yield viewer
}

/** What a role's filters may look at: only columns that it gets, so that no filter reveals another. */
function filteredRow({ change, table, check }: Match, now: Row | null, role: string): FilteredRow {
  const isSent = (column: string) => !check.isHidden(role, column)
  if (now !== null) return new FilteredRow(now, isSent)
  const isWhole = role === 'service_role'
  return new FilteredRow(change.oldRecord ?? {}, (column) => (isWhole || table.keys.includes(column)) && isSent(column))
}

/** A row as one role sees it, with the filters it was checked for. */
class FilteredChange {
  readonly #row: FilteredRow
  /** Whether conditions on missing columns are ignored: as on Supabase, they don't apply to deleted rows. */
  readonly #isDeleted: boolean
  readonly #answers = new Map<PreparedFilter, boolean>()

  constructor(row: FilteredRow, isDeleted: boolean) {
    this.#row = row
    this.#isDeleted = isDeleted
  }

  costOf(filter: PreparedFilter): number {
    if (this.#answers.has(filter)) return 1
    let cost = 1
    for (const condition of filter.conditions) {
      if (this.#row.isVisible(condition.column)) cost += condition.cost(this.#row)
    }
    return cost
  }

  meets(filter: PreparedFilter): boolean {
    const known = this.#answers.get(filter)
    if (known !== undefined) return known
    const meets = filter.conditions.every((condition) =>
      this.#row.isVisible(condition.column) ? meetsCondition(condition, this.#row) : this.#isDeleted,
    )
    this.#answers.set(filter, meets)
    return meets
  }
}

/** Groups bindings that select the same columns. */
function bySelect({ bindings }: ChangeSubscriber, ids: readonly number[]) {
  if (bindings.every(({ select }) => select === null)) return [{ select: null, own: ids }]
  const chosen = bindings.filter(({ id, select }) => select !== null && ids.includes(id))
  const whole = ids.filter((id) => chosen.every((binding) => binding.id !== id))
  return [
    ...(whole.length === 0 ? [] : [{ select: null, own: whole }]),
    ...chosen.map(({ id, select }) => ({ select, own: [id] })),
  ]
}
