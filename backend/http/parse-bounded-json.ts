import { jsonProblem } from './json-problem.ts'

/** Parses untrusted JSON; throws when it is invalid, too deep or too large. */
export function parseBoundedJson(text: string): unknown {
  const problem = jsonProblem(text)
  if (problem !== null) throw new SyntaxError(`The JSON ${problem}`)
  return JSON.parse(text)
}

/** The same for JSON that may be anything; undefined when it can't be parsed. */
export function parseJsonOrUndefined(json: string | Uint8Array): unknown {
  try {
    return parseBoundedJson(typeof json === 'string' ? json : utf8.decode(json))
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
