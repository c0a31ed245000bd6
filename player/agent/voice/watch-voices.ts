/**
 * Calls back with the browser's voices now and whenever there are more. Some browsers load them on the first request,
 * some take half a minute, and Safari doesn't fire an event. Returns a function that stops this.
 */
export function watchVoices(onVoices: (voices: readonly SpeechSynthesisVoice[]) => void): () => void {
  let known = 0
  const look = (): void => {
    const voices = speechSynthesis.getVoices()
    if (voices.length === known) return
    known = voices.length
    onVoices(voices)
  }
  const timers = looksMs.map((ms) => setTimeout(look, ms))
  speechSynthesis.addEventListener('voiceschanged', look)
  look()
  return () => {
    for (const timer of timers) clearTimeout(timer)
    speechSynthesis.removeEventListener('voiceschanged', look)
  }
}

const looksMs = [250, 1_000, 3_000, 10_000, 30_000, 60_000]
