/** The statements that one connection keeps plans of. */
export class PreparedStatements {
  /** In the order of their last use. */
  readonly #names = new Set<string>()
  #unwanted: string[] = []

  /** Whether the connection has it. From now on it has. */
  use(name: string): boolean {
    const isThere = this.#names.delete(name)
    this.#names.add(name)
    return isThere
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
    this.doubt([...this.#names])
  }

  /** What has to be closed before anything else, so that the connection's memory has an end. */
  takeUnwanted(): readonly string[] {
    const names = [...this.#names]
    this.doubt(names.slice(0, Math.max(0, names.length - mostPrepared)))
    const unwanted = this.#unwanted
    this.#unwanted = []
    return unwanted
  }
}

/** A plan takes some tens of kilobytes of the connection's memory. */
const mostPrepared = 200
