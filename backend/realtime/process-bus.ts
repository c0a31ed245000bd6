import { randomUUID } from 'node:crypto'

import type { Services } from '#backend/services.ts'

/** Messages between server processes on one database. */
export type BusMessage =
  | {
      readonly type: 'broadcast'
      readonly room: string
      readonly event: string
      readonly text?: string
      readonly base64?: string
    }
  | {
      readonly type: 'presence'
      readonly room: string
      readonly joins: readonly Present[]
      readonly leaves: readonly string[]
    }
  | { readonly type: 'everybody'; readonly rooms: Readonly<Record<string, readonly Present[]>> }
  | { readonly type: 'who' }
  | { readonly type: 'alive' }
  | { readonly type: 'gone' }

/** One presence; one key may have several, such as one per tab. */
export interface Present {
  readonly ref: string
  readonly key: string
  readonly meta: Readonly<Record<string, unknown>>
}

export type BusHandler = (from: string, message: BusMessage) => void

/** Sends messages between processes by NOTIFY, in the sender's order. The embedded database has one process only. */
export class ProcessBus {
  readonly processId = randomUUID()
  readonly #services: Services
  readonly #isAlone: boolean
  #waiting: string[] = []
  #sending: Promise<void> | null = null
  #receiving: Promise<void> = Promise.resolve()
  #count = 0

  constructor(services: Services) {
    this.#services = services
    this.#isAlone = services.database.kind === 'pglite'
  }

  /** Calls `onGap` when messages may have been missed. */
  async listen(handler: BusHandler, onGap: () => void): Promise<() => void> {
    if (this.#isAlone) return () => undefined
    return this.#services.database.listen('realtime_bus', (payload) => {
      if (payload === null) return onGap()
      this.#receiving = this.#receiving
        .then(async () => {
          const content = payload.startsWith(parcelMark) ? await this.#fetch(payload.slice(parcelMark.length)) : payload
          const envelope = content === null ? null : (JSON.parse(content) as Envelope)
          if (envelope !== null && envelope.from !== this.processId) handler(envelope.from, envelope.message)
        })
        .catch((error: unknown) => this.#services.log.warn({ err: error }, 'A message between processes was lost'))
    })
  }

  send(message: BusMessage): void {
    if (this.#isAlone) return
    this.#count += 1
    // PostgreSQL merges equal notifications of one transaction; the number keeps them distinct.
    this.#waiting.push(JSON.stringify({ from: this.processId, n: this.#count, message } satisfies Envelope))
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
  }

  async flush(): Promise<void> {
    await this.#sending
  }

  /** Deletes messages that every process has fetched. */
  async deleteOldParcels(olderThanMs: number): Promise<void> {
    if (this.#isAlone) return
    const text = "delete from realtime.parcels where at < now() - $1 * interval '1 millisecond'"
    await this.#services.database.transaction('system', [{ text, values: [olderThanMs] }])
  }

  async #sendAll(): Promise<void> {
    // Batches messages of this turn of the event loop, and those queued during the last send.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      await this.#services.database
        .transaction('system', [{ text: sendText, values: [batch] }])
        .catch((error: unknown) => this.#services.log.warn({ err: error }, 'Messages to other processes were lost'))
    }
  }

  async #fetch(id: string): Promise<string | null> {
    const text = 'select content from realtime.parcels where id = $1'
    const [result] = await this.#services.database.transaction('system', [{ text, values: [id] }], { readOnly: true })
    const content = result?.rows[0]?.['content']
    return typeof content === 'string' ? content : null
  }
}

interface Envelope {
  readonly from: string
  readonly n: number
  readonly message: BusMessage
}

const parcelMark = 'parcel:'
/** Notifications hold less than 8,000 bytes; longer messages go through a table. */
const sendText = `select pg_notify('realtime_bus',
    case when octet_length(m) < 7900 then m else '${parcelMark}' || realtime.store_parcel(m) end)
  from unnest($1::text[]) m`
