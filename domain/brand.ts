import type { DemoFont } from './demo-look.ts'

/** How a workspace's demos look to visitors. */
export interface Brand {
  /** `#rrggbb`, or null for the default. */
  readonly color: string | null
  /** The logo's URL, or null without one. */
  readonly logoUrl: string | null
  /** Whether the product's name is shown in the corner. */
  readonly showsProductName: boolean
  /** For demos without their own font; null for the default. */
  readonly font: DemoFont | null
}

export const ownBrand: Brand = { color: null, logoUrl: null, showsProductName: true, font: null }

/** `#rrggbb` in lower case, or null if invalid. */
export function readColor(text: string): string | null {
  const color = text.trim().toLowerCase()
  return /^#[0-9a-f]{6}$/.test(color) ? color : null
}

/** Reads a colour as people write it: with three or six digits, and the # may be missing. */
export function readTypedColor(text: string): string | null {
  const digits = text.trim().replace(/^#/, '')
  return readColor(`#${digits.length === 3 ? digits.replaceAll(/./gu, '$&$&') : digits}`)
}

/** Black or white, whichever contrasts more with the colour. */
export function textColorOn(color: string): '#000000' | '#ffffff' {
  return contrastOf(color, '#000000') > contrastOf(color, '#ffffff') ? '#000000' : '#ffffff'
}

/** WCAG contrast of two `#rrggbb`, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG's relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
