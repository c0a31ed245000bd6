import { ExternalLink, FileText, MessageCircleQuestion, Tag } from 'lucide-react'
import { Fragment } from 'react'

import type { Demo } from '#domain/demo.ts'
import type { Citation } from '#protocol/agent-events.ts'

import { useBackendUrl } from '../../lib/demo-queries.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'
import { citationLabel, type TryEntry } from './try-talk.ts'

export interface TryBubbleProps {
  readonly entry: TryEntry
  readonly demo: Demo | undefined
  readonly onShowStep: (order: number) => void
}

/** A message from the visitor or the agent, with its sources. */
export function TryBubble({ entry, demo, onShowStep }: TryBubbleProps) {
  const isVisitor = entry.speaker === 'visitor'
  return (
    <li
      dir="auto"
      className={`max-w-[300px] px-3.5 py-2 text-sm/5 wrap-anywhere ${
        isVisitor
          ? 'self-end rounded-[14px] rounded-br-[5px] bg-stage-accent text-white'
          : 'self-start rounded-[14px] rounded-bl-[5px] bg-stage-raised text-stage-text'
      }`}
    >
      <span className="sr-only">{isVisitor ? 'You: ' : 'Agent: '}</span>
      {entry.text}
      {entry.cites.length + entry.offers.length === 0 ? null : (
        <span className="mt-1.5 flex flex-wrap gap-1.5">
          {entry.cites.map((cite) => (
            <CitationChip key={citationLabel(cite)} cite={cite} demo={demo} onShowStep={onShowStep} />
          ))}
          {entry.offers.map(({ stepId, stepOrder, title, lines }) => (
            <Fragment key={stepId}>
              <StepChip order={stepOrder} text={title} demo={demo} onShowStep={onShowStep} />
              {lines.map((line) => (
                <q key={line} dir="auto" className="w-full pl-1 text-xs text-stage-muted">
                  {line}
                </q>
              ))}
            </Fragment>
          ))}
        </span>
      )}
    </li>
  )
}

const chipClass =
  'inline-flex min-h-6.5 max-w-full items-center gap-1.5 rounded-[7px] bg-white/10 py-0.5 pr-2 pl-1 text-xs font-medium text-stage-text'

interface CitationChipProps {
  readonly cite: Citation
  readonly demo: Demo | undefined
  readonly onShowStep: (order: number) => void
}

function CitationChip({ cite, demo, onShowStep }: CitationChipProps) {
  if (cite.stepOrder !== null) {
    return <StepChip order={cite.stepOrder} text={`Step ${cite.stepOrder}`} demo={demo} onShowStep={onShowStep} />
  }
  const Icon = cite.source?.kind === 'pair' ? MessageCircleQuestion : cite.source?.kind === 'plan' ? Tag : FileText
  const url = cite.source?.url ?? null
  if (url === null || !/^https?:\/\//.test(url)) {
    return (
      <span className={chipClass}>
        <Icon size={14} aria-hidden className="ml-1 shrink-0" />
        <span className="truncate">{citationLabel(cite)}</span>
      </span>
    )
  }
  return (
    <a className={`${chipClass} hover:bg-white/20`} href={url} target="_blank" rel="noreferrer">
      <ExternalLink size={14} aria-hidden className="ml-1 shrink-0" />
      <span className="truncate">{citationLabel(cite)}</span>
    </a>
  )
}

interface StepChipProps {
  readonly order: number
  readonly text: string
  readonly demo: Demo | undefined
  readonly onShowStep: (order: number) => void
}

function StepChip({ order, text, demo, onShowStep }: StepChipProps) {
  const backendUrl = useBackendUrl()
  const step = demo?.steps[order - 1]
  return (
    <button type="button" className={`${chipClass} hover:bg-white/20`} onClick={() => onShowStep(order)}>
      {step === undefined || backendUrl === '' ? null : (
        <img
          src={scaledImageAddress(backendUrl, step.screenshotUrl, 64)}
          alt=""
          className="h-4.5 w-7 shrink-0 rounded-[3px] object-cover object-left-top"
        />
      )}
      <span className="truncate">{text}</span>
    </button>
  )
}
