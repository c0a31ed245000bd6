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
export function showGuides(frame: HTMLElement, { x, y }: Guides): void {
  place(frame.querySelector<HTMLElement>('[data-guide=x]'), 'left', x)
  place(frame.querySelector<HTMLElement>('[data-guide=y]'), 'top', y)
}

function place(line: HTMLElement | null, side: 'left' | 'top', percent: number | null): void {
  if (line === null) return
  line.hidden = percent === null
  if (percent !== null) line.style[side] = `${percent}%`
}
