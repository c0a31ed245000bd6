import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/**
 * Loads Inter after the page, so that it doesn't compete with the picture. The fallback font has the same metrics, so
 * nothing moves. If loading fails, the fallback stays.
 */
export function loadInter(): void {
  if (document.readyState === 'complete') setTimeout(() => void add())
  else addEventListener('load', () => setTimeout(() => void add()), { once: true })
}

async function add(): Promise<void> {
  // A demo with another font doesn't need it.
  if (!getComputedStyle(document.body).fontFamily.includes('Inter Variable')) return
  const face = new FontFace('Inter Variable', `url(${inter})`, { weight: '100 900' })
  try {
    await face.load()
  } catch {
    return
  }
  // Large titles and buttons are worth a small move.
  if (document.querySelector('.us-title-panel') !== null) return void document.fonts.add(face)
  const before = places()
  document.fonts.add(face)
  const after = places()
  if (after.every((place, at) => Math.abs(place - (before[at] ?? place)) < 3)) return
  // A line would break elsewhere, so wait for the visitor's first action, which changes the page anyway: on click, not
  // on press, because a button that moves while pressed doesn't receive the click.
  document.fonts.delete(face)
  for (const type of ['click', 'keydown'])
    addEventListener(type, () => setTimeout(() => document.fonts.add(face)), { once: true, capture: true })
}

/** The positions of all elements; browsers don't count a move of less than three pixels as a layout shift. */
function places(): readonly number[] {
  return [...document.querySelectorAll('#player *')].flatMap((element) => {
    const { left, top } = element.getBoundingClientRect()
    return [left, top]
  })
}
