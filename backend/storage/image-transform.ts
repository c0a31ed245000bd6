import { invalidRequest } from './storage-errors.ts'

export interface ImageTransform {
  readonly width: number | null
  readonly height: number | null
  readonly resize: 'cover' | 'contain' | 'fill'
  readonly quality: number | null
  /** `origin` keeps the upload's format; null picks the best the browser accepts. */
  readonly format: 'origin' | 'avif' | 'webp' | null
}

/** Reads width, height, resize, quality and format; refuses values out of range and ignores other names. */
export function parseImageTransform(parameters: ReadonlyMap<string, string>): ImageTransform {
  const number = (name: string, least: number, most: number): number | null => {
    const text = parameters.get(name)
    if (text === undefined || text === '') return null
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw invalidRequest(`${name} must be a whole number from ${least} to ${most}`)
  }
  const resize = parameters.get('resize') ?? 'cover'
  if (resize !== 'cover' && resize !== 'contain' && resize !== 'fill') {
    throw invalidRequest('resize must be cover, contain or fill')
  }
  const format = parameters.get('format') ?? null
  if (format !== null && format !== 'origin' && format !== 'avif' && format !== 'webp') {
    throw invalidRequest('format must be origin, avif or webp')
  }
  return {
    width: number('width', 1, pixelsMax),
    height: number('height', 1, pixelsMax),
    resize,
    quality: number('quality', 20, 100),
    format,
  }
}

/** For a signed URL. */
export function imageTransformToText(transform: ImageTransform): string {
  return Object.entries(transform)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}:${value}`]))
    .join(',')
}

export function imageTransformFromText(text: unknown): ImageTransform {
  const pairs = typeof text === 'string' ? text.split(',').map((pair) => pair.split(':') as [string, string]) : []
  return parseImageTransform(new Map(pairs))
}

const pixelsMax = 4_096
