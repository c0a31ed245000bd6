/* Elements that are rotated, scaled or skewed. They are measured as they would be without, and turned in the drawing. */

/** Styles under which an element isn't turned. */
export const unturned = Object.entries({ transform: 'none', rotate: 'none', scale: 'none', translate: 'none' })

/** How an element is turned, as CSS; empty if it is only moved. */
export function turnOf({ transform, rotate, scale, translate, transformOrigin }: CSSStyleDeclaration): string {
  const isMoved = /^(?:none|matrix\(1, 0, 0, 1, [^)]*\))$/.test(transform)
  if (isMoved && rotate === 'none' && scale === 'none') return ''
  return `transform:${transform};rotate:${rotate};scale:${scale};translate:${translate};transform-origin:${transformOrigin};`
}
