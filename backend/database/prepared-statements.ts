export interface ResultColumn {
  readonly name: string
  readonly parse: (text: string) => unknown
}

export class PreparedStatements {
  /**
   * In order of last use, with their result columns once known: PostgreSQL refuses a prepared statement whose result
   * columns would change.
   */
  readonly #names = new Map<string, readonly ResultColumn[] | null>()
  #discarded: string[] = []

  /** Marks a statement as prepared; returns whether it already was. */
  use(name: string): boolean {
    const columns = this.#names.get(name)
    this.#names.delete(name)
    this.#names.set(name, columns ?? null)
    return columns !== undefined
  }

  columnsOf(name: string): readonly ResultColumn[] | null {
    return this.#names.get(name) ?? null
  }

  /** For a statement in use. */
  recordColumns(name: string, columns: readonly ResultColumn[]): void {
    if (this.#names.has(name)) this.#names.set(name, columns)
  }

  /**
   * After a failed transaction, whether these are still prepared is unknown: closes them, which is harmless if they
   * aren't.
   */
  discard(names: readonly string[]): void {
    for (const name of names) this.#names.delete(name)
    this.#discarded.push(...names)
  }

  discardAll(): void {
    this.discard([...this.#names.keys()])
  }

  /** Statements to close first, to bound the connection's memory. */
  takeDiscarded(): readonly string[] {
    if (this.#names.size > maxPrepared) {
      this.discard([...this.#names.keys()].slice(0, this.#names.size - maxPrepared))
    }
    const unwanted = this.#discarded
    this.#discarded = []
    return unwanted
  }
}

/** A plan takes tens of kilobytes of connection memory. */
const maxPrepared = 200
