/** A column of results: what it is called, and how it is read. */
export interface ResultColumn {
  readonly name: string
  readonly parse: (text: string) => unknown
}

/** The statements that one connection keeps plans of. */
export class PreparedStatements {
  /**
   * In the order of their last use, with the columns of their results as far as they are known: PostgreSQL refuses a
   * kept statement whose columns would have become others.
   */
  readonly #names = new Map<string, readonly ResultColumn[] | null>()
  #unwanted: string[] = []

  /** Whether the connection has it. From now on it has. */
  use(name: string): boolean {
    const columns = this.#names.get(name)
    this.#names.delete(name)
    this.#names.set(name, columns ?? null)
    return columns !== undefined
  }

  columnsOf(name: string): readonly ResultColumn[] | null {
    return this.#names.get(name) ?? null
  }

  /** Of a statement that is in use. */
  noteColumns(name: string, columns: readonly ResultColumn[]): void {
    if (this.#names.has(name)) this.#names.set(name, columns)
  }

  /**
   * Whether the connection still has them is not known: a transaction failed on the way. They are to be closed, which
   * is no error where there is nothing to close.
   */
  doubt(names: readonly string[]): void {
    for (const name of names) this.#names.delete(name)
    this.#unwanted.push(...names)
  }

  doubtAll(): void {
    this.doubt([...this.#names.keys()])
  }

  /** What has to be closed before anything else, so that the connection's memory has an end. */
  takeUnwanted(): readonly string[] {
    if (this.#names.size > mostPrepared) {
      this.doubt([...this.#names.keys()].slice(0, this.#names.size - mostPrepared))
    }
    const unwanted = this.#unwanted
    this.#unwanted = []
    return unwanted
  }
}

/** A plan takes some tens of kilobytes of the connection's memory. */
const mostPrepared = 200
