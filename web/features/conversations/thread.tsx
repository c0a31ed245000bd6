import { Fragment, useEffect, useRef } from 'react'

import type { RecordingStop } from '#domain/talk-recording.ts'
import type { ConversationTurnRow, HandoverRow, TalkRecordingRow } from '#protocol/rows.ts'

import type { TalkStep, Transcript } from '../../lib/conversation-calls.ts'
import { clockText, dayText, timeText } from '../../lib/dates.ts'
import { useBackendUrl } from '../../lib/demo-queries.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'
import { TurnView } from './turn-view.tsx'

type Entry =
  | { readonly at: string; readonly key: string; readonly turn: ConversationTurnRow }
  | { readonly at: string; readonly key: string; readonly text: string }
  | { readonly at: string; readonly key: string; readonly step: number }

/** What was said, where the demo was, and who came and went; follows the end while it is in view. */
export function Thread({ transcript }: { readonly transcript: Transcript }) {
  const { conversation, agent, steps, recording } = transcript
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const entries = entriesOf(transcript)
  const sounds = new Map(recording?.sounds.map((sound) => [sound.turn_id, sound]))
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
    <div
      role="log"
      aria-label="Conversation"
      className="mx-auto flex min-h-full max-w-3xl flex-col justify-end gap-1 px-3.5 pt-2 pb-3.5 sm:px-5"
    >
      {entries.map((entry, index) => (
        <Fragment key={entry.key}>
          <NewDay at={entry.at} before={entries[index - 1]?.at} />
          {'turn' in entry ? (
            <TurnView
              turn={entry.turn}
              demoId={conversation.demo_id}
              agent={agent}
              sound={sounds.get(entry.turn.id) ?? null}
            />
          ) : 'step' in entry ? (
            <StepEvent step={steps[entry.step - 1]} order={entry.step} at={entry.at} />
          ) : (
            <p dir="auto" className="self-center py-2 text-center text-xs text-muted">
              {entry.text}, <time dateTime={entry.at}>{timeText(entry.at)}</time>
            </p>
          )}
        </Fragment>
      ))}
      <div ref={end} className="h-px max-md:scroll-mb-44" />
    </div>
  )
}

/** The step that appeared on the visitor's screen. */
function StepEvent(props: { readonly step: TalkStep | undefined; readonly order: number; readonly at: string }) {
  const { step, order, at } = props
  const backendUrl = useBackendUrl()
  return (
    <p className="flex items-center gap-2 py-2 pl-[34px] text-xs text-muted">
      {step === undefined || backendUrl === '' ? (
        <span className="h-[22px] w-[35px] shrink-0 rounded-tiny bg-sunken" />
      ) : (
        <img
          src={scaledImageAddress(backendUrl, step.screenshot_url, 120)}
          alt=""
          width={35}
          height={22}
          decoding="async"
          className="h-[22px] w-[35px] shrink-0 rounded-tiny bg-surface object-cover object-left-top shadow-[0_0_0_1px_var(--line-strong)]"
        />
      )}
      <span dir="auto" className="min-w-0 truncate text-left">
        Step {order}
        {step === undefined || step.title === null ? '' : `, ${step.title}`}
      </span>
      <time dateTime={at} className="ml-auto shrink-0 tabular-nums">
        {clockText(at)}
      </time>
    </p>
  )
}

/** The date, above the first entry of a day. */
function NewDay({ at, before }: { readonly at: string; readonly before: string | undefined }) {
  const day = dayText(at)
  if (before !== undefined && dayText(before) === day) return null
  return <p className="self-center py-2 text-xs text-muted">{day}</p>
}

function entriesOf({ turns, handovers, recording }: Transcript): readonly Entry[] {
  return [
    ...turns.flatMap((turn, index): readonly Entry[] => {
      const said: Entry = { at: turn.created_at, key: turn.id, turn }
      const before = turns.slice(0, index).findLast(({ step_order }) => step_order !== null)?.step_order
      if (turn.step_order === null || turn.step_order === before) return [said]
      return [{ at: turn.created_at, key: `${turn.id}-step`, step: turn.step_order }, said]
    }),
    ...handovers.flatMap(eventsOf),
    ...stopOf(recording),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Why the rest of the talk has no sound. */
function stopOf(recording: TalkRecordingRow | null): readonly Entry[] {
  const { stopped = null, stopped_at: at = null } = recording ?? {}
  return stopped === null || at === null ? [] : [{ at, key: 'recording-stopped', text: stops[stopped] }]
}

const stops: Readonly<Record<RecordingStop, string>> = {
  'talk-limit': 'Recording stopped: the conversation reached its limit',
  'workspace-limit': 'Recording stopped: the workspace reached its limit',
  off: 'Recording stopped: it was switched off',
  failed: 'Recording stopped: it could not be stored',
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
  'visitor-left': (_, hadJoined) => (hadJoined ? 'The visitor left' : 'The visitor left before anyone answered'),
  'no-answer': () => 'Nobody answered',
  'no-one-available': () => 'Nobody was available',
}
