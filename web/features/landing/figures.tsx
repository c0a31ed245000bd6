import { content } from 'virtual:landing-content'

/** Measured by the benchmarks (bench/published.json). */
export function Figures() {
  const { firstStepMs, embedBytes, firstSentenceMs } = content.figures
  const figures = [
    { value: firstStepMs, unit: 'ms', text: 'to the first step, Fast 4G' },
    { value: embedBytes, unit: 'bytes', text: 'embed script' },
    { value: firstSentenceMs, unit: 'ms', text: 'to the agent’s first sentence, p99 of 100 talks' },
    { value: 0, unit: '', text: 'accounts anywhere else' },
  ]
  return (
    <dl className="figures" aria-label="Measured">
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
  )
}
