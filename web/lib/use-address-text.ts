import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'

import { useChangeParams } from './use-address-params.ts'

/** Debounce before the URL, and the search, follow typing. */
const pauseMs = 200

/**
 * A text field synced with the URL parameter `name`: shows typing at once, as waiting for the URL would lose letters,
 * and adopts outside changes such as Back.
 */
export function useAddressText(name: string): readonly [text: string, setText: (text: string) => void] {
  const [search] = useSearchParams()
  const changeParams = useChangeParams()
  const stands = search.get(name) ?? ''
  const [text, setText] = useState(stands)
  const [sent, setSent] = useState(stands)
  const [seen, setSeen] = useState(stands)
  if (stands !== seen) {
    setSeen(stands)
    if (stands !== sent) {
      setSent(stands)
      setText(stands)
    }
  }

  const send = useEffectEvent(() => {
    setSent(text)
    changeParams({ [name]: text })
  })
  useEffect(() => {
    if (text === sent) return
    const timer = setTimeout(send, pauseMs)
    return () => clearTimeout(timer)
  }, [text, sent])

  return [text, setText]
}
