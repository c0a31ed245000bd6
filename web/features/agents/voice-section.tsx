import { useQuery } from '@tanstack/react-query'

import { latencyParts } from '#domain/turn-figures.ts'

import { countOf, countText } from '../../lib/figure-text.ts'
import { useAgent } from './agent-context.ts'
import { voiceFiguresQuery } from './voice-figures.ts'
import { PanelSection } from './section-head.tsx'

/** How long visitors waited for the agent's voice. Empty without measurements. */
export function VoiceSection() {
  const { agent } = useAgent()
  const figures = useQuery(voiceFiguresQuery(agent.id)).data
  const rows = latencyParts.flatMap(({ value, label }) => {
    const found = figures?.parts.find(({ part }) => part === value)
    return found === undefined ? [] : [{ ...found, label }]
  })
  if (figures === undefined || rows.length === 0) return null
  const failed = figures.failures.map(({ failure, n }) => `${failure} ${countText(n)}`).join(', ')
  return (
    <PanelSection title="Voice delay" count={`Last 28 days, ${countOf(figures.turns, 'turn')}`}>
      <table className="w-full max-w-xl border-t border-line text-sm tabular-nums">
        <thead>
          <tr className="text-left text-muted">
            <th className="py-2 font-normal">Milliseconds</th>
            <th className="py-2 text-right font-normal">p50</th>
            <th className="py-2 text-right font-normal">p95</th>
            <th className="py-2 text-right font-normal">n</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ part, label, p50, p95, n }) => (
            <tr key={part} className="border-t border-line">
              <th className="py-2 text-left font-medium">{label}</th>
              <td className="py-2 text-right">{countText(p50)}</td>
              <td className="py-2 text-right">{countText(p95)}</td>
              <td className="py-2 text-right text-muted">{countText(n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {failed === '' ? null : <p className="border-t border-line py-2 text-sm text-muted">Failures: {failed}</p>}
      {figures.microCents === 0 ? null : (
        <p className="border-t border-line py-2 text-sm text-muted">
          Speech: ${(figures.microCents / 100_000_000).toFixed(2)}
        </p>
      )}
    </PanelSection>
  )
}
