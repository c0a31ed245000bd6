import type { Guides } from './snap-place.ts'

/** Lines through the picture that show what a moved thing is aligned with. */
export function GuideLines() {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-10">
      <div data-guide="x" hidden className="absolute inset-y-0 w-px bg-accent" />
      <div data-guide="y" hidden className="absolute inset-x-0 h-px bg-accent" />
    </div>
  )
}

/** Writes to the DOM directly, because it is called on every pointer move. */
export function guideWriter(frame: HTMLElement): (guides: Guides) => void {
  const across = lineWriter(frame.querySelector<HTMLElement>('[data-guide=x]'), 'left')
  const down = lineWriter(frame.querySelector<HTMLElement>('[data-guide=y]'), 'top')
  return ({ x, y }) => {
    across(x)
    down(y)
  }
}

function lineWriter(line: HTMLElement | null, side: 'left' | 'top'): (percent: number | null) => void {
  let shown: number | null = null
  return (percent) => {
    if (line === null || percent === shown) return
    shown = percent
    line.hidden = percent === null
    if (percent !== null) line.style[side] = `${percent}%`
  }
}
