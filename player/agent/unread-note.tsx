import { useState } from 'react'

import type { TalkView } from './talk-view.ts'

interface UnreadMessage {
  readonly key: string
  readonly person: string
  readonly text: string
}

/** A member's latest message that arrived while the panel was closed. */
export function useUnread(view: TalkView, isOpen: boolean): UnreadMessage | null {
  const newest = newestOf(view)
  const [seenKey, setSeenKey] = useState(newest?.key ?? null)
  if (isOpen && newest !== null && newest.key !== seenKey) setSeenKey(newest.key)
  return isOpen || newest === null || newest.key === seenKey ? null : newest
}

/** Shows it beside the agent's button. */
export function UnreadNote({ unread, onOpen }: { readonly unread: UnreadMessage; readonly onOpen: () => void }) {
  return (
    <button type="button" className="us-agent-unread" onClick={onOpen} aria-live="polite">
      <b>
        <bdi>{unread.person}</bdi>
      </b>
      <span dir="auto">{unread.text}</span>
    </button>
  )
}

function newestOf({ transcript }: TalkView): UnreadMessage | null {
  for (const entry of transcript.toReversed()) {
    if (entry.kind !== 'agent' || entry.person === null) continue
    const text = entry.lines.at(-1)?.text
    if (text !== undefined) return { key: `${entry.key} ${entry.lines.length}`, person: entry.person, text }
  }
  return null
}
