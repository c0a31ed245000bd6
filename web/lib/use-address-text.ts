import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'

/** So long nobody has typed before the address, and what is searched with it, follows. */
const pauseMs = 200

/**
 * A text that is typed and stands in the address under `name`: what the field shows is what was typed, at once, as the
 * address comes later and a field that waits for it loses letters. Another address, as by going back, is taken over.
 */
export function useAddressText(name: string): readonly [text: string, setText: (text: string) => void] {
  const [search, setSearch] = useSearchParams()
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
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (text === '') next.delete(name)
        else next.set(name, text)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  })
  useEffect(() => {
    if (text === sent) return
    const timer = setTimeout(send, pauseMs)
    return () => clearTimeout(timer)
  }, [text, sent])

  return [text, setText]
}
