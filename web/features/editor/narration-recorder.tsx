import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'

import { limits } from '#domain/limits.ts'
import { scriptStamp, stepScript, type StepNarration } from '#domain/step-narration.ts'
import type { Step } from '#domain/demo.ts'

import { saveRecording } from '../../lib/narration-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { RecorderStart } from './narration-dialogs-store.ts'
import { decodeSound, encodeSound } from './narration-encode.ts'
import { lengthText } from './narration-length.ts'
import {
  microphoneSentences,
  MicrophoneRefused,
  openMicrophone,
  type Microphone,
  type MicrophoneRecording,
} from './narration-microphone.ts'
import { NarrationReview } from './narration-review.tsx'
import { findVoiceBounds, levelSound, msOf, trimSound, type Sound } from './narration-sound.ts'
import { canTranscribe, startTranscription, type Transcription } from './narration-transcript.ts'

export interface NarrationRecorderProps {
  readonly demoId: string
  readonly step: Step
  readonly start: RecorderStart
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onSave: (narration: StepNarration) => void
}

type Phase =
  | { readonly name: 'ready'; readonly problem: string | null }
  | { readonly name: 'asking' }
  | { readonly name: 'counting'; readonly left: number; readonly microphone: Microphone }
  | {
      readonly name: 'recording'
      readonly microphone: Microphone
      readonly recording: MicrophoneRecording
      readonly isPaused: boolean
    }
  | { readonly name: 'reading' }
  | { readonly name: 'review'; readonly sound: Sound; readonly problem: string | null; readonly isSaving: boolean }

/** Records one step: permission, countdown, recording, trimming, saving. Also trims a recording or a file. */
export function NarrationRecorder({ demoId, step, start, isOpen, onOpenChange, onSave }: NarrationRecorderProps) {
  const { from } = start
  const [phase, setPhase] = useState<Phase>(from === null ? { name: 'ready', problem: null } : { name: 'reading' })
  const [bounds, setBounds] = useState({ startMs: 0, endMs: 0 })
  const [text, setText] = useState(start.text)
  const [isTranscribing, setIsTranscribing] = useState(false)
  const transcription = useRef<Transcription | null>(null)
  const microphone = 'microphone' in phase ? phase.microphone : null
  const isGone = useRef(false)

  function review(sound: Sound | null, problem: string | null, isWhole: boolean): void {
    if (isGone.current) return
    if (sound === null || msOf(sound) < shortestMs) {
      const sentence = sound === null ? 'Your browser can’t read the sound in this file.' : 'Nothing was recorded.'
      return setPhase({ name: 'ready', problem: problem ?? sentence })
    }
    setBounds(isWhole ? { startMs: 0, endMs: msOf(sound) } : findVoiceBounds(sound))
    setPhase({ name: 'review', sound, problem, isSaving: false })
  }
  const reviewFile = useEffectEvent((sound: Sound | null) => review(sound, null, true))
  useEffect(() => {
    if (from !== null) void decodeSound(from).then((sound) => reviewFile(sound))
  }, [from])

  async function ask(): Promise<void> {
    setPhase({ name: 'asking' })
    try {
      const opened = await openMicrophone()
      if (isGone.current) return opened.close()
      setPhase({ name: 'counting', left: countdownFrom, microphone: opened })
    } catch (error) {
      const problem = error instanceof MicrophoneRefused ? error.problem : 'broken'
      setPhase({ name: 'ready', problem: microphoneSentences[problem] })
    }
  }
  const begin = useEffectEvent((opened: Microphone) => {
    if (isTranscribing) transcription.current = startTranscription()
    const recording = opened.record(({ file, isCut }) => {
      opened.close()
      transcription.current?.stop()
      const understood = transcription.current?.text() ?? ''
      if (understood !== '') setText(understood)
      if (!isGone.current) {
        setPhase({ name: 'reading' })
        const problem = isCut ? 'The microphone was disconnected. This is what was recorded.' : null
        void decodeSound(file).then((sound) => review(sound, problem, false))
      }
    })
    setPhase({ name: 'recording', microphone: opened, recording, isPaused: false })
  })
  useEffect(() => {
    if (phase.name !== 'counting') return
    const timer = setTimeout(
      () => (phase.left > 1 ? setPhase({ ...phase, left: phase.left - 1 }) : begin(phase.microphone)),
      1_000,
    )
    return () => clearTimeout(timer)
  }, [phase])
  const close = useEffectEvent(() => {
    isGone.current = true
    transcription.current?.stop()
    if (phase.name === 'recording') phase.recording.stop()
    microphone?.close()
  })
  useEffect(() => {
    isGone.current = false
    return () => close()
  }, [])

  async function save(sound: Sound): Promise<void> {
    setPhase({ name: 'review', sound, problem: null, isSaving: true })
    const result = await saveTrimmed(demoId, sound, bounds)
    if (isGone.current) return
    if (typeof result === 'string') return setPhase({ name: 'review', sound, problem: result, isSaving: false })
    onSave({ ...result, text: text.trim(), of: scriptStamp(step) })
    onOpenChange(false)
  }

  return (
    <Dialog
      title={`${from === null ? 'Record' : 'Trim'} step ${step.order}`}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      width="form"
    >
      <div className="flex flex-col gap-4 text-sm">
        {phase.name === 'review' || phase.name === 'reading' ? null : <ScriptToRead step={step} />}
        {phase.name === 'ready' ? (
          <>
            {phase.problem === null ? null : (
              <p role="alert" className="text-danger">
                {phase.problem}
              </p>
            )}
            {canTranscribe() ? (
              <Switch
                label="Write captions from speech"
                hint="Your browser may send the sound to its vendor for recognition."
                isOn={isTranscribing}
                onChange={setIsTranscribing}
              />
            ) : null}
            <Button tone="accent" size="form" onClick={() => void ask()}>
              {phase.problem === null ? 'Start recording' : 'Try again'}
            </Button>
          </>
        ) : null}
        {phase.name === 'asking' ? <p role="status">Allow the microphone in your browser.</p> : null}
        {phase.name === 'counting' ? (
          <p role="status" className="text-center text-4xl font-semibold tabular-nums">
            {phase.left}
          </p>
        ) : null}
        {phase.name === 'recording' ? (
          <RecordingControls
            microphone={phase.microphone}
            recording={phase.recording}
            isPaused={phase.isPaused}
            onPause={(isPaused) => {
              if (isPaused) phase.recording.pause()
              else phase.recording.resume()
              setPhase({ ...phase, isPaused })
            }}
          />
        ) : null}
        {phase.name === 'reading' ? <p role="status">Reading the sound…</p> : null}
        {phase.name === 'review' ? (
          <NarrationReview
            {...bounds}
            sound={phase.sound}
            problem={phase.problem}
            isSaving={phase.isSaving}
            text={text}
            script={stepScript(step)}
            onTrim={(startMs, endMs) => setBounds({ startMs, endMs })}
            onText={setText}
            onAgain={() => void ask()}
            onSave={() => void save(phase.sound)}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

const countdownFrom = 3
const shortestMs = 200

/** The stored recording, or why it wasn't stored. */
async function saveTrimmed(
  demoId: string,
  sound: Sound,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<{ readonly audioId: string; readonly ms: number } | string> {
  const file = await encodeSound(levelSound(trimSound(sound, startMs, endMs)))
  const result = await saveRecording(demoId, file)
  if (result.ok) return result.value
  if (result.kind === 'unreachable') return 'The server can’t be reached. The recording is still here. Save it again.'
  return result.error.sentence ?? 'The recording was not saved.'
}

function ScriptToRead({ step }: { readonly step: Step }) {
  const script = stepScript(step)
  return script === '' ? (
    <p className="text-muted">This step has no text. Say what visitors should know.</p>
  ) : (
    <p className="max-h-48 overflow-y-auto rounded-card bg-sunken p-4 text-base whitespace-pre-line">{script}</p>
  )
}

interface RecordingControlsProps {
  readonly microphone: Microphone
  readonly recording: MicrophoneRecording
  readonly isPaused: boolean
  readonly onPause: (isPaused: boolean) => void
}

function RecordingControls({ microphone, recording, isPaused, onPause }: RecordingControlsProps) {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(draw, 80)
    return () => clearInterval(timer)
  }, [])
  const level = isPaused ? 0 : microphone.level()
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <span aria-hidden className={isPaused ? 'size-2.5 rounded-chip bg-muted' : 'size-2.5 rounded-chip bg-danger'} />
        <span className="font-medium tabular-nums">
          {lengthText(recording.ms())} / {lengthText(limits.recordingMsMax)}
        </span>
        <meter
          className="h-2 min-w-0 flex-1"
          aria-label="Microphone level"
          min={0}
          max={1}
          low={0.02}
          high={0.95}
          optimum={0.4}
          value={level}
        />
      </div>
      <p role="status" className="min-h-5 text-muted">
        {isPaused ? 'Paused' : level > 0.97 ? 'Too loud: move away from the microphone.' : 'Recording'}
      </p>
      <div className="flex justify-end gap-2">
        <Button size="form" onClick={() => onPause(!isPaused)}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="form" tone="accent" onClick={recording.stop}>
          Stop
        </Button>
      </div>
    </div>
  )
}
