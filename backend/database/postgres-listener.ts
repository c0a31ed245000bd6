import { Client } from 'pg'
import type { Logger } from 'pino'

import type { NotificationHandler } from './database.ts'

/** One dedicated connection for all LISTENs. It can't go through a transaction pooler. */
export class PostgresListener {
  readonly #databaseUrl: string
  readonly #log: Logger
  readonly #claims: readonly string[]
  readonly #handlers = new Map<string, Set<NotificationHandler>>()
  #client: Client | null = null
  #connecting: Promise<Client> | null = null
  #retry: NodeJS.Timeout | null = null
  #failures = 0
  #isClosed = false

  /** `claims` are advisory locks held while this process runs. */
  constructor(databaseUrl: string, log: Logger, claims: readonly string[] = []) {
    this.#claims = claims
    this.#databaseUrl = databaseUrl
    this.#log = log
  }

  async listen(channel: string, handler: NotificationHandler): Promise<() => void> {
    const known = this.#handlers.get(channel)
    const handlers = known ?? new Set<NotificationHandler>()
    handlers.add(handler)
    this.#handlers.set(channel, handlers)
    const client = await this.#connected()
    if (known === undefined) await client.query(listenText(channel))
    return () => handlers.delete(handler)
  }

  /** Connects before the first LISTEN, for the locks. */
  async open(): Promise<void> {
    await this.#connected()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#retry !== null) clearTimeout(this.#retry)
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => undefined)
  }

  /** Drops a connection that is dead but hasn't reported it. */
  drop(): void {
    const client = this.#client
    if (client === null) return
    this.#onLost(client)
    void client.end().catch(() => undefined)
  }

  #connected(): Promise<Client> {
    if (this.#client !== null) return Promise.resolve(this.#client)
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null
    })
    return this.#connecting
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'understudy listener',
    })
    client.on('notification', ({ channel, payload }) =>
      this.#handlers.get(channel)?.forEach((handler) => handler(payload ?? '')),
    )
    client.on('error', () => undefined)
    client.on('end', () => this.#onLost(client))
    await client.connect()
    for (const claim of this.#claims) await client.query(claim)
    for (const channel of this.#handlers.keys()) await client.query(listenText(channel))
    if (this.#isClosed) await client.end()
    else this.#client = client
    this.#failures = 0
    return client
  }

  #onLost(client: Client): void {
    if (this.#isClosed || this.#client !== client) return
    this.#client = null
    this.#log.warn('the LISTEN connection was lost')
    this.#reconnect()
  }

  #reconnect(): void {
    const waitMs = Math.min(5_000, 100 * 2 ** this.#failures)
    this.#failures += 1
    this.#retry = setTimeout(() => {
      this.#connected().then(
        () => this.#handlers.forEach((handlers) => handlers.forEach((handler) => handler(null))),
        () => this.#isClosed || this.#reconnect(),
      )
    }, waitMs)
    this.#retry.unref()
  }
}

function listenText(channel: string): string {
  return `listen "${channel.replaceAll('"', '""')}"`
}
