import { percentText } from '../../lib/figure-text.ts'

/** A percentage with a smaller sign, so that the number stands out. */
export function Percent({ share }: { readonly share: number | null }) {
  const text = percentText(share)
  if (!text.endsWith('%')) return text
  return (
    <>
      {text.slice(0, -1).replace('under ', '<').replace('over ', '>')}
      <span className="ml-[0.1em] text-[0.5em] font-medium tracking-normal text-muted">%</span>
    </>
  )
}

/** The same in a list, with the sign in the same size. */
export function SmallPercent({ share }: { readonly share: number | null }) {
  const text = percentText(share)
  if (!text.endsWith('%')) return text
  return (
    <>
      {text.slice(0, -1)}
      <span className="ml-px text-xs font-normal text-muted">%</span>
    </>
  )
}
