import { limits } from '#domain/limits.ts'
import { microphoneProblem } from '#player/microphone-problem.ts'

type MicrophoneProblem = ReturnType<typeof microphoneProblem>

export class MicrophoneRefused extends Error {
  override readonly name = 'MicrophoneRefused'
  readonly problem: MicrophoneProblem

  constructor(problem: MicrophoneProblem) {
    super(problem)
    this.problem = problem
  }
}

export const microphoneSentences: Readonly<Record<MicrophoneProblem, string>> = {
  refused: 'The microphone is blocked. Allow it for this site in your browser, then try again.',
  missing: 'No microphone was found. Connect one, then try again.',
  busy: 'Another program is using the microphone. Close it, then try again.',
  broken: 'This browser can’t record sound. Upload a file instead.',
}

/** The open microphone. `close` turns it and its indicator off. */
export interface Microphone {
  /** The current level, from 0 to 1. */
  readonly level: () => number
  readonly record: (onEnd: (end: RecordingEnd) => void) => MicrophoneRecording
  readonly close: () => void
}

export interface MicrophoneRecording {
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => void
  readonly ms: () => number
}

export interface RecordingEnd {
  readonly file: Blob
  /** The microphone was unplugged, or access was withdrawn. */
  readonly isCut: boolean
}

/** Asks for the microphone; throws a MicrophoneRefused. */
export async function openMicrophone(): Promise<Microphone> {
  if (navigator.mediaDevices?.getUserMedia === undefined || !('MediaRecorder' in window)) {
    throw new MicrophoneRefused('broken')
  }
  const stream = await navigator.mediaDevices
    .getUserMedia({
      audio: { channelCount: 1, echoCancellation: false, noiseSuppression: true, autoGainControl: false },
    })
    .catch((error: unknown) => {
      throw new MicrophoneRefused(microphoneProblem(error))
    })
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1_024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples)
      return samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)
    },
    record: (onEnd) => startRecording(stream, onEnd),
    close: () => {
      for (const track of stream.getTracks()) track.stop()
      void context.close()
    },
  }
}

function startRecording(stream: MediaStream, onEnd: (end: RecordingEnd) => void): MicrophoneRecording {
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 128_000 })
  const chunks: Blob[] = []
  let isCut = false
  let recordedMs = 0
  let since = performance.now()
  let limit: ReturnType<typeof setTimeout> | undefined
  const ms = () => recordedMs + (recorder.state === 'recording' ? performance.now() - since : 0)
  const stop = () => {
    clearTimeout(limit)
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const goOn = () => {
    since = performance.now()
    limit = setTimeout(stop, limits.recordingMsMax - recordedMs)
  }
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
  recorder.addEventListener('stop', () => onEnd({ file: new Blob(chunks, { type: recorder.mimeType }), isCut }))
  for (const track of stream.getAudioTracks()) {
    track.addEventListener('ended', () => {
      isCut = true
      stop()
    })
  }
  // In chunks, so that nothing is lost if the microphone is disconnected.
  recorder.start(1_000)
  goOn()
  return {
    ms,
    stop,
    pause: () => {
      recordedMs = ms()
      clearTimeout(limit)
      recorder.pause()
    },
    resume: () => {
      recorder.resume()
      goOn()
    },
  }
}
