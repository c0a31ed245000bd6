import { useQueryClient } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

import type { ConversationRow } from '#protocol/rows.ts'

import { failureText } from '../../lib/backend-error.ts'
import { conversationsKey, liveConversationsQuery, markConversation } from '../../lib/conversation-calls.ts'
import { isTyping } from '../../lib/use-viewer-keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast-store.ts'

export interface DoneButtonProps {
  readonly conversation: ConversationRow
  readonly onChange: () => void
}

/** Marks the conversation as done, or reopens it; also with E. A new message of the visitor reopens it. */
export function DoneButton({ conversation: { id, done_at }, onChange }: DoneButtonProps) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function mark(isDone: boolean): Promise<void> {
    setIsBusy(true)
    try {
      await markConversation(id, isDone)
      if (isDone) showToast({ text: 'Marked as done', action: { label: 'Undo', onSelect: () => void mark(false) } })
    } catch (error) {
      showToast({ text: failureText(error, 'conversationSaveFailed'), tone: 'danger' })
    }
    setIsBusy(false)
    onChange()
    for (const queryKey of [conversationsKey, liveConversationsQuery.queryKey])
      void queries.invalidateQueries({ queryKey })
  }

  const markByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isBusy || isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return
    void mark(done_at === null)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => markByKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return (
    <IconButton
      label={done_at === null ? 'Mark as done' : 'Reopen'}
      shortcut="E"
      aria-keyshortcuts="e"
      disabled={isBusy}
      onClick={() => void mark(done_at === null)}
    >
      {done_at === null ? <Check size={16} aria-hidden /> : <Undo2 size={16} aria-hidden />}
    </IconButton>
  )
}
