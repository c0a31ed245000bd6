import {
  CalendarCheck,
  CreditCard,
  Eye,
  FileText,
  MessagesSquare,
  MousePointerClick,
  Presentation,
  UserRoundCheck,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useBackendUrl } from '../lib/demo-queries.ts'
import { clockSpan, durationText } from '../lib/figure-text.ts'
import { scaledImageAddress } from '../lib/image-address.ts'
import { Button } from './button.tsx'
import type { StoryKind, StoryLine } from '../lib/lead-story.ts'

export interface StoryListProps {
  readonly lines: readonly StoryLine[]
  /** For the pictures; their lines then need only a title. */
  readonly steps: readonly { readonly id: string; readonly title: string | null; readonly screenshot_url: string }[]
  /** The start of relative times such as "1:12". */
  readonly startedAt: string
  /** The rest are behind a button. */
  readonly shownMax: number
}

/** A visit's events in order, with pictures of its steps. */
export function StoryList({ lines, steps, startedAt, shownMax }: StoryListProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, shownMax)
  if (lines.length === 0) return <p className="mt-3 text-sm text-muted">Nothing else is known about this visit.</p>
  return (
    <>
      <ol className="relative mt-3 before:absolute before:top-2.5 before:bottom-4 before:left-[31px] before:w-px before:bg-line-strong">
        {keyed(shown).map(([key, line]) => {
          const step = steps.find(({ id }) => id === line.stepId)
          return (
            <li key={key} className="relative grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-3 py-[5px]">
              <StoryMark kind={line.kind} screenshotUrl={step?.screenshot_url ?? null} />
              <p className="min-w-0">
                <span dir="auto" className="line-clamp-2 text-left text-sm/[17px] font-medium wrap-anywhere">
                  {step?.title ?? line.text}
                </span>
                {line.seconds > 0 ? (
                  <span className="block text-xs text-muted">{durationText(line.seconds)}</span>
                ) : null}
              </p>
              <time dateTime={line.at} className="text-xs text-muted tabular-nums">
                {clockSpan((Date.parse(line.at) - Date.parse(startedAt)) / 1_000)}
              </time>
            </li>
          )
        })}
      </ol>
      {shown.length < lines.length ? (
        <Button tone="quiet" className="mt-1" onClick={() => setIsWhole(true)}>
          Show {lines.length - shown.length} more
        </Button>
      ) : null}
    </>
  )
}

const storyIcons: Readonly<Record<StoryKind, LucideIcon>> = {
  page: FileText,
  step: Eye,
  demo: Presentation,
  card: CreditCard,
  form: UserRoundCheck,
  agent: MessagesSquare,
  click: MousePointerClick,
  meeting: CalendarCheck,
}

const markLooks: Readonly<Partial<Record<StoryKind, string>>> = {
  agent: 'bg-spot-soft text-spot-text',
  form: 'bg-accent-soft text-accent-text',
  meeting: 'bg-success-soft text-success',
}

interface StoryMarkProps {
  readonly kind: StoryKind
  /** The picture of the viewed step. */
  readonly screenshotUrl: string | null
}

/** The step's picture, or an icon for the event. */
export function StoryMark({ kind, screenshotUrl }: StoryMarkProps): ReactNode {
  const backendUrl = useBackendUrl()
  const Icon = storyIcons[kind]
  if (screenshotUrl !== null && backendUrl !== '') {
    return (
      <img
        src={scaledImageAddress(backendUrl, screenshotUrl, 160)}
        alt=""
        decoding="async"
        className="h-10 w-16 rounded-[5px] bg-surface object-cover object-left-top shadow-[0_0_0_1px_var(--line-strong)]"
      />
    )
  }
  return (
    <span
      className={`mx-auto flex size-[26px] items-center justify-center rounded-chip shadow-[0_0_0_3px_var(--surface)] ${markLooks[kind] ?? 'bg-sunken text-muted'}`}
    >
      <Icon size={14} aria-hidden />
    </span>
  )
}

/** Two lines can be identical. */
function keyed(lines: readonly StoryLine[]): readonly (readonly [string, StoryLine])[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const key = `${line.at} ${line.text} ${line.subjectId ?? ''}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return [`${key} ${count}`, line]
  })
}
