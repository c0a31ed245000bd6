import { Hand } from 'lucide-react'
import { useState } from 'react'

import type { LiveTalkRow } from '#protocol/rows.ts'

import { leaveTalk, takeOverTalk } from '../../lib/live-calls.ts'
import type { FormOutcome } from '../../lib/submit.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'

export interface TalkControlsProps {
  readonly live: LiveTalkRow
  readonly isOwn: boolean
  readonly onChange: () => void
}

/** Take over, or hand back to the agent. */
export function TalkControls({ live, isOwn, onChange }: TalkControlsProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function run(action: (id: string) => Promise<FormOutcome>): Promise<void> {
    setIsBusy(true)
    const outcome = await action(live.conversation_id)
    setIsBusy(false)
    if (!outcome.ok) showToast({ text: outcome.hint ?? outcome.text, tone: 'danger' })
    onChange()
  }

  if (isOwn) {
    return (
      <Button disabled={isBusy} onClick={() => void run(leaveTalk)}>
        Hand back
      </Button>
    )
  }
  if (live.member_id !== null) return null
  return (
    <Button
      tone="accent"
      icon={<Hand size={16} aria-hidden />}
      disabled={isBusy}
      onClick={() => void run(takeOverTalk)}
    >
      Take over
    </Button>
  )
}
