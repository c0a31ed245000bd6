import { limits } from '#domain/limits.ts'
import {
  extensionCheckEvent,
  extensionCheckResponse,
  type ExtensionAnswerEnvelope,
  type ExtensionAnswers,
  type ExtensionCheckResponse,
  type ExtensionRequest,
  type ExtensionRequestEnvelope,
} from '#protocol/extension-messages.ts'

import { newId } from './new-id.ts'

/** Spec §7: dispatches a window event and waits 3 s for the installed message; null without one. */
export function checkExtension(signal: AbortSignal): Promise<ExtensionCheckResponse | null> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const finish = (response: ExtensionCheckResponse | null) => {
      clearTimeout(timer)
      done.abort()
      resolve(response)
    }
    const timer = setTimeout(() => finish(null), limits.extensionCheckTimeoutMs)
    signal.addEventListener('abort', () => finish(null), { once: true })
    hearExtension(finish, done.signal)
    window.dispatchEvent(new Event(extensionCheckEvent))
  })
}

/** Calls back with each installed message, which is also sent after pairing. */
export function hearExtension(onResponse: (response: ExtensionCheckResponse) => void, signal: AbortSignal): void {
  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      if (event.source !== window) return
      const message = event.data as Partial<ExtensionCheckResponse> | null
      if (message?.type === extensionCheckResponse && message.installed === true) {
        onResponse(message as ExtensionCheckResponse)
      }
    },
    { signal },
  )
}

/** Sends the extension this page's code. It doesn't answer. */
export function offerPairing(code: string): void {
  post(newId(), { type: 'offer-pairing', code })
}

function post(requestId: string, request: ExtensionRequest): void {
  const envelope: ExtensionRequestEnvelope = { source: 'understudy-page', requestId, request }
  window.postMessage(envelope, window.location.origin)
}

export type ExtensionProblem = Extract<ExtensionAnswerEnvelope, { ok: false }>['problem'] | 'silent'

/** The extension refused or did not answer: not installed, or updated and the page needs a reload. */
class ExtensionError extends Error {
  readonly problem: ExtensionProblem

  constructor(problem: ExtensionProblem, sentence: string) {
    super(sentence)
    this.name = 'ExtensionError'
    this.problem = problem
  }
}

/** Large images take a while to transfer; longer silence is a failure. */
const answerTimeoutMs = 15_000

export function askExtension<R extends ExtensionRequest>(request: R): Promise<ExtensionAnswers[R['type']]> {
  const requestId = newId()
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const timer = setTimeout(() => {
      done.abort()
      reject(new ExtensionError('silent', 'The extension does not respond. Reload this page and try again.'))
    }, answerTimeoutMs)
    window.addEventListener(
      'message',
      (event: MessageEvent<unknown>) => {
        if (event.source !== window || event.origin !== window.location.origin) return
        const envelope = event.data as Partial<ExtensionAnswerEnvelope> | null
        if (envelope?.source !== 'understudy-extension' || envelope.requestId !== requestId) return
        clearTimeout(timer)
        done.abort()
        const answer = envelope as ExtensionAnswerEnvelope
        if (answer.ok) resolve(answer.answer as ExtensionAnswers[R['type']])
        else reject(new ExtensionError(answer.problem, answer.sentence))
      },
      { signal: done.signal },
    )
    post(requestId, request)
  })
}
