/** The source of a view's column, as PostgreSQL recorded it. */
export interface ColumnOrigin {
  /** Position in the view, 1-based. */
  readonly position: number
  /** OID of the source table or view. */
  readonly tableId: number
  /** Position in the source. */
  readonly tablePosition: number
}

/**
 * Parses a view's rule (`pg_rewrite.ev_action`), whose outermost target list names each column's source. Inner selects
 * are nested deeper and skipped.
 */
export function readColumnOrigins(rule: string): readonly ColumnOrigin[] {
  const origins: ColumnOrigin[] = []
  let depth = 0
  for (const { 0: token } of rule.matchAll(/\\.|\{[A-Z_]*|\}|:resno \d+|:resorigtbl \d+ :resorigcol \d+/gsu)) {
    if (token.startsWith('{')) {
      depth += 1
    } else if (token === '}') {
      depth -= 1
    } else if (depth === outermostEntry && token.startsWith(':resno')) {
      origins.push({ position: Number(token.slice(':resno '.length)), tableId: 0, tablePosition: 0 })
    } else if (depth === outermostEntry && token.startsWith(':resorigtbl')) {
      const entry = origins.pop()
      const [, tableId, tablePosition] = /(\d+) :resorigcol (\d+)/.exec(token) ?? []
      if (entry !== undefined && tableId !== '0') {
        origins.push({ ...entry, tableId: Number(tableId), tablePosition: Number(tablePosition) })
      }
    }
  }
  return origins
}

/** `{QUERY … {TARGETENTRY …} … }` */
const outermostEntry = 2
