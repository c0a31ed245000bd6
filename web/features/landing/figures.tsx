import { content } from 'virtual:landing-content'

/** Measured by the benchmarks (bench/published.json). */
export function Figures() {
  const { firstStepMs, embedBytes, firstSentenceMs } = content.figures
  const figures = [
    { value: firstStepMs, unit: 'ms', text: 'until the first step, on 4G' },
    { value: embedBytes, unit: 'bytes', text: 'script on your page' },
    { value: firstSentenceMs, unit: 'ms', text: 'until the agent answers' },
    { value: 0, unit: '', text: 'accounts needed elsewhere' },
  ]
  return (
    <div className="figures">
      <dl aria-label="Measured">
        {figures.map(({ value, unit, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              {value}
              {unit !== '' && <small>{unit}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <p>From our benchmarks. 99 of 100 conversations were this fast or faster.</p>
    </div>
  )
}
