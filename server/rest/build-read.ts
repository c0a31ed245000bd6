import type { Statement } from '#server/database/database.ts'

import { whereSql } from './condition-sql.ts'
import { orderSql, selectSql } from './field-sql.ts'
import { mostRows } from './parse-query.ts'
import type { QueryParameters, ResultFormat, RowRange } from './query-plan.ts'
import { bodySql } from './result-sql.ts'
import type { Table } from './schema-cache.ts'
import { quoteName, SqlParameters, tableName } from './sql-text.ts'

/** GET on a table: the page of rows as JSON and, when asked for, how many there are in all. */
export function buildRead(table: Table, query: QueryParameters, format: ResultFormat, isCounted: boolean): Statement {
  const parameters = new SqlParameters()
  const source = { name: table.name, alias: quoteName(table.name), columns: table.columns }
  const from = `from ${tableName(table.name)} as ${source.alias}`
  const items = selectSql(source, query.select, parameters)
  const where = whereSql(source, query.conditions, parameters)
  const order = orderSql(source, query.order, parameters)
  const total = isCounted ? `(select count(*) ${from} ${where})` : 'null::bigint'
  return parameters.statement(
    `with page as (select ${items} ${from} ${where} ${order} ${rangeSql(query.range)})
    select count(*) as page_total, ${total} as total, ${bodySql(format, 'rows')} as body from page`,
  )
}

/** Numbers only, so they may stand in the text. */
export function rangeSql({ offset, limit }: RowRange): string {
  return `limit ${Math.min(limit ?? mostRows, mostRows)}${offset === 0 ? '' : ` offset ${offset}`}`
}
