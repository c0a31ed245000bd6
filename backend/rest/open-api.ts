import type { Statement } from '#backend/database/database.ts'

import type { RestAnswer } from './rest-answer.ts'
import { mediaTypeNotAvailable, methodNotSupported, RestError } from './rest-error.ts'
import type { RestContext } from './run-request.ts'
import type { Column, DatabaseFunction, Schema, Table } from './schema-cache.ts'

/** GET on the root: PostgREST's OpenAPI 2.0 description of what the caller may use. */
export async function answerOpenApi(context: RestContext, origin: string): Promise<RestAnswer> {
  const { request, config } = context
  if (request.method === 'OPTIONS') {
    return { status: 200, headers: { Allow: 'OPTIONS,GET,HEAD' }, body: null }
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw methodNotSupported(request.method)
  }
  if (!config.hasOpenApi) {
    throw new RestError({ status: 404, code: 'PGRST126', message: 'Root endpoint metadata is disabled' })
  }
  const accept = request.headers.get('accept') ?? '*/*'
  if (!/\*\/\*|application\/(?:openapi\+json|json|\*)/.test(accept)) {
    throw mediaTypeNotAvailable(accept)
  }
  const schema = await context.schema.current()
  const [result] = await context.database.transaction(context.caller, [privilegesStatement(schema.name)], {
    readOnly: true,
  })
  const privileges = result?.rows[0] as unknown as Privileges | undefined
  const document = describeSchema(schema, privileges ?? { tables: {}, functions: [] }, new URL(origin))
  return {
    status: 200,
    headers: { 'Content-Type': 'application/openapi+json; charset=utf-8' },
    body: request.method === 'HEAD' ? null : JSON.stringify(document),
  }
}

interface Privileges {
  readonly tables: Readonly<Record<string, readonly TableVerb[]>>
  readonly functions: readonly string[]
}

type TableVerb = 'select' | 'insert' | 'update' | 'delete'

function privilegesStatement(schema: string): Statement {
  return {
    text: `select
      coalesce((select jsonb_object_agg(c.relname, array_remove(array[
          case when has_any_column_privilege(c.oid, 'select') then 'select' end,
          case when has_any_column_privilege(c.oid, 'insert') then 'insert' end,
          case when has_any_column_privilege(c.oid, 'update') then 'update' end,
          case when has_table_privilege(c.oid, 'delete') then 'delete' end], null))
        from pg_class c where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')), '{}') as tables,
      coalesce((select jsonb_agg(distinct p.proname) from pg_proc p
        where p.pronamespace = $1::regnamespace and has_function_privilege(p.oid, 'execute')), '[]') as functions`,
    values: [schema],
  }
}

type Json = Readonly<Record<string, unknown>>

function describeSchema(schema: Schema, privileges: Privileges, origin: URL): Json {
  const tables = [...schema.tables.values()].filter(({ name }) => (privileges.tables[name] ?? []).length > 0)
  const functions = [...schema.functions.values()]
    .flatMap((overloads) => overloads.slice(0, 1))
    .filter(({ name }) => privileges.functions.includes(name))
  return {
    swagger: '2.0',
    info: {
      title: schema.comment ?? 'Data of this server',
      description: '',
      version: '1',
    },
    host: origin.host,
    basePath: '/rest/v1',
    schemes: [origin.protocol.slice(0, -1)],
    consumes: mediaTypes,
    produces: mediaTypes,
    paths: {
      ...Object.fromEntries(
        tables.map((table) => [`/${table.name}`, describePaths(table, privileges.tables[table.name] ?? [])]),
      ),
      ...Object.fromEntries(functions.map((called) => [`/rpc/${called.name}`, describeCall(called)])),
    },
    definitions: Object.fromEntries(tables.map((table) => [table.name, describeTable(table)])),
    parameters: sharedParameters,
  }
}

const mediaTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

function describePaths(table: Table, verbs: readonly TableVerb[]): Json {
  const filters = [...table.columns.values()].map(({ name, type, comment }) => ({
    name,
    in: 'query',
    required: false,
    type: 'string',
    format: type,
    ...(comment === null ? {} : { description: comment }),
  }))
  const body = { name: table.name, in: 'body', required: false, schema: { $ref: `#/definitions/${table.name}` } }
  const base = { tags: [table.name], ...(table.comment === null ? {} : { summary: table.comment }) }
  const list = { type: 'array', items: { $ref: `#/definitions/${table.name}` } }
  const named = (...names: readonly (keyof typeof sharedParameters)[]) =>
    names.map((name) => ({ $ref: `#/parameters/${name}` }))
  const operations: Readonly<Record<TableVerb, readonly [string, Json]>> = {
    select: [
      'get',
      {
        ...base,
        parameters: [...filters, ...named('select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount')],
        responses: { 200: { description: 'OK', schema: list }, 206: { description: 'Partial Content' } },
      },
    ],
    insert: [
      'post',
      {
        ...base,
        parameters: [body, ...named('select', 'preferPost')],
        responses: { 201: { description: 'Created' } },
      },
    ],
    update: [
      'patch',
      {
        ...base,
        parameters: [...filters, body, ...named('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    ],
    delete: [
      'delete',
      {
        ...base,
        parameters: [...filters, ...named('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    ],
  }
  return Object.fromEntries(verbs.map((verb) => operations[verb]))
}

function describeTable(table: Table): Json {
  const columns = [...table.columns.values()]
  const required = columns.filter(({ isNullable, defaultSql }) => !isNullable && defaultSql === null)
  return {
    ...(table.comment === null ? {} : { description: table.comment }),
    ...(required.length === 0 ? {} : { required: required.map(({ name }) => name) }),
    properties: Object.fromEntries(columns.map((column) => [column.name, describeColumn(column)])),
    type: 'object',
  }
}

function describeColumn({ type, defaultSql, comment }: Column): Json {
  return {
    ...typeOf(type),
    ...(defaultSql === null ? {} : { default: defaultSql }),
    ...(comment === null ? {} : { description: comment }),
  }
}

function describeCall(called: DatabaseFunction): Json {
  const properties = Object.fromEntries(called.args.map(({ name, type }) => [name, typeOf(type)]))
  const required = called.args.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const base = {
    tags: [`(rpc) ${called.name}`],
    ...(called.comment === null ? {} : { summary: called.comment }),
    produces: mediaTypes,
    responses: { 200: { description: 'OK' } },
  }
  const args = {
    name: 'args',
    in: 'body',
    required: required.length > 0,
    schema: { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
  }
  const inAddress = called.args.map(({ name, type, isRequired }) => ({
    name,
    in: 'query',
    required: isRequired,
    ...typeOf(type),
  }))
  return {
    ...(called.isVolatile ? {} : { get: { ...base, parameters: inAddress } }),
    post: { ...base, parameters: [args] },
  }
}

function typeOf(type: string): Json {
  if (type.endsWith('[]')) {
    return { type: 'array', items: typeOf(type.slice(0, -2)), format: type }
  }
  if (/^(?:smallint|integer|bigint)$/.test(type)) return { type: 'integer', format: type }
  if (/^(?:numeric|real|double precision)/.test(type)) return { type: 'number', format: type }
  if (type === 'boolean') return { type, format: type }
  return /^jsonb?$/.test(type) ? { format: type } : { type: 'string', format: type }
}

const inQuery = { in: 'query', required: false, type: 'string' }
const inHeader = { in: 'header', required: false, type: 'string' }

const sharedParameters = {
  select: { name: 'select', description: 'Columns and related tables to show', ...inQuery },
  order: { name: 'order', description: 'Columns to order by', ...inQuery },
  limit: { name: 'limit', description: 'Maximum number of rows', ...inQuery },
  offset: { name: 'offset', description: 'Rows to skip', ...inQuery },
  range: { name: 'Range', description: 'Rows to show, counted from 0, as in 0-9', ...inHeader },
  rangeUnit: { name: 'Range-Unit', description: 'Always items', ...inHeader },
  preferCount: { name: 'Prefer', description: 'How to count', enum: ['count=exact', 'count=planned'], ...inHeader },
  preferReturn: {
    name: 'Prefer',
    description: 'What to return',
    enum: ['return=representation', 'return=minimal'],
    ...inHeader,
  },
  preferPost: {
    name: 'Prefer',
    description: 'What to return, and how to handle existing rows',
    enum: ['return=representation', 'return=minimal', 'resolution=ignore-duplicates', 'resolution=merge-duplicates'],
    ...inHeader,
  },
} as const
