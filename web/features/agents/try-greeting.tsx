import { useQuery } from '@tanstack/react-query'

import type { Demo, Step } from '#domain/demo.ts'
import { dropSalutation } from '#domain/drop-salutation.ts'
import { findStepFor } from '#player/agent/find-step-for.ts'

import { useBackendUrl } from '../../lib/demo-queries.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'
import { AgentFace } from '../../ui/agent-face.tsx'
import { useAgent } from './agent-context.ts'
import { firstQuestionsQuery } from './agent-server-calls.ts'

interface TryGreetingProps {
  readonly demo: Demo | undefined
  readonly onAsk: (question: string) => void
}

/** The trial before its first question, as visitors find the agent: its welcome, and questions to start with. */
export function TryGreeting({ demo, onAsk }: TryGreetingProps) {
  const { agent } = useAgent()
  const questions = useQuery({ ...firstQuestionsQuery(agent.id, demo?.id ?? ''), enabled: demo !== undefined })
  const steps = demo?.steps ?? []
  const isLoading = questions.isPending
  const welcome = agent.welcome_message?.trim() ?? ''
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 pb-3">
      <div className="mt-auto pt-4 pb-5">
        <AgentFace hue={agent.hue} size={44} />
        <p dir="auto" className="mt-3 line-clamp-4 text-lg font-semibold tracking-[-0.016em] text-balance">
          {`I’m ${agent.name}, an AI assistant. ${welcome === '' ? 'What would you like to know?' : dropSalutation(welcome)}`}
        </p>
      </div>
      <ul aria-label="Questions to start with" aria-busy={isLoading} className="flex flex-col gap-1.5">
        {isLoading
          ? [0, 1, 2].map((row) => <li key={row} className="min-h-12 rounded-card border border-white/8 bg-white/4" />)
          : null}
        {questions.data?.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => onAsk(question)}
              className="flex min-h-12 w-full items-center gap-3 rounded-card border border-white/14 bg-white/4 p-1.5 pr-3 text-left text-sm font-medium text-stage-text transition-colors duration-[120ms] hover:bg-white/10"
            >
              <Picture step={findStepFor(question, steps)} />
              <span className="line-clamp-2 min-w-0 first:pl-2">{question}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="pt-3 text-center text-xs text-stage-muted tabular-nums">
        {agent.published_version === null
          ? 'Draft: not published yet'
          : `Draft: visitors get version ${agent.published_version}`}
      </p>
    </div>
  )
}

/** The step a question is about, around its marker; nothing without one. */
function Picture({ step }: { readonly step: Step | null }) {
  const backendUrl = useBackendUrl()
  if (step === null) return null
  const { xPercent, yPercent } = step.hotspot ?? { xPercent: 50, yPercent: 40 }
  const origin = `${xPercent}% ${yPercent}%`
  return (
    <span className="h-9 w-14 shrink-0 overflow-hidden rounded-control">
      {backendUrl === '' ? null : (
        <img
          src={scaledImageAddress(backendUrl, step.screenshotUrl, 240)}
          alt=""
          style={{ objectPosition: origin, transformOrigin: origin }}
          className="size-full scale-150 object-cover"
        />
      )}
    </span>
  )
}
