import type { NarratorView } from './narrator.ts'
import { speeds } from './speeds.ts'

interface NarrationBarProps {
  readonly view: NarratorView
  readonly isPlaying: boolean
  readonly isLoading: boolean
  /** Null: hidden. */
  readonly caption: string | null
  readonly note: string | null
  readonly controls: {
    readonly toggle: () => void
    readonly seek: (ms: number) => void
    readonly setSpeed: (speed: number) => void
    readonly toggleSound: () => void
    readonly toggleCaptions: () => void
    readonly previous: () => void
    readonly next: () => void
  }
}

/** The caption and the controls of the narration. */
export function NarrationBar({ view, isPlaying, isLoading, caption, note, controls }: NarrationBarProps) {
  const { ms, totalMs, speed, isMuted, way, isRefused } = view
  const nextSpeed = speeds[speeds.indexOf(speed) + 1] ?? speeds[0] ?? 1
  return (
    <section className="us-narration" aria-label="Narration" data-way={way} aria-busy={isLoading}>
      {caption !== null && (
        // Screen readers read the step's text and must not talk over the narration.
        <p className="us-narration-caption" aria-live={isMuted ? 'polite' : 'off'}>
          {caption}
        </p>
      )}
      <p className="us-narration-note" role="status">
        {note}
      </p>
      <div className="us-narration-controls">
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          keys="K"
          drawing={isPlaying ? drawings.pause : drawings.play}
          onClick={controls.toggle}
        />
        <IconButton label="Previous step" keys="←" drawing={drawings.previous} onClick={controls.previous} />
        <IconButton label="Next step" keys="→" drawing={drawings.next} onClick={controls.next} />
        <input
          type="range"
          className="us-narration-seek"
          aria-label="Position in this step"
          aria-valuetext={`${inSeconds(ms)} of ${inSeconds(totalMs)} seconds`}
          min={0}
          max={Math.round(totalMs)}
          step={100}
          value={Math.round(ms)}
          onInput={({ currentTarget }) => controls.seek(Number(currentTarget.value))}
          // Here the arrows move within the step, not between steps.
          onKeyDown={(event) => {
            const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
            if (direction === undefined) return
            event.preventDefault()
            event.stopPropagation()
            controls.seek(ms + direction * seekMs)
          }}
        />
        <span className="us-narration-time" aria-hidden="true">
          {clock(ms)} / {clock(totalMs)}
        </span>
        <button
          type="button"
          className="us-narration-button us-narration-speed"
          aria-label={`Speed: ${speed} times`}
          title="Speed"
          onClick={() => controls.setSpeed(nextSpeed)}
        >
          {`${speed}×`}
        </button>
        <IconButton
          label="Captions"
          keys="C"
          isPressed={caption !== null}
          drawing={drawings.captions}
          onClick={controls.toggleCaptions}
        />
        <IconButton
          label="Sound"
          keys="M"
          isPressed={!isMuted}
          isMarked={isRefused}
          drawing={isMuted ? drawings.silent : drawings.sound}
          onClick={controls.toggleSound}
        />
      </div>
    </section>
  )
}

const seekMs = 2_000

interface IconButtonProps {
  readonly label: string
  readonly keys: string
  readonly drawing: string
  readonly isPressed?: boolean
  readonly isMarked?: boolean
  readonly onClick: () => void
}

function IconButton({ label, keys, drawing, isPressed, isMarked = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={isMarked ? 'us-narration-button us-narration-marked' : 'us-narration-button'}
      aria-label={label}
      aria-pressed={isPressed}
      title={`${label} (${keys})`}
      onClick={onClick}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d={drawing}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  )
}

/** Paths on a 20 × 20 grid. */
const drawings = {
  play: 'M7 4.8v10.4L15.5 10z',
  pause: 'M7.5 5v10M12.5 5v10',
  previous: 'M6 5v10M15 5l-6 5 6 5z',
  next: 'M14 5v10M5 5l6 5-6 5z',
  captions: 'M3 5h14v10H3zM8.5 8.5a2 2 0 1 0 0 3M14 8.5a2 2 0 1 0 0 3',
  sound: 'M3.5 8v4h2.7L10 15V5L6.2 8zM12.5 7.5a3.5 3.5 0 0 1 0 5M14.5 5.5a6.5 6.5 0 0 1 0 9',
  silent: 'M3.5 8v4h2.7L10 15V5L6.2 8zM13 8l4 4M17 8l-4 4',
} as const

function inSeconds(ms: number): number {
  return Math.round(ms / 1_000)
}

function clock(ms: number): string {
  const seconds = inSeconds(ms)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
