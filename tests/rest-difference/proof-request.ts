import type { ProofTable } from './proof-tables.ts'

/** A request to both servers. */
export interface ProofRequest {
  readonly method: string
  /** Path within the service, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly isSignedIn: boolean
}

export function pathOf(table: ProofTable, query: readonly string[]): string {
  return `/${encodeURIComponent(table.name)}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

export function pair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}
