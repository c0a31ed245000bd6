import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Events by which a window notices that the user is back. */
const back = ['focus', 'pointerdown'] as const

/** The browser's full screen together with the overlay; its Escape closes both. */
export function useFullScreen(onLeft: () => void) {
  const [isOn, setIsOn] = useState(() => document.fullscreenElement !== null)
  const isKept = useRef(false)
  const handleChange = useEffectEvent(() => {
    const isNowOn = document.fullscreenElement !== null
    setIsOn(isNowOn)
    if (isNowOn) return
    if (!isKept.current) onLeft()
    isKept.current = false
  })
  useEffect(() => {
    const listener = () => handleChange()
    const forget = () => (isKept.current = false)
    document.addEventListener('fullscreenchange', listener)
    for (const name of back) addEventListener(name, forget)
    return () => {
      document.removeEventListener('fullscreenchange', listener)
      for (const name of back) removeEventListener(name, forget)
    }
  }, [])

  return {
    canRequest: document.fullscreenEnabled && !isOn,
    request: () => {
      if (document.fullscreenElement === null)
        void document.documentElement.requestFullscreen?.().catch(() => undefined)
    },
    leave: () => {
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
    },
    /**
     * Opening a window ends the browser's full screen, but not the presentation: until the user returns, leaving it
     * wasn't their choice.
     */
    keepWhile: <T>(open: () => T): T => {
      isKept.current = true
      return open()
    },
  }
}
