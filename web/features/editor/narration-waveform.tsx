import { clsx } from 'clsx'
import { useMemo } from 'react'

import { msOf, peaksOf, type Sound } from './narration-sound.ts'

interface NarrationWaveformProps {
  readonly sound: Sound
  readonly startMs: number
  readonly endMs: number
  /** The playback position; null if stopped. */
  readonly playedMs: number | null
  readonly onTrim: (startMs: number, endMs: number) => void
}

const bars = 160
/** The shortest part that can be kept. */
const leastMs = 200

/** The waveform with a handle at each end; the rest is trimmed off. */
export function NarrationWaveform({ sound, startMs, endMs, playedMs, onTrim }: NarrationWaveformProps) {
  const totalMs = msOf(sound)
  const shape = useMemo(() => {
    const peaks = peaksOf(sound, bars)
    const loudest = Math.max(...peaks, 0.05)
    return peaks.map((peak, index) => {
      const height = Math.max(2, (peak / loudest) * 96)
      return `M${index + 0.5} ${50 - height / 2}v${height}`
    })
  }, [sound])
  const percent = (ms: number) => (ms / totalMs) * 100
  return (
    <div className="relative h-28 rounded-card bg-sunken">
      <svg viewBox={`0 0 ${bars} 100`} preserveAspectRatio="none" className="absolute inset-0 size-full" aria-hidden>
        <path d={shape.join('')} stroke="currentColor" strokeWidth="0.6" className="text-accent-text" />
      </svg>
      {[
        { left: 0, width: percent(startMs) },
        { left: percent(endMs), width: 100 - percent(endMs) },
      ].map(({ left, width }, index) => (
        <span
          key={index === 0 ? 'before' : 'after'}
          aria-hidden
          className={clsx(
            'absolute inset-y-0 bg-raised/75',
            index === 0 ? 'border-r-2' : 'border-l-2',
            'border-accent-fill',
          )}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      ))}
      {playedMs === null ? null : (
        <span aria-hidden className="absolute inset-y-0 w-px bg-text" style={{ left: `${percent(playedMs)}%` }} />
      )}
      <Handle
        label="Start"
        ms={startMs}
        totalMs={totalMs}
        onMove={(ms) => onTrim(Math.max(0, Math.min(ms, endMs - leastMs)), endMs)}
      />
      <Handle
        label="End"
        ms={endMs}
        totalMs={totalMs}
        onMove={(ms) => onTrim(startMs, Math.min(totalMs, Math.max(ms, startMs + leastMs)))}
      />
    </div>
  )
}

interface HandleProps {
  readonly label: string
  readonly ms: number
  readonly totalMs: number
  readonly onMove: (ms: number) => void
}

/** Arrow keys move it by 50 ms, Page Up and Down by more. The two sliders overlap, so only the thumb takes the pointer. */
function Handle({ label, ms, totalMs, onMove }: HandleProps) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={`${(ms / 1_000).toFixed(2)} seconds`}
      min={0}
      max={Math.round(totalMs)}
      step={50}
      value={Math.round(ms)}
      onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
      className={clsx(
        'pointer-events-none absolute inset-x-0 h-6 w-full appearance-none bg-transparent accent-accent-fill',
        '[&::-moz-range-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:pointer-events-auto',
        label === 'Start' ? '-top-3' : '-bottom-3',
      )}
    />
  )
}
