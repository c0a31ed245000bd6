/** Prices as reported in November 2026. */
const offers = [
  {
    name: 'Storylane',
    free: '1 published demo',
    html: 'From $500 a month',
    own: 'Offline demos from $1,200 a month, API in Enterprise',
  },
  { name: 'Navattic', free: '1 demo, 1 seat', html: 'From $500 a month', own: 'Offline demos in Enterprise' },
  { name: 'Arcade', free: '3 demos', html: 'From $297.50 a month, 5 seats', own: 'API in Enterprise' },
  { name: 'Supademo', free: '5 demos', html: 'From the $38 plan', own: 'Not compared' },
]

const ours = {
  name: 'Understudy',
  free: 'Everything, unlimited demos',
  html: 'Not yet: steps are screenshots',
  own: 'On your own machine, with your data in your database',
}

export function PriceComparison() {
  return (
    <section aria-labelledby="prices-title" className="paint-when-near mx-auto max-w-[1400px] px-4 pb-16 sm:px-8">
      <h2 id="prices-title" className="text-2xl font-semibold">
        How the price compares
      </h2>
      <div
        role="region"
        aria-labelledby="prices-title"
        tabIndex={0}
        className="mt-8 overflow-x-auto rounded-card border border-line bg-surface"
      >
        <table className="w-full min-w-[44rem] border-collapse text-left text-sm">
          <thead>
            <tr className="border-b border-line text-muted">
              <Heading text="Tool" />
              <Heading text="Free" />
              <Heading text="HTML demos" />
              <Heading text="Hosting and API" />
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            <OfferRow {...ours} isOurs />
            {offers.map((offer) => (
              <OfferRow key={offer.name} {...offer} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-sm text-muted">
        Other tools’ prices as reported in November 2026. Plans change; check their own sites.
      </p>
    </section>
  )
}

function Heading({ text }: { readonly text: string }) {
  return (
    <th scope="col" className="px-4 py-3 font-medium">
      {text}
    </th>
  )
}

interface OfferRowProps {
  readonly name: string
  readonly free: string
  readonly html: string
  readonly own: string
  readonly isOurs?: boolean
}

function OfferRow({ name, free, html, own, isOurs = false }: OfferRowProps) {
  return (
    <tr className={isOurs ? 'bg-accent-soft' : ''}>
      <th scope="row" className="px-4 py-3 font-semibold">
        {name}
      </th>
      <td className="px-4 py-3">{free}</td>
      <td className="px-4 py-3">{html}</td>
      <td className="px-4 py-3">{own}</td>
    </tr>
  )
}
