import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/**
 * Fetches Inter once the page has loaded, so that it competes with no picture. The page's fallback has its measures, and
 * nothing may move. Without it, the fallback stays.
 */
export function loadInter(): void {
  if (document.readyState === 'complete') setTimeout(() => void add())
  else addEventListener('load', () => setTimeout(() => void add()), { once: true })
}

async function add(): Promise<void> {
  // A demo in another font needs none.
  if (!getComputedStyle(document.body).fontFamily.includes('Inter Variable')) return
  const face = new FontFace('Inter Variable', `url(${inter})`, { weight: '100 900' })
  try {
    await face.load()
  } catch {
    return
  }
  const before = places()
  document.fonts.add(face)
  const after = places()
  if (after.every((place, at) => Math.abs(place - (before[at] ?? place)) < 3)) return
  // Some line breaks elsewhere. It waits until the visitor has acted, which changes the page anyway; no earlier than the
  // click, because a button that moves while it is pressed gets none.
  document.fonts.delete(face)
  for (const type of ['click', 'keydown'])
    addEventListener(type, () => setTimeout(() => document.fonts.add(face)), { once: true, capture: true })
}

/** Where everything begins; browsers don't count a move of less than three pixels as a shift of the layout. */
function places(): readonly number[] {
  return [...document.querySelectorAll('#player *')].flatMap((element) => {
    const { left, top } = element.getBoundingClientRect()
    return [left, top]
  })
}
