import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'

import { agentTextLimits } from '#domain/agent-options.ts'
import type { ListedDemo } from '#domain/demo.ts'

import {
  agentDemosQuery,
  agentKey,
  agentsKey,
  agentsQuery,
  assignDemo,
  makeDefault,
  releaseDemo,
  saveDemoWords,
} from '../../lib/agent-calls.ts'
import type { AgentDemoRow } from '../../lib/agent-rows.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { countOf } from '../../lib/figure-text.ts'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { useAgent } from './agent-context.ts'
import { FoldedSection, NothingYet } from './section-head.tsx'
import { useDebouncedSave } from './use-debounced-save.ts'
import { useSave } from './use-save.ts'

const shownAtOnce = 8

/** The demos the agent presents, with texts that replace its own there. */
export function AgentDemos() {
  const { agent, stored, canEdit } = useAgent()
  const demos = useQuery(demosQuery).data
  const assigned = useQuery(agentDemosQuery).data
  const agents = useQuery(agentsQuery).data ?? []
  const [count, setCount] = useState(shownAtOnce)
  const setDefault = useSave(makeDefault, agentsKey, agentKey(agent.id))
  const demosText = [
    stored.demoIds.length === 0 ? 'No demos assigned' : countOf(stored.demoIds.length, 'demo'),
    ...(stored.is_default ? ['default agent'] : []),
  ].join(' · ')
  const nameOf = (id: string | undefined) => agents.find((other) => other.id === id)?.name

  return (
    <FoldedSection title="Demos" value={demosText}>
      <Switch
        label="Default agent"
        hint="Presents demos that have no agent of their own."
        isOn={stored.is_default}
        disabled={!canEdit || stored.is_default || setDefault.isPending}
        onChange={() => setDefault.mutate(agent.id)}
      />
      {demos === undefined || assigned === undefined ? <ListSkeleton label="Loading the demos" rows={3} /> : null}
      {demos?.length === 0 ? <NothingYet>There are no demos yet.</NothingYet> : null}
      <ul className="mt-3 border-t border-line">
        {assigned === undefined
          ? null
          : demos?.slice(0, count).map((demo) => {
              const row = assigned.find(({ demo_id }) => demo_id === demo.id)
              const other = row === undefined || row.agent_id === agent.id ? undefined : nameOf(row.agent_id)
              return (
                <DemoItem
                  key={demo.id}
                  demo={demo}
                  row={row?.agent_id === agent.id ? row : undefined}
                  otherAgent={other}
                />
              )
            })}
      </ul>
      {(demos?.length ?? 0) > count ? (
        <Button tone="quiet" className="mt-1" onClick={() => setCount(count + shownAtOnce)}>
          Show more
        </Button>
      ) : null}
    </FoldedSection>
  )
}

interface DemoItemProps {
  readonly demo: ListedDemo
  /** Set when this agent presents it. */
  readonly row: AgentDemoRow | undefined
  /** The agent that presents it now. */
  readonly otherAgent: string | undefined
}

function DemoItem({ demo, row, otherAgent }: DemoItemProps) {
  const { agent, stored, canEdit } = useAgent()
  const [isOpen, setIsOpen] = useState(false)
  const keys = [agentDemosQuery.queryKey, agentKey(agent.id), agentsKey]
  const assign = useSave((isOn: boolean) => (isOn ? assignDemo(demo.id, agent.id) : releaseDemo(demo.id)), ...keys)
  const hint =
    otherAgent !== undefined
      ? `Presented by ${otherAgent}.`
      : row === undefined && stored.is_default
        ? 'Presented as the default agent.'
        : undefined
  return (
    <li className="border-b border-line py-2">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <Switch
            label={demo.name}
            {...(hint !== undefined && { hint })}
            isOn={row !== undefined}
            disabled={!canEdit || assign.isPending}
            onChange={(isOn) => assign.mutate(isOn)}
          />
        </div>
      </div>
      {row === undefined ? null : (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            className="mt-0.5 inline-flex items-center gap-1 text-xs font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            Own greeting and script
            {row.welcome_message === null && row.demo_script === null ? '' : ' (set)'}
          </button>
          {isOpen ? <DemoWords key={demo.id} row={row} demoName={demo.name} /> : null}
        </>
      )}
    </li>
  )
}

function DemoWords({ row, demoName }: { readonly row: AgentDemoRow; readonly demoName: string }) {
  const { agent, canEdit } = useAgent()
  const [words, setWords] = useState({
    welcome_message: row.welcome_message ?? '',
    demo_script: row.demo_script ?? '',
  })
  const save = useSave(
    (next: typeof words) =>
      saveDemoWords(row.demo_id, {
        welcome_message: next.welcome_message.trim() === '' ? null : next.welcome_message,
        demo_script: next.demo_script.trim() === '' ? null : next.demo_script,
      }),
    agentDemosQuery.queryKey,
  )
  const rest = useDebouncedSave((next: typeof words) => save.mutate(next))
  const change = (patch: Partial<typeof words>) => {
    const next = { ...words, ...patch }
    setWords(next)
    rest.later(next)
  }
  return (
    <div className="mt-2 flex flex-col gap-3 border-l-2 border-line pl-4">
      <TextArea
        label={`Greeting in ${demoName}`}
        rows={2}
        readOnly={!canEdit}
        maxLength={agentTextLimits.welcomeMessage}
        placeholder={agent.welcome_message ?? 'Same as the default'}
        value={words.welcome_message}
        onBlur={rest.now}
        onChange={(event) => change({ welcome_message: event.target.value })}
      />
      <TextArea
        label={`Script in ${demoName}`}
        rows={4}
        readOnly={!canEdit}
        maxLength={agentTextLimits.demoScript}
        placeholder="Same as the default"
        value={words.demo_script}
        onBlur={rest.now}
        onChange={(event) => change({ demo_script: event.target.value })}
      />
    </div>
  )
}
