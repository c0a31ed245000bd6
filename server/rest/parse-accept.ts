import type { ResultFormat } from './query-plan.ts'
import { mediaTypeNotAvailable } from './rest-error.ts'

/** The first media type of the Accept header that we speak. */
export function parseAccept(header: string | undefined): ResultFormat {
  const accept = header === undefined || header.trim() === '' ? '*/*' : header
  for (const part of accept.split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const isNullStripped = parameters.includes('nulls=stripped')
    if (objectTypes.has(type)) {
      return { isSingular: true, isNullStripped, contentType: contentTypeOf('object', isNullStripped) }
    }
    if (arrayTypes.has(type)) {
      return { isSingular: false, isNullStripped, contentType: contentTypeOf('array', isNullStripped) }
    }
    if (plainTypes.has(type)) {
      return { isSingular: false, isNullStripped: false, contentType: 'application/json; charset=utf-8' }
    }
  }
  throw mediaTypeNotAvailable(accept)
}

const objectTypes = new Set(['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object'])
const arrayTypes = new Set(['application/vnd.pgrst.array+json', 'application/vnd.pgrst.array'])
const plainTypes = new Set(['application/json', 'application/*', '*/*'])

function contentTypeOf(shape: 'object' | 'array', isNullStripped: boolean): string {
  const stripped = isNullStripped ? ';nulls=stripped' : ''
  return `application/vnd.pgrst.${shape}+json${stripped}; charset=utf-8`
}
