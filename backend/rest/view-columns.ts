/** Where a column of a view comes from, as PostgreSQL noted when the view was made. */
export interface ColumnOrigin {
  /** Position in the view, from 1. */
  readonly position: number
  /** Object id of the table or view that it comes from. */
  readonly tableId: number
  /** Position there. */
  readonly tablePosition: number
}

/**
 * Reads the rule of a view (`pg_rewrite.ev_action`), in which each entry of the outermost select names the table and
 * column it was taken from. Entries of inner selects stand deeper in the text and are passed over.
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
