import type { Statement } from '#backend/database/database.ts'

/** Collects the values of one statement; what a caller sent gets into its text by number only. */
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

/** Something in a schema: a table, a view or a function. */
export interface SchemaName {
  readonly schema: string
  readonly name: string
}

/** A name in double quotes, whatever it holds. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('\0', '')}"`
}

export function qualifiedName({ schema, name }: SchemaName): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}
