import type { Statement } from '#backend/database/database.ts'

/** Collects a statement's parameters; caller input enters its text only as $n. */
export class SqlParameters {
  readonly #values: unknown[] = []

  /** The placeholder for this value. */
  add(value: string | readonly string[]): string {
    this.#values.push(value)
    return `$${this.#values.length}`
  }

  statement(text: string): Statement {
    return { text, values: this.#values }
  }
}

/** A table, view or function. */
export interface SchemaName {
  readonly schema: string
  readonly name: string
}

/** Double-quotes a name, whatever it contains. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('\0', '')}"`
}

export function qualifiedName({ schema, name }: SchemaName): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}
