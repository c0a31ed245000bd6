import { Fragment, useEffect, useRef } from 'react'

import type { ConversationTurnRow, HandoverRow } from '#protocol/rows.ts'

import type { Transcript } from '../../lib/conversation-calls.ts'
import { dayText, timeText } from '../../lib/dates.ts'
import { TurnView } from './turn-view.tsx'

type Entry =
  | { readonly at: string; readonly key: string; readonly turn: ConversationTurnRow }
  | { readonly at: string; readonly key: string; readonly text: string }

/** What was said and who came and went; follows the end while it is in view. */
export function Thread({ transcript }: { readonly transcript: Transcript }) {
  const { conversation, agent, turns, handovers } = transcript
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const entries = entriesOf(turns, handovers)
  // Follows new entries of a live talk.
  const liveCount = transcript.live === null ? 0 : entries.length

  useEffect(() => {
    const mark = end.current
    if (mark === null) return undefined
    const watch = new IntersectionObserver(([entry]) => {
      isAtEnd.current = entry?.isIntersecting === true
    })
    watch.observe(mark)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (liveCount > 0 && isAtEnd.current) end.current?.scrollIntoView({ block: 'nearest' })
  }, [liveCount])

  return (
    <div role="log" aria-label="Conversation" className="mx-auto flex max-w-3xl flex-col gap-4 px-4 py-5 sm:px-6">
      {entries.map((entry, index) => (
        <Fragment key={entry.key}>
          <NewDay at={entry.at} before={entries[index - 1]?.at} />
          {'turn' in entry ? (
            <TurnView turn={entry.turn} demoId={conversation.demo_id} agent={agent} />
          ) : (
            <p dir="auto" className="self-center text-center text-xs text-muted">
              {entry.text}, <time dateTime={entry.at}>{timeText(entry.at)}</time>
            </p>
          )}
        </Fragment>
      ))}
      <div ref={end} className="h-px" />
    </div>
  )
}

/** The date, above the first entry of a day. */
function NewDay({ at, before }: { readonly at: string; readonly before: string | undefined }) {
  const day = dayText(at)
  if (before !== undefined && dayText(before) === day) return null
  return <p className="self-center text-xs text-muted">{day}</p>
}

function entriesOf(turns: readonly ConversationTurnRow[], handovers: readonly HandoverRow[]): readonly Entry[] {
  return [
    ...turns.map((turn): Entry => ({ at: turn.created_at, key: turn.id, turn })),
    ...handovers.flatMap(eventsOf),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

function eventsOf({ id, state, outcome, member_name, ...at }: HandoverRow): readonly Entry[] {
  const name = member_name ?? 'A colleague'
  const events: (Entry | null)[] = [
    at.joined_at === null ? null : { at: at.joined_at, key: `${id}-joined`, text: `${name} joined` },
    at.ended_at === null || outcome === null
      ? null
      : { at: at.ended_at, key: `${id}-ended`, text: endings[outcome](name, state === 'left') },
  ]
  return events.filter((event) => event !== null)
}

const endings: Readonly<Record<NonNullable<HandoverRow['outcome']>, (name: string, hadJoined: boolean) => string>> = {
  'handed-back': (name) => `${name} handed back to the agent`,
  gone: (name) => `${name} lost the connection, and the agent came back`,
  'visitor-left': (_, hadJoined) => (hadJoined ? 'The visitor left' : 'The visitor left before somebody answered'),
  'no-answer': () => 'Nobody answered',
  'no-one-available': () => 'Nobody was available',
}
