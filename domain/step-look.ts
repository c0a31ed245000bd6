import { isObject } from './is-object.ts'
import { readStepAction, storedStepAction, type StepAction } from './step-action.ts'

/* How one step is presented: action, marker, callout, camera and chapter. Stored as `demo_steps.look`. */

/** Part of a step's picture, in percent of its width and height; always inside it. */
export interface PictureArea {
  readonly xPercent: number
  readonly yPercent: number
  readonly widthPercent: number
  readonly heightPercent: number
}

export const markers = ['ring', 'box', 'none'] as const
export type Marker = (typeof markers)[number]

export const calloutSides = ['auto', 'right', 'left', 'below', 'above'] as const
export type CalloutSide = (typeof calloutSides)[number]

export const showAsKinds = ['page', 'picture'] as const
export type ShowAs = (typeof showAsKinds)[number]

export interface StepLook {
  /** What marks the hotspot. */
  readonly marker: Marker
  /** The marked element: drawn by the marker 'box', not covered by the callout, clickable as a whole. */
  readonly box: PictureArea | null
  readonly calloutSide: CalloutSide
  /** What the camera shows; null: decided from the hotspot, as the demo's look says. */
  readonly zoom: PictureArea | null
  /** The name of the chapter that starts here. */
  readonly chapter: string | null
  /** What visitors see if the page was captured beside the picture. */
  readonly showAs: ShowAs
  /** The recorded action; null: a click. */
  readonly action: StepAction | null
}

export const plainStepLook: StepLook = {
  marker: 'ring',
  box: null,
  calloutSide: 'auto',
  zoom: null,
  chapter: null,
  showAs: 'page',
  action: null,
}

export const chapterNameMax = 80

/** Reads a stored look. Other tools may have written it, so every invalid part falls back to its default. */
export function readStepLook(stored: unknown): StepLook {
  if (!isObject(stored)) return plainStepLook
  const { marker, box, calloutSide, zoom, chapter, action, showAs } = stored
  const name = typeof chapter === 'string' ? chapter.trim().slice(0, chapterNameMax) : ''
  return {
    marker: markers.find((known) => known === marker) ?? plainStepLook.marker,
    box: readArea(box),
    calloutSide: calloutSides.find((known) => known === calloutSide) ?? plainStepLook.calloutSide,
    zoom: readArea(zoom),
    chapter: name === '' ? null : name,
    showAs: showAs === 'picture' ? 'picture' : 'page',
    action: readStepAction(action),
  }
}

/** The stored form: only what differs from the default look. */
export function storedStepLook(look: StepLook): Readonly<Record<string, unknown>> {
  return {
    ...(look.marker !== plainStepLook.marker && { marker: look.marker }),
    ...(look.box !== null && { box: look.box }),
    ...(look.calloutSide !== plainStepLook.calloutSide && { calloutSide: look.calloutSide }),
    ...(look.zoom !== null && { zoom: look.zoom }),
    ...(look.chapter !== null && { chapter: look.chapter }),
    ...(look.showAs !== plainStepLook.showAs && { showAs: look.showAs }),
    ...(look.action !== null && { action: storedStepAction(look.action) }),
  }
}

/** The smallest area that can be grabbed or shown, in percent. */
export const areaPercentMin = 1

/** Moves and shrinks an area into the picture; null if `stored` isn't an area. */
export function readArea(stored: unknown): PictureArea | null {
  if (!isObject(stored)) return null
  const { xPercent: x, yPercent: y, widthPercent: width, heightPercent: height } = stored
  if (![x, y, width, height].every((each) => typeof each === 'number' && Number.isFinite(each))) return null
  return insidePicture({
    xPercent: Number(x),
    yPercent: Number(y),
    widthPercent: Number(width),
    heightPercent: Number(height),
  })
}

export function insidePicture(wanted: PictureArea): PictureArea {
  const widthPercent = roundPercent(clamp(wanted.widthPercent, areaPercentMin, 100))
  const heightPercent = roundPercent(clamp(wanted.heightPercent, areaPercentMin, 100))
  return {
    widthPercent,
    heightPercent,
    xPercent: roundPercent(clamp(wanted.xPercent, 0, 100 - widthPercent)),
    yPercent: roundPercent(clamp(wanted.yPercent, 0, 100 - heightPercent)),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

/** Three decimals are less than a pixel on any screen. */
function roundPercent(percent: number): number {
  return Math.round(percent * 1_000) / 1_000
}
