/* Rotated, scaled or skewed elements. They are measured without the transform, which the drawing applies. */

/** Styles that disable every transform. */
export const unturned = Object.entries({ transform: 'none', rotate: 'none', scale: 'none', translate: 'none' })

/** An element's transform, as CSS; empty if it only moves the element. */
export function turnOf({ transform, rotate, scale, translate, transformOrigin }: CSSStyleDeclaration): string {
  const isMoved = /^(?:none|matrix\(1, 0, 0, 1, [^)]*\))$/.test(transform)
  if (isMoved && rotate === 'none' && scale === 'none') return ''
  return `transform:${transform};rotate:${rotate};scale:${scale};translate:${translate};transform-origin:${transformOrigin};`
}
