import type { FieldItem } from './query-plan.ts'
import type { EmbedPlan, ReadPlan } from './read-plan.ts'
import { isSpreadOne } from './read-plan.ts'
import { expandedItems, isEmpty, nameOfItem } from './select-items.ts'

/** A column that a spread row adds to the outer row. */
export interface SpreadOutput {
  readonly name: string
  /** Its name in the joined row. */
  readonly column: string
  /** The aggregate over the outer rows. */
  readonly aggregate: FieldItem['aggregate']
}

/** The columns one spread related row adds to the outer row. */
export function spreadOutputs(embed: EmbedPlan): readonly SpreadOutput[] {
  const own = expandedItems(embed).flatMap((item): readonly SpreadOutput[] => {
    if (item.type === 'all') return []
    const name = nameOfItem(item)
    if (item.aggregate === null) return [{ name, column: name, aggregate: null }]
    return [{ name, column: hoistedName(embed, item), aggregate: item.aggregate }]
  })
  return [...own, ...embed.embeds.flatMap((inner, index) => embeddedOutputs(inner, index))]
}

/** An aggregate's input gets an internal name: two may share one output name. */
export function hoistedName({ items }: ReadPlan, item: FieldItem): string {
  return `pgrst_hoisted_${items.indexOf(item)}`
}

/** The name of an input passed up through a nested spread row. */
export function hoistedThrough(index: number, column: string): string {
  return `pgrst_hoisted_${index}_of_${column}`
}

/** All names a plan outputs, including those of spread rows. */
export function outputNames(plan: ReadPlan): readonly string[] {
  const own = expandedItems(plan).flatMap((item) => (item.type === 'field' ? [nameOfItem(item)] : []))
  const embedded = plan.embeds.flatMap((embed) => {
    if (embed.isSpread) return outputNames(embed)
    return isEmpty(embed) ? [] : [embed.name]
  })
  return [...own, ...embedded]
}

function embeddedOutputs(inner: EmbedPlan, index: number): readonly SpreadOutput[] {
  if (isSpreadOne(inner)) {
    return spreadOutputs(inner).map((output) => {
      const { name, column, aggregate } = output
      if (aggregate === null) return { name, column: name, aggregate }
      return { name, column: hoistedThrough(index, column), aggregate }
    })
  }
  const names = inner.isSpread ? outputNames(inner) : isEmpty(inner) ? [] : [inner.name]
  return names.map((name) => ({ name, column: name, aggregate: null }))
}
