import type { ExplainRequest, ResultFormat } from './query-plan.ts'
import { explainOptions } from './query-plan.ts'
import { mediaTypeNotAvailable } from './rest-error.ts'

/** The caller's preferred media type among the supported ones. */
export function parseAccept(header: string | undefined, { hasPlans }: { readonly hasPlans: boolean }): ResultFormat {
  const accept = header === undefined || header.trim() === '' ? '*/*' : header
  for (const mediaType of byPreference(accept)) {
    const format = formatOf(mediaType) ?? (hasPlans ? planOf(mediaType) : null)
    if (format !== null) return format
  }
  throw mediaTypeNotAvailable(accept)
}

function formatOf({ type, parameters }: MediaType): ResultFormat | null {
  const isNullStripped = parameters.includes('nulls=stripped')
  if (objectTypes.has(type)) {
    return jsonFormat({ isSingular: true, isNullStripped }, jsonType('object', isNullStripped))
  }
  if (isNullStripped && arrayTypes.has(type)) {
    return jsonFormat({ isSingular: false, isNullStripped }, jsonType('array', true))
  }
  if (plainTypes.has(type) || arrayTypes.has(type)) {
    return jsonFormat({ isSingular: false, isNullStripped: false }, 'application/json')
  }
  return type === 'text/csv' ? { ...jsonFormat({ isSingular: false, isNullStripped: false }, type), type: 'csv' } : null
}

/** `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|buffers`. */
function planOf({ type, parameters }: MediaType): ResultFormat | null {
  const found = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(type)
  if (found === null) return null
  const shown = valueOf(parameters, 'for') ?? 'application/json'
  const format = parseAccept(shown, { hasPlans: false })
  const wanted = valueOf(parameters, 'options')?.split('|') ?? []
  const explained: ExplainRequest = {
    format: found[1] === 'json' ? 'json' : 'text',
    options: explainOptions.filter((option) => wanted.includes(option)),
  }
  const options = explained.options.length === 0 ? '' : `; options=${explained.options.join('|')}`
  const name = `application/vnd.pgrst.plan+${explained.format}; for="${format.contentType.split('; charset')[0]}"`
  return { ...format, explained, contentType: `${name}${options}; charset=utf-8` }
}

const objectTypes = new Set(['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object'])
const arrayTypes = new Set(['application/vnd.pgrst.array+json', 'application/vnd.pgrst.array'])
const plainTypes = new Set(['application/json', 'application/*', '*/*'])

interface MediaType {
  readonly type: string
  readonly parameters: readonly string[]
}

/** Highest quality first, then by position. Quoted values may contain commas and semicolons. */
function byPreference(accept: string): readonly MediaType[] {
  return split(accept, ',')
    .map((part) => {
      const [type = '', ...parameters] = split(part, ';').map((text) => text.trim().toLowerCase())
      const quality = Number(valueOf(parameters, 'q') ?? 1)
      return { type, parameters, quality: Number.isNaN(quality) ? 1 : quality }
    })
    .toSorted((one, other) => other.quality - one.quality)
}

function split(text: string, separator: ',' | ';'): readonly string[] {
  const pattern = separator === ',' ? /(?:"[^"]*"?|[^",])+/g : /(?:"[^"]*"?|[^";])+/g
  return text.match(pattern) ?? []
}

function valueOf(parameters: readonly string[], name: string): string | null {
  const parameter = parameters.find((text) => text.startsWith(`${name}=`))
  return parameter?.slice(name.length + 1).replaceAll('"', '') ?? null
}

function jsonFormat(shape: Pick<ResultFormat, 'isSingular' | 'isNullStripped'>, type: string): ResultFormat {
  return { type: 'json', ...shape, contentType: `${type}; charset=utf-8`, explained: null }
}

function jsonType(shape: 'object' | 'array', isNullStripped: boolean): string {
  return `application/vnd.pgrst.${shape}+json${isNullStripped ? ';nulls=stripped' : ''}`
}
