/** Prices as reported in November 2026. */
const offers = [
  {
    name: 'Understudy',
    free: 'Everything, unlimited demos',
    html: 'Included: captured pages',
    own: 'On your machine, in your database',
  },
  {
    name: 'Storylane',
    free: '1 published demo',
    html: 'From $500 a month',
    own: 'Offline from $1,200 a month, API in Enterprise',
  },
  { name: 'Navattic', free: '1 demo, 1 seat', html: 'From $500 a month', own: 'Offline in Enterprise' },
  { name: 'Arcade', free: '3 demos', html: 'From $297.50 a month, 5 seats', own: 'API in Enterprise' },
  { name: 'Supademo', free: '5 demos', html: 'From the $38 plan', own: 'Not compared' },
]

export function PriceComparison() {
  return (
    <section aria-labelledby="prices-title" className="wide paint-when-near">
      <h2 id="prices-title">What it costs, compared</h2>
      <table className="prices">
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">Free</th>
            <th scope="col">HTML demos</th>
            <th scope="col">Hosting and API</th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ name, free, html, own }, index) => (
            <tr key={name} className={index === 0 ? 'prices-ours' : undefined}>
              <th scope="row">{name}</th>
              <td data-label="Free">{free}</td>
              <td data-label="HTML demos">{html}</td>
              <td data-label="Hosting and API">{own}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="prices-source">Prices reported in November 2026. Check their sites for current prices.</p>
    </section>
  )
}
