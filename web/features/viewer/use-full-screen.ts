import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The browser's own full screen, which joins the overlay where it is allowed; its Escape closes both. */
export function useFullScreen(onLeft: () => void) {
  const [isOn, setIsOn] = useState(() => document.fullscreenElement !== null)
  const isKept = useRef(false)
  const handleChange = useEffectEvent(() => {
    const isNowOn = document.fullscreenElement !== null
    setIsOn(isNowOn)
    if (!isNowOn && !isKept.current) onLeft()
    isKept.current = false
  })
  useEffect(() => {
    const listener = () => handleChange()
    document.addEventListener('fullscreenchange', listener)
    return () => document.removeEventListener('fullscreenchange', listener)
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
    /** Opening a window ends the browser's full screen, but not the presentation. */
    keepWhile: <T>(open: () => T): T => {
      isKept.current = document.fullscreenElement !== null
      setTimeout(() => (isKept.current = false), keptMs)
      return open()
    },
  }
}

const keptMs = 1_500
