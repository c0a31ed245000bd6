import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, RotateCcw } from 'lucide-react'
import { useState } from 'react'

import { agentKey, agentsKey } from '../../lib/agent-calls.ts'
import type { VersionRow } from '../../lib/agent-rows.ts'
import { failureHint, failureText } from '../../lib/backend-error.ts'
import { momentText } from '../../lib/dates.ts'
import { countOf, countText } from '../../lib/figure-text.ts'
import { peopleQuery } from '../../lib/workspace-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAgent } from './agent-context.ts'
import { restoreVersion } from './agent-server-calls.ts'
import { versionsQuery } from './knowledge-calls.ts'
import { Chip, NothingYet, PanelSection } from './section-head.tsx'
import { useChanges, VersionChanges } from './version-changes.tsx'

/** Published versions with their changes, and a way to restore one. */
export function VersionsTab() {
  const { agent } = useAgent()
  const versions = useQuery(versionsQuery(agent.id))
  const all = versions.data ?? []
  const latest = all[0]?.number ?? null
  return (
    <div className="flex flex-col gap-9">
      <PanelSection title="Draft">
        <DraftState latest={latest} />
      </PanelSection>
      <PanelSection title="Versions" count={versions.data?.length}>
        {versions.isPending ? <ListSkeleton label="Loading the versions" rows={3} isTall /> : null}
        {versions.isError && versions.data === undefined ? (
          <ErrorState
            title={failureText(versions.error, 'agentsFailed')}
            text={failureHint(versions.error)}
            onRetry={() => void versions.refetch()}
          />
        ) : null}
        {versions.data?.length === 0 ? (
          <NothingYet>Not published yet. Until then, visitors get the draft.</NothingYet>
        ) : null}
        <ul className="border-t border-line empty:hidden">
          {all.map((version, index) => (
            <VersionItem
              key={version.id}
              version={version}
              before={all[index + 1]?.number ?? null}
              isLive={version.number === agent.published_version}
            />
          ))}
        </ul>
      </PanelSection>
    </div>
  )
}

function DraftState({ latest }: { readonly latest: number | null }) {
  const changes = useChanges(latest, null)
  const [isOpen, setIsOpen] = useState(false)
  if (latest === null) return <NothingYet>Everything here is unpublished.</NothingYet>
  if (changes === undefined) return <NothingYet>Comparing…</NothingYet>
  if (changes.length === 0) return <NothingYet>The same as version {latest}.</NothingYet>
  return (
    <div className="border-y border-line py-1.5 text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-8 items-center gap-1.5 font-medium pointer-coarse:min-h-11"
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        {countOf(changes.length, 'change')} since version {latest}
      </button>
      {isOpen ? <VersionChanges from={latest} to={null} /> : null}
    </div>
  )
}

interface VersionItemProps {
  readonly version: VersionRow
  /** The version before it. */
  readonly before: number | null
  readonly isLive: boolean
}

function VersionItem({ version, before, isLive }: VersionItemProps) {
  const { agent, canEdit } = useAgent()
  const people = useQuery(peopleQuery(agent.workspace_id)).data
  const [isOpen, setIsOpen] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const who = people?.find(({ user_id }) => user_id === version.published_by)?.email
  const { passed, failed } = version.tests
  return (
    <li className="border-b border-line py-2.5 text-sm">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 max-sm:min-h-7">
            <span className="font-medium tabular-nums">Version {version.number}</span>
            {isLive ? <Chip tone="good">Live</Chip> : null}
            {passed + failed === 0 ? null : (
              <span className={failed > 0 ? 'text-danger' : 'text-muted'}>
                {failed > 0 ? `${countOf(failed, 'test')} failed` : `${countText(passed)} passed`}
              </span>
            )}
            <span className="text-muted tabular-nums">{momentText(version.published_at)}</span>
          </div>
          <p className="text-muted wrap-anywhere">
            {version.note === '' ? 'No note' : version.note}
            {who === undefined ? '' : ` · ${who}`}
          </p>
          {version.reason === null ? null : (
            <p className="wrap-anywhere text-muted">Published with failing tests: “{version.reason}”</p>
          )}
        </div>
        <span className="flex flex-wrap items-center gap-1 max-sm:-ml-3">
          <Button
            tone="quiet"
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            onClick={() => setIsOpen(!isOpen)}
          >
            Changes
          </Button>
          {isLive ? null : (
            <Button
              tone="quiet"
              disabled={!canEdit}
              icon={<RotateCcw size={14} aria-hidden />}
              onClick={() => setIsAsking(true)}
            >
              Roll back
            </Button>
          )}
        </span>
      </div>
      {isOpen ? <VersionChanges from={before} to={version.number} /> : null}
      <Dialog
        title={`Roll back to version ${version.number}?`}
        description="It becomes a new version and replaces the draft."
        isOpen={isAsking}
        onOpenChange={setIsAsking}
      >
        <RollBack version={version} onDone={() => setIsAsking(false)} />
      </Dialog>
    </li>
  )
}

function RollBack({ version, onDone }: { readonly version: VersionRow; readonly onDone: () => void }) {
  const { agent, saver } = useAgent()
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<{ readonly text: string; readonly hint?: string | undefined } | null>(null)

  async function handleRestore(): Promise<void> {
    setIsBusy(true)
    await saver.flush()
    const outcome = await restoreVersion(agent.id, version.number)
    setIsBusy(false)
    if (!outcome.ok) return setProblem(outcome)
    onDone()
    showToast({ text: `Version ${outcome.value.version.number} is live, as version ${version.number} was.` })
    const changed = [agentKey(agent.id), agentsKey, ['agent-demos']]
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }

  return (
    <div className="flex flex-col gap-4">
      {problem === null ? null : <FormProblem text={problem.text} hint={problem.hint} />}
      <Button tone="accent" size="form" disabled={isBusy} onClick={() => void handleRestore()}>
        {isBusy ? 'Rolling back…' : 'Roll back'}
      </Button>
    </div>
  )
}
