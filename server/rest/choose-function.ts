import { functionAmbiguous, functionNotFound } from './schema-refusals.ts'
import type { DatabaseFunction, SchemaView } from './schema-cache.ts'

/** What a call brings, as far as it decides which overload is meant. */
export interface CallShape {
  /** Null when the body is no object. */
  readonly argumentNames: readonly string[] | null
  /** Types of a single unnamed argument that could take the whole body. */
  readonly wholeTypes: readonly string[]
}

export interface ChosenFunction {
  readonly called: DatabaseFunction
  /** The body is the only argument, which has no name. */
  readonly isWhole: boolean
}

/** The overload that takes exactly these arguments, the ones with a default apart; else one that takes the whole body. */
export async function chooseFunction(schema: SchemaView, name: string, shape: CallShape): Promise<ChosenFunction> {
  const found = await schema.find(({ functions }) => {
    const candidates = functions.get(name) ?? []
    const { argumentNames } = shape
    const named = argumentNames === null ? [] : candidates.filter((candidate) => takes(candidate, argumentNames))
    const fitting = named.map((called): ChosenFunction => ({ called, isWhole: false }))
    const whole = candidates
      .filter(
        ({ args: [only, ...others] }) =>
          only?.name === '' && others.length === 0 && shape.wholeTypes.includes(only.type),
      )
      .map((called): ChosenFunction => ({ called, isWhole: true }))
    const chosen = fitting.length === 0 ? whole : fitting
    return chosen.length === 0 ? undefined : chosen
  })
  const [chosen, ...others] = found ?? []
  if (chosen === undefined) {
    const known = (await schema.current()).functions.get(name) ?? []
    throw functionNotFound({
      schema: schema.name,
      name,
      argumentNames: shape.argumentNames ?? [],
      wholeTypes: shape.wholeTypes,
      others: known.map(({ args }) => args.map((argument) => argument.name)),
    })
  }
  if (others.length > 0) {
    throw functionAmbiguous([chosen, ...others].map(({ called }) => signatureOf(called)))
  }
  return chosen
}

function takes({ args }: DatabaseFunction, names: readonly string[]): boolean {
  const isEachKnown = names.every((name) => args.some((argument) => argument.name === name))
  return isEachKnown && args.every(({ name, isRequired }) => !isRequired || names.includes(name))
}

function signatureOf({ schema, name, args }: DatabaseFunction): string {
  return `${schema}.${name}(${args.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`
}
