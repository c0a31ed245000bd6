import { OutboundError } from '#backend/http/outbound-fetch.ts'

import { ModelError, type ModelProblem } from './language-model.ts'
import { readRetryAfter } from './retry-after.ts'

/** Turns any failure of a provider or the network into a sentence for the workspace's admin. */
export function toModelError(error: unknown, apiKey: string | null): ModelError {
  if (error instanceof ModelError) return error
  const status = statusOf(error)
  if (status !== null) return answered(status, detailOf(error, apiKey), error)
  const outbound = causeOf(error, (cause) => cause instanceof OutboundError)
  if (outbound instanceof OutboundError) {
    return new ModelError('forbidden', `${outbound.message}.`, { isCharged: false, cause: error })
  }
  const code = codeOf(error)
  if (code !== null && unsent.has(code)) {
    return new ModelError('unreachable', `The provider can’t be reached (${code}).`, { isCharged: false, cause: error })
  }
  return new ModelError('broken', 'The provider’s answer was incomplete or had an unexpected format.', {
    isCharged: true,
    cause: error,
  })
}

function answered(status: number, detail: string, cause: unknown): ModelError {
  const [problem, sentence] = meaningOf(status)
  return new ModelError(problem, `${sentence} (${status})${detail === '' ? '.' : `: ${detail}`}`, {
    isCharged: false,
    cause,
    retryAfterMs: problem === 'busy' ? retryAfterOf(cause) : 0,
  })
}

function retryAfterOf(error: unknown): number {
  const found = causeOf(error, (cause) => typeof cause === 'object' && cause !== null && 'responseHeaders' in cause)
  const headers =
    typeof found === 'object' && found !== null && 'responseHeaders' in found ? found.responseHeaders : null
  const isNamed = typeof headers === 'object' && headers !== null && 'retry-after' in headers
  return isNamed ? readRetryAfter(headers['retry-after'], Date.now()) : 0
}

function meaningOf(status: number): readonly [ModelProblem, string] {
  if (status === 401 || status === 403) return ['refused', 'The provider refused the key']
  if (status === 402) return ['refused', 'The account at the provider has no credit']
  if (status === 404) return ['refused', 'The provider has no such model or address']
  if (status === 429) return ['busy', 'The provider says there were too many calls']
  if (status >= 500) return ['busy', 'The provider has an internal problem']
  return ['refused', 'The provider refused the call']
}

function statusOf(error: unknown): number | null {
  const found = causeOf(error, (cause) => typeof cause === 'object' && cause !== null && 'statusCode' in cause)
  const status = typeof found === 'object' && found !== null && 'statusCode' in found ? found.statusCode : null
  // A 200 with an unreadable body counts as a broken answer.
  return typeof status === 'number' && status >= 300 ? status : null
}

function detailOf(error: unknown, apiKey: string | null): string {
  const message = error instanceof Error ? error.message : ''
  const safe = apiKey === null || apiKey === '' ? message : message.replaceAll(apiKey, '…')
  return safe
    .replace(/[\p{Cc}<>]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

function codeOf(error: unknown): string | null {
  const found = causeOf(error, (cause) => typeof cause === 'object' && cause !== null && 'code' in cause)
  const code = typeof found === 'object' && found !== null && 'code' in found ? found.code : null
  return typeof code === 'string' ? code : null
}

/** The first match among the error and its causes. */
function causeOf(error: unknown, fits: (cause: unknown) => boolean): unknown {
  let cause = error
  for (let depth = 0; depth < 5 && cause !== undefined && cause !== null; depth += 1) {
    if (fits(cause)) return cause
    cause =
      cause instanceof Error
        ? 'lastError' in cause && cause.lastError !== undefined
          ? cause.lastError
          : cause.cause
        : null
  }
  return null
}

/** The request never reached the provider. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
