interface PushToTalkOptions {
  readonly isOn: () => boolean
  readonly onPress: () => void
  readonly onRelease: () => void
}

/**
 * Push-to-talk with Space. In a field Space types; on a button a short press still clicks. Returns a function that
 * stops this.
 */
export function listenForPushToTalk({ isOn, onPress, onRelease }: PushToTalkOptions): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const press = (): void => {
    isHeld = true
    onPress()
  }
  const release = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!isHeld) return
    isHeld = false
    onRelease()
  }
  document.addEventListener(
    'keydown',
    (event) => {
      if (!isOn() || event.code !== 'Space' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const { target } = event
      if (!(target instanceof Element) || target.closest(fields) !== null) return
      if (isHeld) return event.preventDefault()
      if (event.repeat) return
      if (target.closest(buttons) !== null) {
        timer = setTimeout(press, clickMs)
        return
      }
      event.preventDefault()
      press()
    },
    options,
  )
  document.addEventListener(
    'keyup',
    (event) => {
      if (event.code !== 'Space') return
      // A long press on a button isn't a click.
      if (isHeld) event.preventDefault()
      release()
    },
    options,
  )
  // If the window loses focus, the key is released elsewhere.
  globalThis.addEventListener('blur', release, options)
  return () => {
    listening.abort()
    release()
  }
}

const fields = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'
const buttons = 'button, a, summary, [role=button], [role=menuitem]'
const clickMs = 300
