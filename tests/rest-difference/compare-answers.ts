import { deliberateDifferences } from './deliberate-differences.ts'
import type { ProofRequest } from './proof-request.ts'

export interface ProofAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly body: string
}

/** Headers that clients act on. */
const comparedHeaders = [
  'content-type',
  'content-range',
  'location',
  'preference-applied',
  'allow',
  'content-profile',
  'cache-control',
  'x-tea',
  'x-powered-by',
] as const

/** The part of a response that must be the same. */
export async function readAnswer(response: Response): Promise<ProofAnswer> {
  const headers = comparedHeaders.map((name) => [name, response.headers.get(name)] as const)
  return { status: response.status, headers: Object.fromEntries(headers), body: await response.text() }
}

export type Verdict =
  | { readonly type: 'same' }
  /** Named in the list of deliberate differences. */
  | { readonly type: 'deliberate'; readonly what: string }
  | { readonly type: 'different'; readonly in: string }

/** Compares our answer with PostgREST's. */
export function compareAnswers(request: ProofRequest, ours: ProofAnswer, theirs: ProofAnswer): Verdict {
  const difference = firstDifference(ours, theirs)
  if (difference === null) {
    return { type: 'same' }
  }
  const deliberate = deliberateDifferences.find(({ covers }) => covers({ request, ours, theirs }))
  return deliberate === undefined
    ? { type: 'different', in: difference }
    : { type: 'deliberate', what: deliberate.what }
}

interface Answers {
  readonly ours: ProofAnswer
  readonly theirs: ProofAnswer
}

/** Judges HEAD by GET's result: a deliberate difference there counts here, and refusals lack two headers. */
export function compareHeads(
  head: Answers & { readonly verdict: Verdict },
  get: Answers & { readonly verdict: Verdict },
): Verdict {
  if (get.verdict.type === 'deliberate') return { type: 'deliberate', what: `${get.verdict.what} (by HEAD)` }
  const isRefused = get.verdict.type === 'same' && head.ours.status >= 400
  const others = comparedHeaders.filter((name) => name !== 'content-type' && name !== 'content-profile')
  return isRefused && others.every((name) => head.ours.headers[name] === head.theirs.headers[name])
    ? { type: 'deliberate', what: 'a refusal of HEAD: the Content-Type and Content-Profile of the one to GET' }
    : head.verdict
}

function firstDifference(ours: ProofAnswer, theirs: ProofAnswer): string | null {
  if (ours.status !== theirs.status) return 'status'
  const header = comparedHeaders.find((name) => ours.headers[name] !== theirs.headers[name])
  if (header !== undefined) return header
  return sameBody(ours.body, theirs.body) ? null : 'body'
}

/** Text may differ only in whitespace between values. */
function sameBody(ours: string, theirs: string): boolean {
  return ours === theirs || compact(ours) === compact(theirs)
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}
