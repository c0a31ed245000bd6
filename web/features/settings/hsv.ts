/* Colours as a picker shows them: hue 0–360, saturation and value 0–1. */

export interface Hsv {
  readonly hue: number
  readonly saturation: number
  readonly value: number
}

/** Of `#rrggbb`. Grey keeps the given hue, so that a slider doesn't jump. */
export function hsvOf(color: string, hueOfGrey = 0): Hsv {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const value = Math.max(red, green, blue)
  const chroma = value - Math.min(red, green, blue)
  if (chroma === 0) return { hue: hueOfGrey, saturation: 0, value }
  const sixth =
    value === red
      ? ((green - blue) / chroma + 6) % 6
      : value === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4
  return { hue: sixth * 60, saturation: chroma / value, value }
}

export function colorOf({ hue, saturation, value }: Hsv): string {
  const channel = (shift: number) => {
    const place = (shift + hue / 60) % 6
    return value - value * saturation * Math.max(0, Math.min(place, 4 - place, 1))
  }
  return `#${[channel(5), channel(3), channel(1)]
    .map((each) =>
      Math.round(each * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
