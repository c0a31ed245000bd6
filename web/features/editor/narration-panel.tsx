import { Mic, Pause, Play } from 'lucide-react'

import { speakingMs, stepScript, stepSpeaker } from '#domain/step-narration.ts'
import type { Step } from '#domain/demo.ts'

import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { WideDialog } from '../../ui/wide-dialog.tsx'
import { showRecorder } from './narration-dialogs-store.ts'
import { lengthText } from './narration-length.ts'
import { toggleRecording, useSoundPlayer, type SoundPlayer } from './use-sound-player.ts'

export interface NarrationPanelProps {
  readonly steps: readonly Step[]
  readonly isNarrated: boolean
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onNarratedChange: (isNarrated: boolean) => void
  /** Shows a step in the editor. */
  readonly onShow: (step: Step) => void
}

/** Each step's narration: voice, length, and what is missing. */
export function NarrationPanel({
  steps,
  isNarrated,
  isOpen,
  onOpenChange,
  onNarratedChange,
  onShow,
}: NarrationPanelProps) {
  const player = useSoundPlayer()
  const speakers = steps.map(stepSpeaker)
  const count = (wanted: ReturnType<typeof stepSpeaker>) => speakers.filter((speaker) => speaker === wanted).length
  const totalMs = steps.reduce((sum, step) => sum + msOf(step), 0)
  const missing = count('nobody')
  return (
    <WideDialog title="Narration" isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 pb-4 sm:px-6">
        <p className="min-w-0 flex-1 tabular-nums">
          {`${lengthText(totalMs)} total, ${count('recording')} of ${steps.length} recorded`}
          {missing === 0 ? null : <span className="text-danger">{`, ${missing} without words`}</span>}
        </p>
        <Switch label="Visitors can listen" isOn={isNarrated} onChange={onNarratedChange} />
      </div>
      <ol className="min-h-0 flex-1 overflow-y-auto">
        {steps.map((step) => (
          <StepRow key={step.id} step={step} player={player} onShow={() => onShow(step)} />
        ))}
      </ol>
    </WideDialog>
  )
}

interface StepRowProps {
  readonly step: Step
  readonly player: SoundPlayer
  readonly onShow: () => void
}

function StepRow({ step, player, onShow }: StepRowProps) {
  const speaker = stepSpeaker(step)
  const narration = step.narration ?? null
  const isPlaying = narration !== null && player.playing === narration.audioId
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0 sm:px-6">
      <button
        type="button"
        aria-label={`Show step ${step.order}`}
        onClick={onShow}
        className="flex min-w-0 flex-1 items-baseline gap-3 rounded-control text-left"
      >
        <span className="w-6 shrink-0 text-right text-muted tabular-nums">{step.order}</span>
        <span className={speaker === 'nobody' ? 'truncate text-danger' : 'truncate'}>
          {spokenText(step) === '' ? 'No text yet' : spokenText(step)}
        </span>
      </button>
      <Chip>{speakerNames[speaker]}</Chip>
      <span className="w-10 text-right text-muted tabular-nums">{lengthText(msOf(step))}</span>
      {narration === null ? (
        <span className="size-8 max-sm:hidden" />
      ) : (
        <IconButton
          label={`${isPlaying ? 'Pause' : 'Play'} step ${step.order}`}
          onClick={() => toggleRecording(player, narration.audioId)}
        >
          {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        </IconButton>
      )}
      <Button
        icon={<Mic size={16} aria-hidden />}
        aria-label={`Record step ${step.order}`}
        onClick={() => {
          player.stop()
          showRecorder({ stepId: step.id, from: null, text: '' })
        }}
      >
        Record
      </Button>
    </li>
  )
}

const speakerNames = { recording: 'Recorded', voice: 'Voice', nobody: 'Missing' } as const

function spokenText(step: Step): string {
  const text = step.narration?.text ?? ''
  return text === '' ? stepScript(step) : text
}

function msOf(step: Step): number {
  const script = stepScript(step)
  return step.narration?.ms ?? (script === '' ? 0 : Math.max(1_000, speakingMs(script)))
}
