import { AudioLines, Mic, Pause, Play, Scissors, Trash2, Upload } from 'lucide-react'

import { scriptStamp, stepScript, stepSpeaker, transcriptMax, type StepNarration } from '#domain/step-narration.ts'
import type { Step } from '#domain/demo.ts'

import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { loadRecording } from '../../lib/narration-calls.ts'
import { LinesRow, Row } from './inspector-rows.tsx'
import type { StepSectionProps } from './inspector-sections.tsx'
import { showNarrationPanel, showRecorder } from './narration-dialogs-store.ts'
import { lengthText } from './narration-length.ts'
import { pickSound } from './pick-sound.ts'
import { toolClass } from './step-section.tsx'
import { toggleRecording, useSoundPlayer } from './use-sound-player.ts'

/** The step's voice or the author's recording. */
export function NarrationSection({ step, dispatch }: StepSectionProps) {
  const narration = step.narration ?? null
  const patch = (next: StepNarration | null, typed?: string) =>
    dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch: { narration: next }, ...(typed && { typed }) } })
  return (
    <>
      {narration === null ? (
        <p className="px-0.5 text-muted">
          {stepSpeaker(step) === 'nobody' ? 'No text yet' : 'A voice reads the notes, or the title if there are none.'}
        </p>
      ) : (
        <RecordingRows step={step} narration={narration} onChange={patch} />
      )}
      <div className="flex flex-wrap items-center gap-2 pt-1">
        <Button
          icon={<Mic size={16} aria-hidden />}
          onClick={() => showRecorder({ stepId: step.id, from: null, text: '' })}
        >
          {narration === null ? 'Record your voice' : 'Record again'}
        </Button>
        <Button tone="quiet" icon={<Upload size={16} aria-hidden />} onClick={() => void upload(step)}>
          Upload audio
        </Button>
        <Button tone="quiet" icon={<AudioLines size={16} aria-hidden />} onClick={() => showNarrationPanel(true)}>
          All steps
        </Button>
      </div>
    </>
  )
}

interface RecordingRowsProps {
  readonly step: Step
  readonly narration: StepNarration
  readonly onChange: (narration: StepNarration | null, typed?: string) => void
}

function RecordingRows({ step, narration, onChange }: RecordingRowsProps) {
  const player = useSoundPlayer()
  const { audioId, ms, of, text } = narration
  const isPlaying = player.playing === audioId
  const isOld = of !== scriptStamp(step)
  return (
    <>
      <Row label="Recording">
        <IconButton
          label={isPlaying ? 'Pause recording' : 'Play recording'}
          className={toolClass}
          onClick={() => toggleRecording(player, audioId)}
        >
          {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        </IconButton>
        <span className="flex-1 tabular-nums">{lengthText(ms)}</span>
        <IconButton label="Trim recording" className={toolClass} onClick={() => void trim(step, narration)}>
          <Scissors size={16} aria-hidden />
        </IconButton>
        <IconButton label="Delete recording" className={toolClass} onClick={() => onChange(null)}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </Row>
      <LinesRow
        label="Captions"
        value={text}
        maxLength={transcriptMax}
        placeholder={stepScript(step) === '' ? 'What you said' : 'The step’s text'}
        onChange={({ currentTarget }) => onChange({ ...narration, text: currentTarget.value }, `captions ${step.id}`)}
      />
      {isOld ? (
        <Row label="Text">
          <span className="min-w-0 flex-1 px-2 text-muted">Text has changed</span>
          <Button tone="quiet" onClick={() => onChange({ ...narration, of: scriptStamp(step) })}>
            Keep recording
          </Button>
        </Row>
      ) : null}
    </>
  )
}

async function trim(step: Step, { audioId, text }: StepNarration): Promise<void> {
  const file = await loadRecording(audioId)
  if (file === null) showToast({ text: 'The recording can’t be loaded right now.', tone: 'danger' })
  else showRecorder({ stepId: step.id, from: file, text })
}

async function upload(step: Step): Promise<void> {
  const file = await pickSound()
  if (file !== null) showRecorder({ stepId: step.id, from: file, text: '' })
}

export function narrationValue({ step }: StepSectionProps): string {
  const { narration } = step
  if (narration !== null && narration !== undefined) return `Recorded, ${lengthText(narration.ms)}`
  return stepSpeaker(step) === 'nobody' ? 'No text' : 'Voice'
}
