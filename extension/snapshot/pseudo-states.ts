/** Pseudo-classes that depend on a field's value. Captured pages have no values. */
export const fieldStates: ReadonlyMap<string, string> = new Map(
  [
    'placeholder-shown',
    'valid',
    'invalid',
    'user-valid',
    'user-invalid',
    'in-range',
    'out-of-range',
    'indeterminate',
    'autofill',
  ].map((name) => [name, `data-u-${name}`]),
)

/** Attribute selectors that replace pseudo-classes of dynamic states; page-states.ts sets the attributes. */
export const pseudoStates: ReadonlyMap<string, string> = new Map([
  ['hover', '[data-u-hover]'],
  ['focus', '[data-u-focus]'],
  ['focus-visible', '[data-u-ring]'],
  ['focus-within', '[data-u-within]'],
  ['modal', '[data-u-modal]'],
  ['popover-open', '[data-u-open]'],
  ['fullscreen', '[data-u-full]'],
  ['target', '[data-u-target]'],
  // Custom elements are never defined without script.
  ['defined', ':not([data-u-never])'],
  ...[...fieldStates].map(([name, attribute]): [string, string] => [name, `[${attribute}]`]),
])
