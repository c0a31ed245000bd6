import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { personalities } from '#domain/agent-options.ts'
import type { ListedDemo } from '#domain/demo.ts'

import { agentsKey, makeDefault, removeAgent, type ListedAgent } from '../../lib/agent-calls.ts'
import { demosQuery, useBackendUrl } from '../../lib/demo-queries.ts'
import { countOf, countText, percentText } from '../../lib/figure-text.ts'
import { AgentFace } from '../../ui/agent-face.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { Chip } from './section-head.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { StepCloseUp } from '../../ui/step-close-up.tsx'
import { useSave } from './use-save.ts'

/** Every agent of the workspace with its figures of the last four weeks. */
export function AgentList({
  agents,
  canRemove,
}: {
  readonly agents: readonly ListedAgent[]
  readonly canRemove: boolean
}) {
  const demos = useQuery(demosQuery).data
  return (
    <div role="table" aria-label="Agents" className="text-sm tabular-nums">
      <div role="rowgroup" className="hidden lg:block">
        <div role="row" className={`${columns} h-8 items-center text-xs text-muted`}>
          {['Agent', 'Demos', 'Conversations, 28 days', 'Answered', 'Meetings'].map((title) => (
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
          <span role="columnheader">
            <span className="sr-only">Actions</span>
          </span>
        </div>
      </div>
      <div role="rowgroup" className="border-b border-line">
        {agents.map((agent) => (
          <AgentListRow
            key={agent.id}
            agent={agent}
            demos={demos?.filter(({ id }) => presenterOf(id, agents)?.id === agent.id)}
            canRemove={canRemove}
          />
        ))}
      </div>
    </div>
  )
}

/** The demo's own agent, or the default one. */
function presenterOf(demoId: string, agents: readonly ListedAgent[]): ListedAgent | undefined {
  return agents.find(({ demoIds }) => demoIds.includes(demoId)) ?? agents.find(({ is_default: isDefault }) => isDefault)
}

const columns = 'lg:grid lg:grid-cols-[minmax(0,1fr)_10.5rem_11rem_9rem_5rem_2rem] lg:gap-4'

interface RowProps {
  readonly agent: ListedAgent
  /** The demos it presents; undefined while loading. */
  readonly demos: readonly ListedDemo[] | undefined
  readonly canRemove: boolean
}

function AgentListRow({ agent, demos, canRemove }: RowProps) {
  const { figures } = agent
  const unanswered = figures.asked - figures.answered
  return (
    <div
      role="row"
      className={`${columns} relative flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line py-3 max-lg:pl-14.5 lg:min-h-19 lg:py-0`}
    >
      <div
        role="cell"
        className="flex min-w-0 basis-full items-center gap-3.5 max-lg:-ml-14.5 max-lg:items-start max-lg:pr-10 lg:basis-auto"
      >
        <AgentFace hue={agent.hue} size={44} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 lg:flex-nowrap">
            <Link
              to={`/dashboard/agents/${agent.id}`}
              dir="auto"
              className="min-w-0 text-base font-semibold tracking-tight after:absolute after:inset-0 max-lg:wrap-anywhere lg:truncate"
            >
              {agent.name}
            </Link>
            {figures.talking > 0 ? <Talking count={figures.talking} /> : null}
            {agent.published_version === null ? <Chip>Draft</Chip> : null}
          </span>
          <span className="block text-muted">{roleText(agent)}</span>
        </span>
      </div>
      <div role="cell" className="flex items-center max-lg:basis-full">
        <DemoPictures
          demos={demos}
          total={demos?.length ?? Math.max(agent.demoIds.length, agent.is_default ? picturesMax : 0)}
        />
      </div>
      <div role="cell" className={clsx('flex items-center gap-1 lg:gap-3', figures.talks === 0 && 'max-lg:hidden')}>
        <span className="font-medium lg:w-10">{figures.talks === 0 ? '–' : countText(figures.talks)}</span>
        <span className="text-muted lg:hidden">talks</span>
        {figures.talks === 0 ? null : (
          <span className="hidden lg:block">
            <Sparkline days={figures.talks_by_day} />
          </span>
        )}
      </div>
      <div role="cell" className={clsx(figures.asked === 0 && 'max-lg:hidden')}>
        {figures.asked === 0 ? '–' : percentText(figures.answered / figures.asked)}
        {figures.asked === 0 ? null : <Meter share={figures.answered / figures.asked} />}
        <span className="ml-1 text-muted lg:hidden">answered</span>
        {unanswered > 0 ? (
          <span className="block text-xs text-muted max-lg:hidden">{countText(unanswered)} unanswered</span>
        ) : null}
      </div>
      <div role="cell" className={clsx(figures.meetings === 0 && 'max-lg:hidden')}>
        {figures.meetings === 0 ? '–' : countText(figures.meetings)}
        <span className="ml-1 text-muted lg:hidden">meetings</span>
      </div>
      <div role="cell" className="absolute top-3 right-0 z-10 lg:static">
        <RowMenu agent={agent} canRemove={canRemove} />
      </div>
    </div>
  )
}

function roleText({ is_default, published_version, personality }: ListedAgent): string {
  const manner = personalities.find(({ value }) => value === personality)?.label ?? ''
  const version = published_version === null ? manner : `Version ${published_version}`
  return is_default ? `Default · ${version}` : version
}

export function Talking({ count }: { readonly count: number }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-xs font-medium text-warning">
      <span aria-hidden className="size-2 rounded-chip bg-spot shadow-[0_0_0_3px_var(--spot-soft)]" />
      {countText(count)} talking
    </span>
  )
}

function Meter({ share }: { readonly share: number }) {
  return (
    <span
      aria-hidden
      className="ml-2 hidden h-1 w-16 overflow-hidden rounded-chip bg-line align-middle lg:inline-block"
    >
      <span className="block h-full bg-success" style={{ width: `${share * 100}%` }} />
    </span>
  )
}

const picturesMax = 3

interface DemoPicturesProps {
  /** Undefined while loading; their space is reserved. */
  readonly demos: readonly ListedDemo[] | undefined
  readonly total: number
}

function DemoPictures({ demos, total }: DemoPicturesProps) {
  const backendUrl = useBackendUrl()
  if (total === 0) return <span className="text-muted">No demos</span>
  return (
    <>
      <span aria-hidden className="flex shrink-0 pr-4 pl-[3px] *:shrink-0">
        {demos === undefined
          ? Array.from({ length: Math.min(total, picturesMax) }, (_, index) => (
              <span key={index} className="-mr-4 h-8 w-13 rounded-[4px] bg-sunken" />
            ))
          : demos.slice(0, picturesMax).flatMap(({ id, steps: [first] }) =>
              first === undefined || backendUrl === ''
                ? []
                : [
                    <span
                      key={id}
                      className="relative -mr-4 h-8 w-13 overflow-hidden rounded-[4px] bg-sunken shadow-[0_0_0_2px_var(--surface),0_0_0_3px_var(--line)]"
                    >
                      <StepCloseUp step={first} backendUrl={backendUrl} pixels={160} />
                    </span>,
                  ],
            )}
      </span>
      <span className="ml-3 text-muted">
        <span className="sr-only">{countOf(total, 'demo')}</span>
        <span aria-hidden>{countText(total)}</span>
        <span aria-hidden className="lg:hidden">
          {total === 1 ? ' demo' : ' demos'}
        </span>
      </span>
    </>
  )
}

function RowMenu({ agent, canRemove }: { readonly agent: ListedAgent; readonly canRemove: boolean }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const setDefault = useSave(makeDefault, agentsKey)
  const remove = useSave(async (id: string) => {
    await removeAgent(id)
    setIsAsking(false)
    showToast({ text: `${agent.name} was deleted.` })
    await queries.invalidateQueries({ queryKey: ['agent-demos'] })
  }, agentsKey)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More for ${agent.name}`}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        entries={[
          { key: 'open', label: 'Knowledge', onSelect: () => void navigate(`/dashboard/agents/${agent.id}/knowledge`) },
          { key: 'test', label: 'Test', onSelect: () => void navigate(`/dashboard/agents/${agent.id}/test`) },
          {
            key: 'default',
            label: 'Make default',
            hint: 'Presents demos that have no agent of their own.',
            disabled: agent.is_default,
            onSelect: () => setDefault.mutate(agent.id),
          },
          ...(canRemove
            ? [{ key: 'delete', label: 'Delete', tone: 'danger' as const, onSelect: () => setIsAsking(true) }]
            : []),
        ]}
      />
      <Dialog
        title={`Delete ${agent.name}?`}
        description="Its knowledge, tests and versions are deleted. Conversations stay. This can’t be undone."
        isOpen={isAsking}
        onOpenChange={setIsAsking}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="form" onClick={() => setIsAsking(false)}>
            Keep
          </Button>
          <Button tone="danger" size="form" disabled={remove.isPending} onClick={() => remove.mutate(agent.id)}>
            {remove.isPending ? 'Deleting…' : 'Delete agent'}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
