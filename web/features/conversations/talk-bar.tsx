import { clsx } from 'clsx'

import type { LiveTalkRow } from '#protocol/rows.ts'

export interface TalkBarProps {
  readonly live: LiveTalkRow
  readonly agentName: string
  /** Null while unknown. */
  readonly visitor: string | null
  /** Whether you have taken over. */
  readonly isOwn: boolean
  /** Whether the message field is right below. */
  readonly hasComposer: boolean
}

/** Who is talking to the visitor right now. */
export function TalkBar({ live, agentName, visitor, isOwn, hasComposer }: TalkBarProps) {
  const who = live.member_id === null ? agentName : (live.member_name ?? 'A colleague')
  return (
    <p
      role="status"
      className={clsx(
        'flex flex-wrap items-center gap-x-2.5 gap-y-1 bg-spot-soft px-3.5 py-2 text-sm font-medium text-spot-text',
        hasComposer ? 'rounded-t-card' : 'rounded-card',
      )}
    >
      <span aria-hidden className="size-2 rounded-chip bg-spot ring-4 ring-spot/30" />
      <span dir="auto" className="pl-1">
        {isOwn ? `You are talking to ${visitor ?? 'the visitor'}` : `${who} is talking to ${visitor ?? 'the visitor'}`}
      </span>
      <span className="ml-auto text-xs font-normal max-sm:sr-only">
        {isOwn ? `${agentName} is paused` : `${visitor ?? 'The visitor'} sees when you join`}
      </span>
    </p>
  )
}
