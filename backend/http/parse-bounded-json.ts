import { jsonProblem } from './json-problem.ts'

/** Parses untrusted JSON; throws when it is invalid, too deep or too large. */
export function parseBoundedJson(text: string): unknown {
  const problem = jsonProblem(text)
  if (problem !== null) throw new SyntaxError(`The JSON ${problem}`)
  return JSON.parse(text)
}
