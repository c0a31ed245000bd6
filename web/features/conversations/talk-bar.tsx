import type { LiveTalkRow } from '#protocol/rows.ts'

/** Who talks to the visitor right now. */
export function TalkBar({ live, isOwn }: { readonly live: LiveTalkRow; readonly isOwn: boolean }) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-t-card border border-line bg-spot-soft px-3.5 py-2 text-sm font-medium"
    >
      <span aria-hidden className="size-2 rounded-chip bg-spot ring-4 ring-spot/30" />
      <span dir="auto" className="pl-1">
        {isOwn ? 'You talk to the visitor' : talker(live)}
      </span>
      <span className="ml-auto text-xs font-normal text-muted">
        {isOwn ? 'The agent is silent' : 'The visitor sees when you join'}
      </span>
    </p>
  )
}

function talker({ member_id, member_name }: LiveTalkRow): string {
  return member_id === null ? 'The agent talks to the visitor' : `${member_name ?? 'A colleague'} talks to the visitor`
}
