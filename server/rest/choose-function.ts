import { functionAmbiguous, functionNotFound } from './rest-error.ts'
import type { DatabaseFunction, SchemaCache } from './schema-cache.ts'

/** The overload that takes exactly these arguments, the ones with a default apart. */
export async function chooseFunction(
  schema: SchemaCache,
  name: string,
  argumentNames: readonly string[],
): Promise<DatabaseFunction> {
  const found = await schema.find(({ functions }) => {
    const fitting = functions.get(name)?.filter((candidate) => takes(candidate, argumentNames)) ?? []
    return fitting.length === 0 ? undefined : fitting
  })
  const [chosen, ...others] = found ?? []
  if (chosen === undefined) {
    const others = (await schema.current()).functions.get(name) ?? []
    throw functionNotFound(
      name,
      argumentNames,
      others.map(({ args }) => args.map((argument) => argument.name)),
    )
  }
  if (others.length > 0) {
    throw functionAmbiguous([chosen, ...others].map(signatureOf))
  }
  return chosen
}

function takes({ args }: DatabaseFunction, names: readonly string[]): boolean {
  const isEachKnown = names.every((name) => args.some((argument) => argument.name === name))
  return isEachKnown && args.every(({ name, isRequired }) => !isRequired || names.includes(name))
}

function signatureOf({ name, args }: DatabaseFunction): string {
  return `public.${name}(${args.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`
}
