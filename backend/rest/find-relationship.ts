import type { Relationship } from './relationships.ts'
import type { Schema } from './schema-cache.ts'
import { relationshipAmbiguous, relationshipNotFound } from './schema-refusals.ts'

/**
 * Resolves `target!hint` from a table to one relationship: by the other table, by the foreign key or its column, or by
 * a function. Hints disambiguate by foreign key, column or junction table.
 */
export function findRelationship(schema: Schema, from: string, target: string, hint: string | null): Relationship {
  const all = schema.relationships.get(from) ?? []
  const fitting = all.filter((each) => matches(each, target, hint))
  const [found, ...others] = fitting
  if (found === undefined) {
    throw relationshipNotFound({ schema, from, target, hint })
  }
  if (others.length > 0) {
    throw relationshipAmbiguous(from, target, fitting)
  }
  return found
}

function matches(relationship: Relationship, target: string, hint: string | null): boolean {
  if (relationship.type === 'computed') {
    return relationship.called.name === target
  }
  if (relationship.isSelf) {
    return matchesSelfReference(relationship, target, hint)
  }
  if (hint === null) {
    return (
      relationship.to.name === target ||
      (!isToView(relationship) && (isKeyOf(relationship, target) || isOwnColumn(relationship, target)))
    )
  }
  return (
    relationship.to.name === target &&
    (isKeyOf(relationship, hint) ||
      isOwnColumn(relationship, hint) ||
      isOtherColumn(relationship, hint) ||
      (relationship.type === 'junction' && relationship.junction.name === hint))
  )
}

/** A self-reference goes both ways: its column names the parent row, the table the child rows. */
function matchesSelfReference(
  relationship: Exclude<Relationship, { type: 'computed' }>,
  target: string,
  hint: string | null,
) {
  if (relationship.type === 'junction') {
    return false
  }
  const isBack = relationship.cardinality === 'one-to-many' && relationship.to.name === target
  if (hint === null) {
    return isBack || (relationship.cardinality === 'many-to-one' && isOwnColumn(relationship, target))
  }
  return isBack && isOtherColumn(relationship, hint)
}

function isToView(relationship: Relationship): boolean {
  return relationship.type === 'key' && relationship.isToView
}

function isKeyOf(relationship: Relationship, name: string): boolean {
  return relationship.type === 'key' && relationship.constraint === name
}

function isOwnColumn(relationship: Relationship, name: string): boolean {
  return relationship.type === 'key' && relationship.pairs.length === 1 && relationship.pairs[0]?.[0] === name
}

function isOtherColumn(relationship: Relationship, name: string): boolean {
  return relationship.type === 'key' && relationship.pairs.length === 1 && relationship.pairs[0]?.[1] === name
}
