import { jsonProblem } from './json-problem.ts'

/** Parses JSON that a stranger sent. Throws where it is nested too deep or holds too much, as for every text that is no JSON. */
export function parseBoundedJson(text: string): unknown {
  const problem = jsonProblem(text)
  if (problem !== null) throw new SyntaxError(`The JSON ${problem}`)
  return JSON.parse(text)
}
