import type { CardType } from '#domain/card.ts'

/** A miniature of a card type. */
export function CardPreview({ type }: { readonly type: CardType }) {
  return (
    <svg viewBox="0 0 56 36" aria-hidden className="h-7 w-11 shrink-0 rounded-[4px] bg-sunken text-muted">
      <rect x="6.5" y="4.5" width="43" height="27" rx="3" className="fill-surface stroke-line" />
      {drawings[type]}
    </svg>
  )
}

const line = (x: number, y: number, width: number) => (
  <rect x={x} y={y} width={width} height="2" rx="1" fill="currentColor" opacity="0.6" />
)

const drawings = {
  lead: (
    <>
      {line(11, 9, 20)}
      <rect x="11.5" y="14.5" width="33" height="4" rx="1" fill="none" stroke="currentColor" opacity="0.6" />
      <rect x="11" y="22" width="34" height="5" rx="1.5" className="fill-accent-fill" />
    </>
  ),
  click: (
    <>
      {line(11, 13, 18)}
      {line(11, 18, 26)}
      <path d="m39 17 2 9 2-3.4 3.6-1.6z" className="fill-accent-fill" />
    </>
  ),
  cue: (
    <>
      <rect x="6" y="4" width="3" height="28" rx="1.5" className="fill-spot" />
      {line(14, 11, 16)}
      {line(14, 17, 29)}
      {line(14, 22, 24)}
    </>
  ),
  media: (
    <>
      <path d="m24 12 10 6-10 6z" className="fill-accent-fill" />
    </>
  ),
  custom: (
    <>
      <rect x="11" y="9" width="14" height="11" rx="1.5" fill="currentColor" opacity="0.35" />
      {line(29, 10, 15)}
      {line(29, 15, 11)}
      <rect x="29" y="22" width="15" height="5" rx="1.5" className="fill-accent-fill" />
    </>
  ),
} as const satisfies Readonly<Record<CardType, unknown>>
