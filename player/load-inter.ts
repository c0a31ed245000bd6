import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/**
 * Fetches Inter once the page has loaded, so that it competes with no picture. The page's own fallback has its
 * measures, so nothing moves. Without it, the fallback stays.
 */
export function loadInter(): void {
  if (document.readyState === 'complete') setTimeout(add)
  else addEventListener('load', () => setTimeout(add), { once: true })
}

function add(): void {
  // A demo in another font needs none.
  if (!getComputedStyle(document.body).fontFamily.includes('Inter Variable')) return
  const face = new FontFace('Inter Variable', `url(${inter})`, { weight: '100 900' })
  face.load().then(
    (loaded) => document.fonts.add(loaded),
    () => undefined,
  )
}
