import type { Rate } from '#domain/rates.ts'

/** A share as a bar with its interval. Hidden from screen readers, as the text says the same. */
export function RateBar({ rate }: { readonly rate: Rate }) {
  const { low, high } = rate
  return (
    <svg aria-hidden className="block h-3 w-full" preserveAspectRatio="none" viewBox="0 0 100 12">
      <rect width="100" height="7" className="fill-line/70" />
      {rate.rate === null || low === null || high === null ? null : (
        <>
          <rect width={rate.rate * 100} height="7" className="fill-chart-now" />
          <path
            d={`M${low * 100} 8v4M${low * 100} 10H${high * 100}M${high * 100} 8v4`}
            className="fill-none stroke-text [stroke-width:1.5] [vector-effect:non-scaling-stroke]"
          />
        </>
      )}
    </svg>
  )
}
