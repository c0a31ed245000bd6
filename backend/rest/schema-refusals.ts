import { closestName } from './closest-name.ts'
import type { Relationship } from './relationships.ts'
import { RestError } from './rest-error.ts'
import type { Schema } from './schema-cache.ts'

/* PGRST2xx: names that the schema lacks or has twice, with suggestions. */

export interface MissingRelationship {
  readonly schema: Schema
  readonly from: string
  readonly target: string
  readonly hint: string | null
}

export function relationshipNotFound({ schema, from, target, hint }: MissingRelationship): RestError {
  const known = [...new Set((schema.relationships.get(from) ?? []).map(({ to }) => to.name))]
  const meant = closestName(target, known)
  const by = hint === null ? '' : ` using the hint '${hint}'`
  return new RestError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${from}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${from}' and '${target}'${by} in the schema '${schema.name}', but no matches were found.`,
    hint: meant === null || meant === target ? null : `Perhaps you meant '${meant}' instead of '${target}'.`,
  })
}

export function relationshipAmbiguous(from: string, target: string, found: readonly Relationship[]): RestError {
  const hints = found.map((each) => {
    if (each.type === 'computed') return target
    return `${target}!${each.type === 'key' ? each.constraint : each.junction.name}`
  })
  return new RestError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${from}' and '${target}'`,
    details: found.map(describeRelationship),
    hint: `Try changing '${target}' to one of the following: ${hints.map((each) => `'${each}'`).join(', ')}. Find the desired relationship in the 'details' key.`,
  })
}

function describeRelationship(found: Relationship): Readonly<Record<string, string>> {
  const embedding = `${found.from.name} with ${found.to.name}`
  const columns = (table: string, names: readonly string[]) => `${table}(${names.join(', ')})`
  switch (found.type) {
    case 'key': {
      const own = columns(
        found.from.name,
        found.pairs.map(([name]) => name),
      )
      const other = columns(
        found.to.name,
        found.pairs.map(([, name]) => name),
      )
      return {
        cardinality: found.cardinality,
        embedding,
        relationship: `${found.constraint} using ${own} and ${other}`,
      }
    }
    case 'junction': {
      const own = columns(
        found.constraints[0],
        found.fromPairs.map(([, name]) => name),
      )
      const other = columns(
        found.constraints[1],
        found.toPairs.map(([name]) => name),
      )
      return {
        cardinality: 'many-to-many',
        embedding,
        relationship: `${found.junction.name} using ${own} and ${other}`,
      }
    }
    case 'computed':
      return {
        cardinality: found.isToOne ? 'many-to-one' : 'one-to-many',
        embedding,
        relationship: found.called.name,
      }
  }
}

export interface MissingFunction {
  readonly schema: string
  readonly name: string
  readonly argumentNames: readonly string[]
  readonly wholeTypes: readonly string[]
  readonly functions: Schema['functions']
}

export function functionNotFound(missing: MissingFunction): RestError {
  const { schema, name, argumentNames, wholeTypes } = missing
  const sorted = argumentNames.toSorted()
  const isWholeOnly = wholeTypes.length > 0 && !wholeTypes.includes('json')
  const isNone = sorted.length === 0
  const signature = isNone ? ' without parameters' : `(${sorted.join(', ')})`
  const searched = isNone
    ? ' without parameters'
    : ` with parameter${sorted.length === 1 ? '' : 's'} ${sorted.join(', ')}`
  const whole = wholeTypes.length === 0 ? '' : ` with a single unnamed ${wholeTypes.join('/')} parameter`
  const either = whole === '' ? searched : `${searched} or${whole}`
  const meant = suggestCall(missing)
  return new RestError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function ${schema}.${name}${isWholeOnly ? '' : signature} in the schema cache`,
    details: `Searched for the function ${schema}.${name}${isWholeOnly ? whole : either}, but no matches were found in the schema cache.`,
    hint: meant === null ? null : `Perhaps you meant to call the function ${schema}.${meant}`,
  })
}

/** A suggestion: the function with its named arguments, or one with a similar name. */
function suggestCall({ name, functions }: MissingFunction): string | null {
  const known = functions.get(name)?.find(({ args }) => args[0]?.name !== '')
  if (known === undefined) return functions.has(name) ? null : closestName(name, [...functions.keys()])
  const names = known.args.map((argument) => argument.name)
  return names.length === 0 ? name : `${name}(${names.join(', ')})`
}

export function functionAmbiguous(candidates: readonly string[]): RestError {
  return new RestError({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${candidates.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

export function columnNotFound(table: string, column: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST204',
    message: `Could not find the '${column}' column of '${table}' in the schema cache`,
  })
}

export function tableNotFound(schema: string, table: string, known: Iterable<string>): RestError {
  const meant = closestName(table, [...known])
  return new RestError({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${table}' in the schema cache`,
    hint: meant === null ? null : `Perhaps you meant the table '${schema}.${meant}'`,
  })
}
