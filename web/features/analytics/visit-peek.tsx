import { useQuery } from '@tanstack/react-query'

import { momentText } from '../../lib/dates.ts'
import { storyDemosQuery, storyQuery } from '../../lib/lead-calls.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { storyLines } from '../../lib/lead-story.ts'
import { StoryList } from '../../ui/story-list.tsx'
import { namesOf, unnamed } from '../../lib/story-names.ts'
import { visitTitle } from './visit-texts.ts'
import type { ListedVisit } from './visits-calls.ts'

/** One visit from its first page to its last. */
export function VisitPeek({ visit, origin }: { readonly visit: ListedVisit; readonly origin: string }) {
  const story = useQuery(storyQuery({ ...visit, created_at: visit.last_seen_at }))
  const events = story.data ?? []
  const seen = new Set([visit.demo_id, ...events.map(({ demo_id }) => demo_id)].filter((id) => id !== null))
  const demos = useQuery(storyDemosQuery([...seen].toSorted()))
  const entries = storyLines(events, demos.data === undefined ? unnamed : namesOf(demos.data, visit.demo_id))
  // The heatmap has the clicks, the row has the last step.
  const lines = entries.filter(({ kind }) => kind !== 'click' && kind !== 'demo')
  return (
    <div>
      <h3 className="flex items-center gap-2.5">
        <Avatar name={visit.name} size={32} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-left text-base font-semibold tracking-[-0.011em]">
            {visitTitle(visit)}
          </span>
          <span dir="auto" className="block truncate text-left text-xs font-normal text-muted">
            {origin} · {momentText(visit.started_at)}
          </span>
        </span>
        {visit.lead?.score === null || visit.lead?.score === undefined ? null : (
          <Chip tone="spot">Score {visit.lead.score}</Chip>
        )}
      </h3>
      {story.isPending || (seen.size > 0 && demos.isPending) ? (
        <div role="status" aria-label="Loading the visit" className="mt-4 flex flex-col gap-3">
          {[0, 1, 2, 3].map((line) => (
            <Skeleton key={line} className="h-10" />
          ))}
        </div>
      ) : (
        <StoryList
          lines={lines}
          steps={demos.data?.flatMap(({ steps }) => steps) ?? []}
          startedAt={visit.started_at}
          shownMax={linesMax}
        />
      )}
      {story.isError && story.data === undefined ? (
        <p className="mt-3 text-sm text-muted">The visit could not be loaded.</p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {visit.lead === null ? null : <ButtonLink to={`/dashboard/leads/${visit.lead.id}`}>Open lead</ButtonLink>}
        {visit.talk === null ? null : (
          <ButtonLink
            to={`/dashboard/conversations/${visit.talk.id}`}
            {...(visit.lead !== null && { tone: 'quiet' as const })}
          >
            Open conversation
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

const linesMax = 12
