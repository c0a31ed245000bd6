import { readCaptureRules } from '#domain/capture-rules.ts'
import { isObject } from '#domain/is-object.ts'
import {
  pairingCodeDigits,
  type ExtensionRequest,
  type ExtensionRequestEnvelope,
} from '#protocol/extension-messages.ts'

const pairingCode = new RegExp(`^\\d{${pairingCodeDigits}}$`)
const idLimit = 100
const urlLimit = 4_000

/** A request of the web app as it came from the page; null for anything else that pages post to themselves. */
export function parsePageEnvelope(data: unknown): ExtensionRequestEnvelope | null {
  if (!isObject(data) || data['source'] !== 'understudy-page') return null
  const requestId = shortText(data['requestId'], idLimit)
  const request = parseRequest(data['request'])
  return requestId === null || request === null ? null : { source: 'understudy-page', requestId, request }
}

/** Rebuilt from known fields only. */
export function parseRequest(data: unknown): ExtensionRequest | null {
  if (!isObject(data)) return null
  const type = data['type']
  switch (type) {
    case 'list-recordings':
      return { type }
    case 'offer-pairing': {
      const code = data['code']
      return typeof code === 'string' && pairingCode.test(code) ? { type, code } : null
    }
    case 'start-recording': {
      const url = shortText(data['url'], urlLimit)
      return url === null ? null : { type, url }
    }
    case 'set-capture-rules':
      return Array.isArray(data['rules']) ? { type, rules: readCaptureRules(data['rules']) } : null
    case 'read-page-file': {
      const captureId = shortText(data['captureId'], idLimit)
      const hash = shortText(data['hash'], idLimit)
      return captureId === null || hash === null ? null : { type, captureId, hash }
    }
    case 'read-page': {
      const captureId = shortText(data['captureId'], idLimit)
      return captureId === null ? null : { type, captureId }
    }
    case 'read-capture-image': {
      const captureId = shortText(data['captureId'], idLimit)
      return captureId === null ? null : { type, captureId, isOther: data['isOther'] === true }
    }
    case 'resume-recording':
    case 'stop-recording':
    case 'list-captures':
    case 'forget-recording': {
      const sessionId = shortText(data['sessionId'], idLimit)
      return sessionId === null ? null : { type, sessionId }
    }
    default:
      return null
  }
}

function shortText(value: unknown, limit: number): string | null {
  return typeof value === 'string' && value.length > 0 && value.length <= limit ? value : null
}
