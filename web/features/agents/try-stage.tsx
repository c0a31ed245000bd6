import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { ArrowUp, RotateCcw, X } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type ReactNode,
} from 'react'

import { screenshotAddress, type Demo } from '#domain/demo.ts'
import { isTallPicture } from '#domain/tall-picture.ts'
import { agentTextMax } from '#protocol/agent-events.ts'
import { StepStage } from '#player/step-stage.tsx'

import { demoQuery, demosQuery, useBackendUrl } from '../../lib/demo-queries.ts'
import { pairsQuery } from '../../lib/pair-calls.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { StageSelect } from '../../ui/stage-select.tsx'
import { useAgent } from './agent-context.ts'
import { startTrial } from './agent-server-calls.ts'
import { approvedPairs, readSources } from './draft-snapshot.ts'
import { plansQuery, sourcesQuery, termsQuery } from './knowledge-calls.ts'
import { TryBubble } from './try-bubble.tsx'
import { TryGreeting } from './try-greeting.tsx'
import type { AgentDraft } from './try-talk.ts'

interface StageProps {
  /** A question from a tab, such as a failed test. */
  readonly question: string | null
  readonly onAsked: () => void
}

/** The draft beside the page: the demo's picture, and a conversation as visitors have it. */
export function TryStage(props: StageProps) {
  return (
    <aside aria-label="Try the agent" className="sticky top-(--sheet-top) h-(--sheet-height) w-[388px] shrink-0">
      <Trial {...props} />
    </aside>
  )
}

export interface TrySheetProps extends StageProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** The same as an overlay, if there is no space beside the page. */
export function TrySheet({ isOpen, onOpenChange, ...stage }: TrySheetProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-[180ms] data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          aria-label="Try the agent"
          className="fixed inset-0 z-50 shadow-floating transition duration-[180ms] data-ending-style:opacity-0 data-starting-style:translate-x-2 data-starting-style:opacity-0 sm:left-auto sm:w-[388px]"
        >
          <Trial
            {...stage}
            close={
              <BaseDialog.Close
                render={
                  <IconButton label="Close" className={stageIconClass}>
                    <X size={16} aria-hidden />
                  </IconButton>
                }
              />
            }
          />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

const stageIconClass = 'text-stage-muted enabled:hover:bg-stage-raised enabled:hover:text-stage-text'

function Trial({ question, onAsked, close }: StageProps & { readonly close?: ReactNode }) {
  const { agent, stored, talk } = useAgent()
  const listed = useQuery(demosQuery).data
  const demos = listed ?? []
  const playable = demos
    .filter(({ stepCount, status }) => stepCount > 0 && status === 'active')
    .toSorted((a, b) => Number(a.isSample) - Number(b.isSample))
  const own = playable.filter(({ id }) => stored.demoIds.includes(id))
  const offered = own.length > 0 ? own : playable
  const [chosenId, setChosenId] = useState<string | null>(null)
  const demoId = offered.find(({ id }) => id === chosenId)?.id ?? offered[0]?.id
  const demo = useQuery({ ...demoQuery(demoId ?? ''), enabled: demoId !== undefined }).data
  const view = useSyncExternalStore(talk.subscribe, talk.view)

  const draft = useDraftParts()
  const isOutdated = view.stage === 'talking' && hasChanged(view.draft, draft)
  const start = (first?: string) => {
    if (demoId === undefined) return
    void talk.start(() => startTrial(agent, demoId), { draft, ...(first !== undefined && { first }) })
  }
  const ask = (text: string) => {
    if (view.stage === 'talking' || view.stage === 'starting') talk.ask(text)
    else start(text)
  }
  const askFromPage = useEffectEvent((asked: string) => {
    ask(asked)
    onAsked()
  })
  useEffect(() => {
    if (question !== null && demoId !== undefined) askFromPage(question)
  }, [question, demoId])

  return (
    <div className="stage flex h-full flex-col overflow-hidden">
      <div className="flex h-12 shrink-0 items-center gap-1 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-sm font-medium">Try {agent.name}</h2>
        {view.stage === 'idle' ? null : (
          <IconButton label="Restart" className={stageIconClass} onClick={() => start()}>
            <RotateCcw size={16} aria-hidden />
          </IconButton>
        )}
        {close}
      </div>
      {offered.length > 1 ? (
        <StageSelect
          aria-label="Demo"
          className="mx-4 mb-2"
          value={demoId}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => {
            talk.stop()
            setChosenId(event.target.value)
          }}
        />
      ) : null}
      {demoId === undefined ? (
        <NoDemo isLoading={listed === undefined} />
      ) : (
        <>
          <Picture demo={demo} order={view.step} />
          {isOutdated ? (
            <p role="status" className="flex items-center gap-2 px-4 pb-2 text-xs text-stage-muted">
              Changed since this conversation began.
              <button type="button" className="font-medium text-stage-text underline" onClick={() => start()}>
                Restart
              </button>
            </p>
          ) : null}
          <Chat demo={demo} onAsk={ask} />
        </>
      )}
    </div>
  )
}

/** What the agent says and knows. Queries return the same object until its content changes. */
function useDraftParts(): AgentDraft {
  const { agent } = useAgent()
  const words = JSON.stringify([agent.name, agent.personality, agent.welcome_message, agent.demo_script])
  const rules = JSON.stringify([agent.sales_process, agent.sales_rules, agent.never_say])
  const pairs = useQuery({ ...pairsQuery(agent.id), select: approvedPairs }).data
  const plans = useQuery(plansQuery(agent.id)).data
  const terms = useQuery(termsQuery(agent.id)).data
  const sources = useQuery({ ...sourcesQuery(agent.id), select: readSources }).data
  return [words, rules, pairs, plans, terms, sources]
}

function hasChanged(before: AgentDraft, now: AgentDraft): boolean {
  return before.some((part, index) => part !== undefined && now[index] !== undefined && part !== now[index])
}

/** Without a demo to show: an empty frame, or a message. */
function NoDemo({ isLoading }: { readonly isLoading: boolean }) {
  if (!isLoading) {
    return (
      <p className="m-auto max-w-64 p-4 text-center text-sm text-stage-muted">
        Create a demo with at least one step to try the agent.
      </p>
    )
  }
  return (
    <div role="status" aria-label="Loading the demo" className="px-4">
      <div className="mb-2 h-8 rounded-control bg-stage-raised/60" />
      <div className="aspect-[8/5] rounded-[9px] bg-stage-raised/60" />
    </div>
  )
}

function Picture({ demo, order }: { readonly demo: Demo | undefined; readonly order: number }) {
  const backendUrl = useBackendUrl()
  const step = demo?.steps[Math.min(order, demo.steps.length) - 1]
  if (demo === undefined || step === undefined || backendUrl === '') {
    return <div aria-hidden className="mx-4 mb-6 aspect-[8/5] shrink-0 rounded-[9px] bg-stage-raised/60" />
  }
  return (
    <div className="shrink-0 px-4">
      <div className="rounded-[9px] [--us-radius:9px] [&_.us-frame:not(.us-frame-ready)_.us-hotspot-layer]:invisible shadow-[0_0_50px_oklch(0.86_0.13_80/0.22)] [--us-max-height:30dvh]">
        <StepStage
          imageUrl={screenshotAddress(backendUrl, step.screenshotUrl)}
          imageAlt={step.alt ?? step.title ?? `Step ${step.order}`}
          width={step.width}
          height={step.height}
          isTall={isTallPicture(step.width, step.height)}
          hotspot={step.hotspot}
          marker={step.look.marker}
          box={step.look.box}
        />
      </div>
      <div aria-hidden className="flex gap-[3px] pt-2.5 pb-3">
        {demo.steps.slice(0, 60).map(({ id, order: each }) => (
          <span
            key={id}
            className={`h-[3px] flex-1 rounded-chip ${each <= order ? 'bg-[oklch(0.76_0.14_292)]' : 'bg-white/20'}`}
          />
        ))}
      </div>
    </div>
  )
}

interface ChatProps {
  readonly demo: Demo | undefined
  readonly onAsk: (question: string) => void
}

function Chat({ demo, onAsk }: ChatProps) {
  const { talk } = useAgent()
  const view = useSyncExternalStore(talk.subscribe, talk.view)
  const end = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    // Scrolls only the list: scrollIntoView would move the page as well.
    const list = end.current?.parentElement
    list?.scrollTo({ top: list.scrollHeight })
  })

  if (view.stage === 'idle') {
    return (
      <>
        <TryGreeting demo={demo} onAsk={onAsk} />
        <Field onAsk={onAsk} />
      </>
    )
  }
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-3" tabIndex={-1}>
        <ol aria-label="Conversation" aria-live="polite" className="flex min-h-full flex-col justify-end gap-2">
          {view.entries.map((entry) => (
            <TryBubble key={entry.key} entry={entry} demo={demo} onShowStep={(order) => talk.showStep(order)} />
          ))}
          {view.isAsking || view.stage === 'starting' ? (
            <li className="self-start rounded-[14px] bg-stage-raised px-3.5 py-2 text-sm text-stage-muted">…</li>
          ) : null}
        </ol>
        <div ref={end} />
      </div>
      {view.notice === '' && !view.isReconnecting ? null : (
        <p role="status" className="px-4 pb-2 text-xs text-stage-muted">
          {view.isReconnecting ? 'Reconnecting…' : view.notice}
        </p>
      )}
      <Suggestions onAsk={onAsk} />
      <Field onAsk={onAsk} />
    </>
  )
}

const stageChipClass =
  'inline-flex min-h-7.5 items-center rounded-chip border border-white/22 px-3 py-1 text-left text-xs font-medium text-stage-text transition-colors duration-[120ms] hover:bg-white/10 pointer-coarse:min-h-11'

function Suggestions({ onAsk }: { readonly onAsk: (question: string) => void }) {
  const { talk } = useAgent()
  const { suggestions, slots, stage } = useSyncExternalStore(talk.subscribe, talk.view)
  if (stage !== 'talking' || suggestions.length + slots.length === 0) return null
  return (
    <ul aria-label={slots.length > 0 ? 'Meeting times' : 'Suggestions'} className="flex flex-wrap gap-1.5 px-4 pb-2.5">
      {slots.length > 0
        ? slots.map(({ id, label }) => (
            <li key={id}>
              <button type="button" className={stageChipClass} onClick={() => talk.chooseSlot(id)}>
                {label}
              </button>
            </li>
          ))
        : suggestions.slice(0, 3).map((question) => (
            <li key={question} className="min-w-0">
              <button type="button" className={stageChipClass} onClick={() => onAsk(question)}>
                {question}
              </button>
            </li>
          ))}
    </ul>
  )
}

function Field({ onAsk }: { readonly onAsk: (question: string) => void }) {
  const [text, setText] = useState('')

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (text.trim() === '') return
    onAsk(text)
    setText('')
  }

  return (
    <form
      onSubmit={handleSubmit}
      className="mx-3 mb-3 flex min-h-11 shrink-0 items-center gap-2 rounded-[12px] border border-white/14 bg-[oklch(0.22_0.025_300)] pr-1.5 pl-3.5 has-focus-visible:border-[oklch(0.72_0.17_292)]"
    >
      <input
        aria-label="Ask the agent"
        placeholder="Ask anything"
        value={text}
        maxLength={agentTextMax}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        className="min-w-0 flex-1 bg-transparent text-sm text-stage-text outline-none placeholder:text-stage-muted"
      />
      <button
        type="submit"
        aria-label="Send"
        disabled={text.trim() === ''}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-[9px] bg-spot text-[oklch(0.22_0.05_60)] transition-colors duration-[120ms] disabled:bg-white/8 disabled:text-stage-muted pointer-coarse:size-11"
      >
        <ArrowUp size={16} aria-hidden />
      </button>
    </form>
  )
}
