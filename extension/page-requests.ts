import { isRedacted } from '#domain/redact-address.ts'
import type { ExtensionAnswers, ExtensionRequest } from '#protocol/extension-messages.ts'

import { saveCaptureRules } from './capture-rules.ts'
import type { PageAnswer } from './messages.ts'
import { parseRequest } from './page-envelope.ts'
import type { Recorder } from './recording/recorder.ts'
import type { SessionControl } from './session-control.ts'

/** Answers the web app; the caller has checked that it is the connected one. */
export async function answerPage(
  unchecked: ExtensionRequest,
  recorder: Recorder,
  control: SessionControl,
): Promise<PageAnswer> {
  const request = parseRequest(unchecked)
  if (request === null)
    return { ok: false, problem: 'failed', sentence: 'The extension does not support this request.' }
  switch (request.type) {
    case 'offer-pairing':
      return answer({})
    case 'set-capture-rules':
      await saveCaptureRules(request.rules)
      return answer({})
    case 'start-recording':
      return toAnswer(await control.recordAddress(request.url, null))
    case 'resume-recording': {
      const captures = await recorder.captures(request.sessionId)
      if (captures === null) return notFound
      const last = captures.at(-1)
      if (last === undefined) {
        return { ok: false, problem: 'not-allowed', sentence: 'This recording has no steps yet. Start a new one.' }
      }
      // The redacted part of the address may be needed to reach the page.
      const address = isRedacted(last.url) ? new URL(last.url).origin : last.url
      return toAnswer(await control.recordAddress(address, request.sessionId))
    }
    case 'stop-recording': {
      const recording = await recorder.stop(request.sessionId)
      await control.unregisterIfIdle()
      return recording === null ? notFound : answer({ sessionId: request.sessionId })
    }
    case 'list-recordings':
      return answer({ recordings: await recorder.list() })
    case 'list-captures': {
      const captures = await recorder.captures(request.sessionId)
      return captures === null ? notFound : answer({ captures })
    }
    case 'read-capture-image': {
      const image = await recorder.image(request.captureId, request.isOther)
      return image === null ? notFound : answer({ dataUrl: await toDataUrl(image) })
    }
    case 'read-page':
      return answer({ page: await recorder.pages.page(request.captureId) })
    case 'read-page-file': {
      const file = await recorder.pages.file(request.captureId, request.hash)
      return file === null ? notFound : answer({ dataUrl: await toDataUrl(file) })
    }
    case 'forget-recording': {
      const wasThere = await recorder.forget(request.sessionId)
      await control.unregisterIfIdle()
      return wasThere ? answer({}) : notFound
    }
  }
}

const notFound: PageAnswer = {
  ok: false,
  problem: 'not-found',
  sentence: 'The extension no longer has this recording.',
}

function answer(value: ExtensionAnswers[ExtensionRequest['type']]): PageAnswer {
  return { ok: true, answer: value }
}

function toAnswer(outcome: Awaited<ReturnType<SessionControl['recordAddress']>>): PageAnswer {
  return outcome.ok ? answer({ sessionId: outcome.sessionId }) : outcome
}

/** Service workers have no FileReader; in parts, because String.fromCharCode takes only so many arguments. */
async function toDataUrl(image: Blob): Promise<string> {
  const bytes = new Uint8Array(await image.arrayBuffer())
  const partLength = 32_768
  let binary = ''
  for (let start = 0; start < bytes.length; start += partLength) {
    binary += String.fromCharCode(...bytes.subarray(start, start + partLength))
  }
  return `data:${image.type};base64,${btoa(binary)}`
}
