/* Visitors' devices and preferences differ from the author's; a captured page is shown as it was recorded. */

/** Media features that don't depend on the window, with the values that count as false on their own. */
const features: Readonly<Record<string, { readonly values: readonly string[]; readonly off: string }>> = {
  'prefers-color-scheme': { values: ['light', 'dark'], off: '' },
  'prefers-reduced-motion': { values: ['no-preference', 'reduce'], off: 'no-preference' },
  'prefers-reduced-transparency': { values: ['no-preference', 'reduce'], off: 'no-preference' },
  'prefers-contrast': { values: ['no-preference', 'more', 'less', 'custom'], off: 'no-preference' },
  'forced-colors': { values: ['none', 'active'], off: 'none' },
  hover: { values: ['none', 'hover'], off: 'none' },
  'any-hover': { values: ['none', 'hover'], off: 'none' },
  pointer: { values: ['none', 'coarse', 'fine'], off: 'none' },
  'any-pointer': { values: ['none', 'coarse', 'fine'], off: 'none' },
}

/** `hover:hover` and so on, for all that match in this browser. */
export function matchingFeatures(): readonly string[] {
  return Object.entries(features).flatMap(([name, { values }]) =>
    values.filter((value) => matchMedia(`(${name}: ${value})`).matches).map((value) => `${name}:${value}`),
  )
}

const query = new RegExp(String.raw`\(\s*(${Object.keys(features).join('|')})\s*(?::\s*([a-z-]+)\s*)?\)`, 'gi')

/** Replaces queries for these features by others that are always or never true. */
export function fixFeatures(css: string, matching: readonly string[]): string {
  return css.replaceAll(query, (_, name: string, value: string | undefined) => {
    const feature = name.toLowerCase()
    const isOn = (each: string) => each.startsWith(`${feature}:`) && each !== `${feature}:${features[feature]?.off}`
    const isTrue = value === undefined ? matching.some(isOn) : matching.includes(`${feature}:${value.toLowerCase()}`)
    return isTrue ? '(min-width: 0px)' : '(max-width: 0px)'
  })
}
