import { overlap } from './callout-place.ts'

/** In square pixels; about the size of a field's label. */
const mostHidden = 1_000

/**
 * Moves the scene's callout to the side where it covers least of the cards, as visitors have to reach their forms; where
 * every side covers too much, only its buttons stay. Measures, because a card is as tall as its text. Returns a function
 * that undoes it.
 */
export function keepCalloutOffCards(layer: HTMLElement): () => void {
  const scene = layer.closest('.us-scene')
  const callout = scene?.querySelector<HTMLElement>('.us-callout')
  let preferredSide = callout?.dataset['side']
  // Without a hotspot in view it has only one place.
  if (scene === null || !callout || preferredSide === undefined || preferredSide === 'none') return () => undefined

  const show = (side: string | undefined) => (callout.dataset['side'] = side)
  const hidden = () => {
    const place = callout.getBoundingClientRect()
    const area = (selector: string) =>
      Array.from(scene.querySelectorAll(selector)).reduce(
        (sum, each) => sum + overlap(place, each.getBoundingClientRect()),
        0,
      )
    return area('.us-card-place') + 100 * area('.us-ring')
  }
  const showBest = () => {
    const tried = [preferredSide, 'right', 'left', 'below', 'above', 'none'].map((side) => {
      show(side)
      return { side, hidden: hidden() }
    })
    const [best] = tried.toSorted((a, b) => a.hidden - b.hidden)
    show(best?.side)
    return best?.hidden ?? 0
  }
  const choose = () => {
    callout.style.transition = 'none'
    callout.classList.remove('us-callout-brief')
    if (showBest() > mostHidden) {
      callout.classList.add('us-callout-brief')
      showBest()
    }
    // Applies the position before the transition is enabled again.
    callout.getBoundingClientRect()
    callout.style.transition = ''
    others.takeRecords()
  }
  const sizes = new ResizeObserver(choose)
  const start = () => {
    sizes.disconnect()
    for (const card of layer.children) sizes.observe(card)
    choose()
  }
  // The player chooses a side without the cards, when the step, the window or the camera changes.
  const others = new MutationObserver(() => {
    preferredSide = callout.dataset['side']
    start()
  })
  others.observe(callout, { attributeFilter: ['data-side'] })
  start()
  return () => {
    others.disconnect()
    sizes.disconnect()
    callout.classList.remove('us-callout-brief')
    show(preferredSide)
  }
}
