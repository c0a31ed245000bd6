import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowLeft, Check, CircleAlert, LoaderCircle, MessageCircle } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'

import { agentKey, agentsKey, readAgent, saveAgentEdit, type ListedAgent } from '../../lib/agent-calls.ts'
import type { AgentRow } from '../../lib/agent-rows.ts'
import { useRole } from '../../lib/use-role.ts'
import { AgentFace } from '../../ui/agent-face.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AgentContext, type AgentContextValue } from './agent-context.ts'
import { Talking } from './agent-list.tsx'
import { AgentSaver, type SaverView } from './agent-saver.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { unansweredQuery } from './agent-server-calls.ts'
import { testsQuery } from './knowledge-calls.ts'
import { PublishButton } from './publish-button.tsx'
import { TrySheet, TryStage } from './try-stage.tsx'
import { TryTalk } from './try-talk.ts'
import { agentSaveKey } from './use-save.ts'
import { useWide } from './use-wide.ts'

const tabs = [
  ['Overview', ''],
  ['Behaviour', 'behaviour'],
  ['Knowledge', 'knowledge'],
  ['Meetings', 'meetings'],
  ['Handover', 'handover'],
  ['Test', 'test'],
  ['Versions', 'versions'],
  ['Installation', 'installation'],
] as const

/** The header, the tabs and the trial panel of an agent's pages. */
export function AgentFrame({ stored, children }: { readonly stored: ListedAgent; readonly children: ReactNode }) {
  const saver = useSaver(stored)
  const saving = useSyncExternalStore(saver.subscribe, saver.view)
  const [talk] = useState(() => new TryTalk())
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const [question, setQuestion] = useState<string | null>(null)
  const isWide = useWide()
  const role = useRole()
  useEffect(() => talk.stop, [talk])

  const value: AgentContextValue = {
    agent: saving.agent,
    stored,
    saver,
    saving,
    talk,
    canEdit: role !== 'viewer',
    edit: (edit) => saver.change(edit),
    tryQuestion: (next) => {
      setQuestion(next)
      if (!isWide) setIsSheetOpen(true)
    },
  }
  const stage = { question, onAsked: () => setQuestion(null) }
  return (
    <AgentContext value={value}>
      <div className="flex min-w-0 items-stretch">
        <div className="min-w-0 flex-1 bg-surface min-h-(--sheet-height)">
          <div className="contents bg-surface sm:sticky sm:top-(--sheet-top) sm:z-20 sm:block">
            <AgentHead agent={saving.agent} talking={stored.figures.talking} saving={saving} onRetry={saver.flush}>
              {isWide ? null : (
                <Button icon={<MessageCircle size={16} aria-hidden />} onClick={() => setIsSheetOpen(true)}>
                  Try it
                </Button>
              )}
              <PublishButton agent={saving.agent} flush={saver.flush} />
            </AgentHead>
            <AgentTabs agentId={stored.id} />
          </div>
          <div className="px-4 pt-2 pb-10 sm:px-6">
            <ConflictNotice />
            {children}
          </div>
        </div>
        {isWide ? <TryStage {...stage} /> : null}
      </div>
      {isWide ? null : <TrySheet {...stage} isOpen={isSheetOpen} onOpenChange={setIsSheetOpen} />}
    </AgentContext>
  )
}

/** Has the layout of the page, so that nothing moves when the agent has loaded. */
export function AgentSkeleton() {
  const isWide = useWide()
  return (
    <div role="status" aria-label="Loading the agent" className="flex min-w-0 items-stretch">
      <div className="min-h-(--sheet-height) min-w-0 flex-1 bg-surface">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3.5 pb-2 sm:px-6">
          <Skeleton className="my-1 ml-9 size-9 rounded-chip pointer-coarse:ml-12" />
          <Skeleton className="h-5 w-28" />
          {/* Phones have the actions in a row of their own. */}
          <div className="h-11 basis-full sm:hidden" />
        </div>
        <div aria-hidden className="overflow-hidden border-b border-line px-4 sm:px-6">
          <ul className="flex gap-5">
            {tabs.map(([label]) => (
              <li key={label} className={tabClass}>
                {label}
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-col gap-3 px-4 pt-6 sm:px-6">
          <Skeleton className="mb-2 h-5 w-36" />
          {Array.from({ length: 5 }, (_, row) => (
            <Skeleton key={row} className={row % 2 === 0 ? 'h-3.5 w-4/5' : 'h-3.5 w-3/5'} />
          ))}
        </div>
      </div>
      {isWide ? <div className="stage sticky top-(--sheet-top) h-(--sheet-height) w-[388px] shrink-0" /> : null}
    </div>
  )
}

const tabClass =
  'flex h-10 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted pointer-coarse:h-11'

function useSaver(stored: ListedAgent): AgentSaver {
  const queries = useQueryClient()
  const [saver] = useState(
    () =>
      new AgentSaver(stored, {
        write: (edit, knownAt) => saveAgentEdit(stored.id, edit, knownAt),
        read: () => readAgent(stored.id),
        onSaved: (row) => {
          queries.setQueryData(agentKey(row.id), (known: ListedAgent | undefined) => known && { ...known, ...row })
          void queries.invalidateQueries({ queryKey: agentsKey })
        },
      }),
  )
  useEffect(() => saver.accept(stored), [saver, stored])
  useEffect(() => {
    const flush = () => void saver.flush()
    const warn = (event: BeforeUnloadEvent) => {
      if (saver.view().status !== 'saved') event.preventDefault()
    }
    window.addEventListener('pagehide', flush)
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('beforeunload', warn)
      flush()
    }
  }, [saver])
  return saver
}

interface AgentHeadProps {
  readonly agent: AgentRow
  readonly talking: number
  readonly saving: SaverView
  readonly onRetry: () => Promise<void>
  readonly children: ReactNode
}

function AgentHead({ agent, talking, saving, onRetry, children }: AgentHeadProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3.5 pb-2 sm:px-6 sm:pr-4">
      <Link
        to="/dashboard/agents"
        aria-label="All agents"
        className="-ml-2 inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-[120ms] hover:bg-sunken hover:text-text pointer-coarse:size-11"
      >
        <ArrowLeft size={16} aria-hidden />
      </Link>
      <AgentFace hue={agent.hue} size={36} />
      <h1 dir="auto" className="min-w-0 truncate text-lg font-semibold tracking-tight max-sm:flex-1">
        {agent.name.trim() === '' ? 'Agent' : agent.name}
      </h1>
      {talking > 0 ? <Talking count={talking} /> : null}
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <SaveState saving={saving} onRetry={onRetry} />
        {children}
      </span>
    </header>
  )
}

function SaveState({ saving, onRetry }: { readonly saving: SaverView; readonly onRetry: () => Promise<void> }) {
  const others = useIsMutating({ mutationKey: agentSaveKey })
  const isBusy = others > 0 || saving.status === 'saving' || saving.status === 'waiting'
  if (saving.status === 'failed') {
    return (
      <span role="alert" className="flex items-center gap-2 text-sm text-danger">
        <CircleAlert size={14} aria-hidden />
        Not saved
        <Button onClick={() => void onRetry()}>Try again</Button>
      </span>
    )
  }
  if (saving.agent.name.trim() === '') return <span className="text-sm text-danger">Enter a name.</span>
  return (
    <span role="status" className="flex items-center gap-1.5 text-sm text-muted">
      {isBusy ? <LoaderCircle size={14} aria-hidden className="animate-spin" /> : <Check size={14} aria-hidden />}
      {isBusy ? 'Saving…' : 'Saved'}
    </span>
  )
}

function AgentTabs({ agentId }: { readonly agentId: string }) {
  const current = useLocation().pathname.split('/')[4] ?? ''
  const unanswered = useQuery(unansweredQuery(agentId)).data?.length ?? 0
  const failing = useQuery(testsQuery(agentId)).data?.filter(({ last_run }) => last_run?.passed === false).length ?? 0
  const counts: Readonly<Record<string, { readonly count: number; readonly isBad: boolean; readonly text: string }>> = {
    Knowledge: { count: unanswered, isBad: false, text: 'unanswered' },
    Test: { count: failing, isBad: true, text: 'failing' },
  }
  return (
    <nav
      aria-label="Agent"
      className="fade-ends overflow-x-auto border-b border-line bg-surface px-4 [scrollbar-width:none] max-sm:sticky max-sm:top-0 max-sm:z-20 sm:relative sm:px-6"
    >
      <ul className="flex gap-5">
        {tabs.map(([label, path]) => {
          const badge = counts[label]
          return (
            <li key={label} ref={path === current ? bringIntoView : null}>
              <NavLink
                to={path === '' ? `/dashboard/agents/${agentId}` : `/dashboard/agents/${agentId}/${path}`}
                end={path === ''}
                className={({ isActive }) =>
                  clsx(tabClass, '-outline-offset-2', isActive ? 'border-text! text-text!' : 'hover:text-text')
                }
              >
                {label}
                {badge === undefined || badge.count === 0 ? null : (
                  <span
                    className={clsx('text-xs font-normal tabular-nums', badge.isBad ? 'text-danger' : 'text-muted')}
                  >
                    {badge.count}
                    <span className="sr-only"> {badge.text}</span>
                  </span>
                )}
              </NavLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** On a phone the tabs are wider than the screen. */
function bringIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
