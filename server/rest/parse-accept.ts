import type { ResultFormat } from './query-plan.ts'
import { mediaTypeNotAvailable } from './rest-error.ts'

/** The media type of the Accept header that we speak and that the caller likes best. */
export function parseAccept(header: string | undefined): ResultFormat {
  const accept = header === undefined || header.trim() === '' ? '*/*' : header
  for (const { type, parameters } of byPreference(accept)) {
    const isNullStripped = parameters.includes('nulls=stripped')
    if (objectTypes.has(type)) {
      return { type: 'json', isSingular: true, isNullStripped, contentType: contentTypeOf('object', isNullStripped) }
    }
    if (isNullStripped && arrayTypes.has(type)) {
      return { type: 'json', isSingular: false, isNullStripped: true, contentType: contentTypeOf('array', true) }
    }
    if (plainTypes.has(type) || arrayTypes.has(type)) {
      return {
        type: 'json',
        isSingular: false,
        isNullStripped: false,
        contentType: 'application/json; charset=utf-8',
      }
    }
    if (type === 'text/csv') {
      return { type: 'csv', isSingular: false, isNullStripped: false, contentType: 'text/csv; charset=utf-8' }
    }
  }
  throw mediaTypeNotAvailable(accept)
}

const objectTypes = new Set(['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object'])
const arrayTypes = new Set(['application/vnd.pgrst.array+json', 'application/vnd.pgrst.array'])
const plainTypes = new Set(['application/json', 'application/*', '*/*'])

interface MediaType {
  readonly type: string
  readonly parameters: readonly string[]
}

/** Highest quality first; of equals the one that stands first. */
function byPreference(accept: string): readonly MediaType[] {
  return accept
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
      return { type, parameters, quality: Number.isNaN(quality) ? 1 : quality }
    })
    .toSorted((one, other) => other.quality - one.quality)
}

function contentTypeOf(shape: 'object' | 'array', isNullStripped: boolean): string {
  const stripped = isNullStripped ? ';nulls=stripped' : ''
  return `application/vnd.pgrst.${shape}+json${stripped}; charset=utf-8`
}
