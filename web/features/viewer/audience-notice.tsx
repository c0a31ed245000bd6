import { useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { audienceAddress } from './presentation-windows.ts'
import type { AudienceState } from './use-presentation.ts'

interface AudienceNoticeProps {
  readonly audience: AudienceState
  readonly isFullScreen: boolean
  readonly demoId: string
  readonly room: string
  readonly index: number
}

const texts = {
  never: 'No audience window is open.',
  gone: 'The audience window was closed.',
  windowed: 'The audience window is not in full screen. Press F there.',
} as const

/** Reports problems of the audience window and offers to open it. */
export function AudienceNotice({ audience, isFullScreen, demoId, room, index }: AudienceNoticeProps) {
  const [isBlocked, setIsBlocked] = useState(false)
  const isThere = audience === 'there' || audience === 'looking'
  const text = isThere ? (audience === 'there' && !isFullScreen ? texts.windowed : null) : texts[audience]
  const address = audienceAddress(demoId, room, index)
  return (
    <div
      role="status"
      className={
        text === null
          ? 'sr-only'
          : `flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1 text-sm ${isThere ? 'bg-sunken' : 'bg-danger-soft'}`
      }
    >
      {text === null ? null : <p>{text}</p>}
      {isThere ? null : isBlocked ? (
        <p>
          Your browser blocked the window.{' '}
          <a href={address} target="_blank" className="font-medium text-accent-text underline underline-offset-4">
            Open it in a tab
          </a>
        </p>
      ) : (
        <Button onClick={() => setIsBlocked(window.open(address, `understudy-audience-${room}`) === null)}>
          Open audience window
        </Button>
      )}
    </div>
  )
}
