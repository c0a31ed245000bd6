import { Pause, Play } from 'lucide-react'
import { useEffect, useId, useReducer } from 'react'

import { transcriptMax } from '#domain/step-narration.ts'

import { Button } from '../../ui/button.tsx'
import { controlClass } from '../../ui/text-field.tsx'
import { lengthText } from './narration-length.ts'
import { toWav, trimSound, type Sound } from './narration-sound.ts'
import { NarrationWaveform } from './narration-waveform.tsx'
import { useSoundPlayer } from './use-sound-player.ts'

interface NarrationReviewProps {
  readonly sound: Sound
  readonly startMs: number
  readonly endMs: number
  readonly problem: string | null
  readonly isSaving: boolean
  readonly text: string
  /** The step's script, used as captions unless they are edited. */
  readonly script: string
  readonly onTrim: (startMs: number, endMs: number) => void
  readonly onText: (text: string) => void
  readonly onAgain: () => void
  readonly onSave: () => void
}

/** Plays, trims, captions and saves a recording. */
export function NarrationReview(props: NarrationReviewProps) {
  const { sound, startMs, endMs, problem, isSaving } = props
  const id = useId()
  const player = useSoundPlayer()
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const isPlaying = player.playing !== null
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(draw, 50)
    return () => clearInterval(timer)
  }, [isPlaying])
  const toggle = () => {
    if (isPlaying) player.stop()
    else void player.play('review', async () => toWav(trimSound(sound, startMs, endMs)))
  }
  return (
    <>
      {problem === null ? null : (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <NarrationWaveform
        sound={sound}
        startMs={startMs}
        endMs={endMs}
        playedMs={isPlaying ? startMs + player.seconds() * 1_000 : null}
        onTrim={(start, end) => {
          player.stop()
          props.onTrim(start, end)
        }}
      />
      <div className="flex items-center gap-3">
        <Button icon={isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />} onClick={toggle}>
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <p className="text-muted tabular-nums">{lengthText(endMs - startMs)}</p>
      </div>
      <label htmlFor={id} className="flex flex-col gap-1">
        <span className="font-medium">Captions</span>
        <textarea
          id={id}
          rows={3}
          maxLength={transcriptMax}
          value={props.text}
          placeholder={props.script === '' ? 'What you said' : props.script}
          onChange={({ currentTarget }) => props.onText(currentTarget.value)}
          className={`${controlClass} py-2`}
        />
      </label>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="form" disabled={isSaving} onClick={props.onAgain}>
          Record again
        </Button>
        <Button size="form" tone="accent" disabled={isSaving} onClick={props.onSave}>
          {isSaving ? 'Saving…' : 'Use recording'}
        </Button>
      </div>
    </>
  )
}
