import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { objectionLabel } from '../../lib/agent-rows.ts'
import { momentText } from '../../lib/dates.ts'
import { agentDemosQuery } from '../../lib/agent-calls.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { countOf, countText, percentText } from '../../lib/figure-text.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { useAgent } from './agent-context.ts'
import { objectionsQuery, unansweredQuery, type ObjectionEntry } from './agent-server-calls.ts'
import { testsQuery, versionsQuery } from './knowledge-calls.ts'
import { PanelSection } from './section-head.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { stateOf } from './test-words.ts'
import { useAgentDemos } from './use-agent-steps.ts'
import { useChanges } from './version-changes.tsx'
import { VoiceSection } from './voice-section.tsx'

const shownObjections = 20

/** The last four weeks, open tasks, recent conversations, and buyers' objections. */
export function OverviewTab({ recent }: { readonly recent: ReactNode }) {
  const { stored } = useAgent()
  const { figures } = stored
  const share = figures.asked === 0 ? null : figures.answered / figures.asked
  const ofTalks = (count: number) =>
    figures.talks === 0 ? 'No talks yet' : `${percentText(Math.min(1, count / figures.talks))} of talks`
  return (
    <div className="flex flex-col gap-9">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-5 pt-5 pb-2 sm:grid-cols-4">
        <Figure label="Conversations" note="Last 28 days" value={countText(figures.talks)}>
          <Sparkline days={figures.talks_by_day} />
        </Figure>
        <Figure
          label="Answered"
          note={figures.asked === 0 ? 'No questions yet' : `of ${countOf(figures.asked, 'question')}`}
          value={percentText(share)}
        />
        <Figure label="Meetings" note={ofTalks(figures.meetings)} value={countText(figures.meetings)} />
        <Figure label="Leads" note={ofTalks(figures.leads)} value={countText(figures.leads)} />
      </dl>
      <TodoSection />
      {recent}
      <ObjectionSection />
      <VoiceSection />
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly note: string
  readonly children?: ReactNode
}

function Figure({ label, value, note, children }: FigureProps) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd>
        <span className="flex items-center gap-4">
          <span className="text-[32px]/10 font-semibold tracking-[-0.03em] tabular-nums">
            {value.endsWith('%') ? value.slice(0, -1) : value}
            {value.endsWith('%') ? (
              <span className="ml-0.5 text-lg font-medium tracking-normal text-muted">%</span>
            ) : null}
          </span>
          {children}
        </span>
        <span className="block text-xs text-muted tabular-nums">{note}</span>
      </dd>
    </div>
  )
}

/** What the draft still lacks. */
function TodoSection() {
  const { agent } = useAgent()
  const demos = useAgentDemos()
  const assigned = useQuery(agentDemosQuery).data
  const listed = useQuery(demosQuery).data
  const groups = useQuery(unansweredQuery(agent.id))
  const loadedTests = useQuery(testsQuery(agent.id)).data
  const versions = useQuery(versionsQuery(agent.id)).data
  const latest = versions?.[0]?.number ?? null
  const changes = useChanges(latest, null)
  if (
    assigned === undefined ||
    listed === undefined ||
    groups.isPending ||
    loadedTests === undefined ||
    versions === undefined
  ) {
    return <ListSkeleton label="Loading the overview" rows={4} />
  }
  const unanswered = groups.data?.length ?? 0
  const tests = loadedTests
  const failing = tests.filter((test) => stateOf(test) === 'failed').length
  const base = `/dashboard/agents/${agent.id}`
  return (
    <PanelSection title="Readiness">
      <ul className="border-t border-line text-sm empty:hidden">
        <Todo isDone={demos.length > 0} to={`${base}/behaviour`}>
          {demos.length > 0 ? `Presents ${countOf(demos.length, 'demo')}` : 'Choose the demos it presents'}
        </Todo>
        <Todo isDone={unanswered === 0} to={`${base}/knowledge`}>
          {unanswered === 0 ? 'No unanswered questions' : countOf(unanswered, 'unanswered question')}
        </Todo>
        <Todo isDone={failing === 0 && tests.length > 0} to={`${base}/test`}>
          {tests.length === 0 ? 'Add tests' : failing === 0 ? 'No failing tests' : countOf(failing, 'failing test')}
        </Todo>
        <Todo isDone={latest !== null && changes?.length === 0} to={`${base}/versions`}>
          {latest === null
            ? 'Not published: visitors get the draft'
            : changes === undefined || changes.length === 0
              ? `Version ${latest} is live`
              : `Version ${latest} is live, ${countOf(changes.length, 'change')} unpublished`}
        </Todo>
      </ul>
    </PanelSection>
  )
}

function Todo(props: { readonly isDone: boolean; readonly to: string; readonly children: ReactNode }) {
  return (
    <li className="border-b border-line">
      <Link
        to={props.to}
        className="flex min-h-9 items-center gap-2.5 -outline-offset-2 transition-colors duration-[120ms] hover:bg-sunken pointer-coarse:min-h-11"
      >
        {props.isDone ? (
          <CircleCheck size={16} aria-label="Done" className="shrink-0 text-success" />
        ) : (
          <CircleAlert size={16} aria-label="To do" className="shrink-0 text-warning" />
        )}
        <span className="min-w-0 flex-1">{props.children}</span>
        <ArrowRight size={14} aria-hidden className="shrink-0 text-muted" />
      </Link>
    </li>
  )
}

const outcomeTexts: Readonly<Record<ObjectionEntry['outcome'], string>> = {
  'went-on': 'Continued',
  booked: 'Booked',
  left: 'Visitor left',
  'handed-over': 'Handed over',
  'left-address': 'Left contact details',
}

/** Each objection with the reply and the outcome. */
function ObjectionSection() {
  const { agent } = useAgent()
  const objections = useQuery(objectionsQuery(agent.id)).data
  if (objections === undefined || objections.length === 0) return null
  return (
    <PanelSection title="Objections" count={objections.length}>
      <ul className="border-t border-line text-sm">
        {objections.slice(0, shownObjections).map((entry) => (
          <li key={`${entry.conversationId} ${entry.at}`} className="border-b border-line">
            <Link
              to={`/dashboard/conversations/${entry.conversationId}`}
              className="grid gap-x-3 gap-y-0.5 py-2 -outline-offset-2 sm:grid-cols-[7rem_minmax(0,1fr)_auto] sm:items-baseline transition-colors duration-[120ms] hover:bg-sunken"
            >
              <span className="text-muted max-sm:text-xs">{objectionLabel(entry.kind)}</span>
              <span className="min-w-0">
                <span dir="auto" className="block truncate text-left font-medium">
                  “{entry.said}”
                </span>
                <span dir="auto" className="block truncate text-left text-muted">
                  {entry.reply}
                </span>
              </span>
              <span className="flex items-baseline gap-3">
                {outcomeTexts[entry.outcome]}
                <span className="text-xs text-muted tabular-nums">{momentText(entry.at)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
