/** Attribute selectors that replace pseudo-classes of dynamic states; page-states.ts sets the attributes. */
export const pseudoStates: ReadonlyMap<string, string> = new Map([
  ['hover', '[data-u-hover]'],
  ['focus', '[data-u-focus]'],
  ['focus-visible', '[data-u-ring]'],
  ['focus-within', '[data-u-within]'],
  ['modal', '[data-u-modal]'],
  ['popover-open', '[data-u-open]'],
  // Custom elements are never defined without script.
  ['defined', ':not([data-u-never])'],
])
