import { argumentsMax } from './parse-text.ts'
import { requestTooComplex } from './rest-error.ts'
import { functionAmbiguous, functionNotFound } from './schema-refusals.ts'
import type { DatabaseFunction, SchemaView } from './schema-cache.ts'

/** The parts of a call that choose its overload. */
export interface CallShape {
  /** Null when the body isn't an object. */
  readonly argumentNames: readonly string[] | null
  /** Types of a single unnamed argument that could take the whole body. */
  readonly wholeTypes: readonly string[]
}

export interface ChosenFunction {
  readonly called: DatabaseFunction
  /** The body is passed as the only, unnamed argument. */
  readonly isWhole: boolean
}

/** The overload that takes exactly these arguments, defaults aside; else one that takes the whole body. */
export async function chooseFunction(schema: SchemaView, name: string, shape: CallShape): Promise<ChosenFunction> {
  const found = await schema.find(({ functions }) => {
    const candidates = functions.get(name) ?? []
    const { argumentNames, wholeTypes } = shape
    const byName = candidates.filter(({ args }) => args[0]?.name !== '' || wholeTypes.length === 0)
    const byBody = candidates.filter(({ args: [only] }) => only?.name === '' && wholeTypes.includes(only.type))
    const named = argumentNames === null ? [] : byName.filter((candidate) => takes(candidate, argumentNames))
    const isWhole = named.length === 0
    const chosen = (isWhole ? byBody : named).map((called): ChosenFunction => ({ called, isWhole }))
    return chosen.length === 0 ? undefined : chosen
  })
  const [chosen, ...others] = found ?? []
  if (chosen === undefined) {
    if ((shape.argumentNames?.length ?? 0) > argumentsMax) {
      throw requestTooComplex(`The call has more than ${argumentsMax} arguments.`)
    }
    const { functions } = await schema.current()
    throw functionNotFound({
      schema: schema.name,
      name,
      argumentNames: shape.argumentNames ?? [],
      wholeTypes: shape.wholeTypes,
      functions,
    })
  }
  if (others.length > 0) {
    throw functionAmbiguous([chosen, ...others].map(({ called }) => signatureOf(called)))
  }
  return chosen
}

function takes({ args }: DatabaseFunction, names: readonly string[]): boolean {
  const isEachKnown = names.every((name) => name !== '' && args.some((argument) => argument.name === name))
  return isEachKnown && args.every(({ name, isRequired }) => !isRequired || names.includes(name))
}

function signatureOf({ schema, name, args }: DatabaseFunction): string {
  return `${schema}.${name}(${args.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`
}
