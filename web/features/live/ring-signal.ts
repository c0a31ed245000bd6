/** Rings until the returned function is called: two soft tones every three seconds, and the tab's title. */
export function startRinging(title: string): () => void {
  const stopTitle = flashTitle(title)
  const sound = openSound()
  const play = (): void => {
    if (sound !== null) playTones(sound)
  }
  play()
  const timer = setInterval(play, ringEveryMs)
  return () => {
    clearInterval(timer)
    stopTitle()
    void sound?.close()
  }
}

const ringEveryMs = 3_000
const flashEveryMs = 1_000

/** Null if the browser has no sound. Without an earlier click on the page, browsers keep it silent. */
function openSound(): AudioContext | null {
  try {
    return new AudioContext()
  } catch {
    return null
  }
}

function playTones(sound: AudioContext): void {
  // Rejects if the ringing ends before the browser allows sound.
  sound.resume().catch(() => undefined)
  for (const [index, hertz] of [659, 880].entries()) {
    const from = sound.currentTime + index * 0.18
    const tone = sound.createOscillator()
    const volume = sound.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(0.12, from + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.5)
    tone.connect(volume).connect(sound.destination)
    tone.start(from)
    tone.stop(from + 0.5)
  }
}

function flashTitle(title: string): () => void {
  let usual = document.title
  const flash = (): void => {
    if (document.title === title) {
      document.title = usual
      return
    }
    // The page may have changed the title meanwhile.
    usual = document.title
    document.title = title
  }
  flash()
  const timer = setInterval(flash, flashEveryMs)
  return () => {
    clearInterval(timer)
    if (document.title === title) document.title = usual
  }
}
