import { invalidRequest } from './storage-errors.ts'

/** How an image is asked for: of what size, cut how, in which format. */
export interface ImageWish {
  readonly width: number | null
  readonly height: number | null
  readonly resize: 'cover' | 'contain' | 'fill'
  readonly quality: number | null
  /** `origin` keeps the format of the upload; null takes the best one the browser names. */
  readonly format: 'origin' | 'avif' | 'webp' | null
}

/** Reads width, height, resize, quality and format; refuses what is out of bounds. Other names are left alone. */
export function parseImageWish(wishes: ReadonlyMap<string, string>): ImageWish {
  const number = (name: string, least: number, most: number): number | null => {
    const text = wishes.get(name)
    if (text === undefined || text === '') return null
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw invalidRequest(`${name} must be a whole number from ${least} to ${most}`)
  }
  const resize = wishes.get('resize') ?? 'cover'
  if (resize !== 'cover' && resize !== 'contain' && resize !== 'fill') {
    throw invalidRequest('resize must be cover, contain or fill')
  }
  const format = wishes.get('format') ?? null
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

/** As a signed address carries it. */
export function imageWishToText(wish: ImageWish): string {
  return Object.entries(wish)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}:${value}`]))
    .join(',')
}

export function imageWishFromText(text: unknown): ImageWish {
  const pairs = typeof text === 'string' ? text.split(',').map((pair) => pair.split(':') as [string, string]) : []
  return parseImageWish(new Map(pairs))
}

const pixelsMax = 4_096
