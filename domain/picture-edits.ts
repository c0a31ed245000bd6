import { readColor } from './brand.ts'
import { isObject } from './is-object.ts'
import { readArea, type PictureArea } from './step-look.ts'

/* An author's redactions and crop of a picture. The server burns both into the picture it serves. */

export const redactionKinds = ['solid', 'blur', 'pixelate'] as const
export type RedactionKind = (typeof redactionKinds)[number]

/** In percent of the whole picture, before any crop. */
export interface Redaction extends PictureArea {
  readonly id: string
  readonly kind: RedactionKind
  /** For the kind 'solid': `#rrggbb`. */
  readonly color: string
}

export interface PictureEdits {
  readonly areas: readonly Redaction[]
  /** In percent of the whole picture; null shows all of it. */
  readonly crop: PictureArea | null
}

export const noPictureEdits: PictureEdits = { areas: [], crop: null }

export const redactionsMax = 50
/** The largest total of all areas, in percent of the picture; bounds the processing time. */
const redactedPercentMax = 300
/** The default: dark, so that it can't be mistaken for content of the picture. */
export const solidColor = '#1c1722'
/** A crop keeps at least this share of each side. */
const cropPercentMin = 5

/** Reads edits from storage or a request; null if invalid. */
export function readPictureEdits(stored: unknown): PictureEdits | null {
  if (!isObject(stored) || !Array.isArray(stored['areas']) || stored['areas'].length > redactionsMax) return null
  const areas: Redaction[] = []
  for (const each of stored['areas']) {
    const area = readRedaction(each)
    if (area === null || areas.some(({ id }) => id === area.id)) return null
    areas.push(area)
  }
  const crop = readArea(stored['crop'])
  if (crop === null && stored['crop'] !== null && stored['crop'] !== undefined) return null
  return { areas, crop: crop === null || isWhole(crop) ? null : atLeast(crop, cropPercentMin) }
}

function readRedaction(stored: unknown): Redaction | null {
  const area = readArea(stored)
  if (area === null || !isObject(stored)) return null
  const { id, kind, color } = stored
  const known = redactionKinds.find((each) => each === kind)
  if (typeof id !== 'string' || !/^[\w-]{1,40}$/.test(id) || known === undefined) return null
  return { id, kind: known, color: (typeof color === 'string' ? readColor(color) : null) ?? solidColor, ...area }
}

/** Why the server would refuse edits, as a sentence; null if it wouldn't. */
export function pictureEditsProblem({ areas }: PictureEdits): string | null {
  if (areas.length > redactionsMax) return `A picture has at most ${redactionsMax} redacted areas.`
  const percent = areas.reduce((sum, { widthPercent, heightPercent }) => sum + (widthPercent * heightPercent) / 100, 0)
  return percent > redactedPercentMax ? 'The areas overlap too much. Remove some of them.' : null
}

export function hasEdits({ areas, crop }: PictureEdits): boolean {
  return areas.length > 0 || crop !== null
}

export function isSameEdits(a: PictureEdits, b: PictureEdits): boolean {
  return JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))
}

function ordered({ areas, crop }: PictureEdits): unknown {
  const place = (area: PictureArea) => [area.xPercent, area.yPercent, area.widthPercent, area.heightPercent]
  return [
    areas.map((area) => [area.id, area.kind, area.kind === 'solid' ? area.color : '', ...place(area)]),
    crop === null ? null : place(crop),
  ]
}

/** Converts an area of the whole picture to percent of the crop; may lie outside it. */
export function areaInCrop<Area extends PictureArea>(area: Area, crop: PictureArea | null): Area {
  if (crop === null) return area
  return {
    ...area,
    xPercent: ((area.xPercent - crop.xPercent) / crop.widthPercent) * 100,
    yPercent: ((area.yPercent - crop.yPercent) / crop.heightPercent) * 100,
    widthPercent: (area.widthPercent / crop.widthPercent) * 100,
    heightPercent: (area.heightPercent / crop.heightPercent) * 100,
  }
}

/** The inverse of areaInCrop. */
export function areaOfWhole<Area extends PictureArea>(area: Area, crop: PictureArea | null): Area {
  if (crop === null) return area
  return {
    ...area,
    xPercent: crop.xPercent + (area.xPercent * crop.widthPercent) / 100,
    yPercent: crop.yPercent + (area.yPercent * crop.heightPercent) / 100,
    widthPercent: (area.widthPercent * crop.widthPercent) / 100,
    heightPercent: (area.heightPercent * crop.heightPercent) / 100,
  }
}

function isWhole({ widthPercent, heightPercent }: PictureArea): boolean {
  return widthPercent === 100 && heightPercent === 100
}

function atLeast(area: PictureArea, percent: number): PictureArea {
  const widthPercent = Math.max(percent, area.widthPercent)
  const heightPercent = Math.max(percent, area.heightPercent)
  return {
    widthPercent,
    heightPercent,
    xPercent: Math.min(area.xPercent, 100 - widthPercent),
    yPercent: Math.min(area.yPercent, 100 - heightPercent),
  }
}
