/* Captions from the browser's speech recognition while an author records, if it has one. */

interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  start: () => void
  stop: () => void
  abort: () => void
}

interface ResultEvent extends Event {
  readonly results?: ArrayLike<{ readonly isFinal: boolean; readonly 0?: { readonly transcript: string } }>
}

type RecognitionClass = new () => Recognition

function recognitionClass(): RecognitionClass | null {
  const known = window as { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass }
  return known.SpeechRecognition ?? known.webkitSpeechRecognition ?? null
}

export function canTranscribe(): boolean {
  return recognitionClass() !== null
}

export interface Transcription {
  /** The transcript so far. */
  readonly text: () => string
  readonly stop: () => void
}

/** Starts recognition for a recording. If it fails, the author can type the captions. */
export function startTranscription(): Transcription | null {
  const Recognizer = recognitionClass()
  if (Recognizer === null) return null
  const earlier: string[] = []
  let current = ''
  let isOver = false
  const recognition = new Recognizer()
  recognition.lang = navigator.language
  recognition.continuous = true
  recognition.addEventListener('result', (event: ResultEvent) => {
    current = Array.from(event.results ?? [])
      .filter(({ isFinal }) => isFinal)
      .map((result) => result[0]?.transcript.trim() ?? '')
      .join(' ')
  })
  recognition.addEventListener('error', () => {
    isOver = true
  })
  // Browsers stop recognition after a minute or a pause.
  recognition.addEventListener('end', () => {
    if (current !== '') earlier.push(current)
    current = ''
    if (!isOver) tryToStart()
  })
  function tryToStart(): void {
    try {
      recognition.start()
    } catch {
      isOver = true
    }
  }
  tryToStart()
  return {
    text: () => [...earlier, current].join(' ').trim(),
    stop: () => {
      isOver = true
      recognition.stop()
    },
  }
}
