import { useEffect, useRef, useState } from 'react'

import { limits } from '#domain/limits.ts'
import { messages } from '#domain/messages.ts'

/** Copies text and is true for 2 s afterwards (spec §9). A failure is only logged (spec §8). */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => Promise<void> } {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setIsCopied(false), limits.copyFeedbackMs)
    } catch (error) {
      // oxlint-disable-next-line no-console -- spec §8: logged only
      console.warn(messages.copyLog, error)
    }
  }

  return { isCopied, copy }
}
