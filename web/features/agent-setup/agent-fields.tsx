import { useQuery } from '@tanstack/react-query'

import {
  agentTextLimits,
  defaultAgentName,
  personalities,
  voiceOptions,
  type Personality,
} from '#domain/agent-options.ts'

import { AgentFace } from '../../ui/agent-face.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { ListenButton } from '../../ui/listen-button.tsx'
import { agentsQuery } from '../../lib/agent-calls.ts'
import { demosQuery } from '../../lib/demo-queries.ts'
import { demoIdOf, type SetupForm } from '../../lib/setup-form.ts'

export interface StepFieldsProps {
  readonly form: SetupForm
  readonly onChange: (patch: Partial<SetupForm>) => void
}

/** Who the agent is: name, voice, personality (spec §3). */
export function AgentFields({ form, onChange }: StepFieldsProps) {
  const name = form.agentName.trim() || defaultAgentName
  const known = useQuery(agentsQuery).data?.find(({ slug }) => slug === 'leo')
  return (
    <>
      <div className="flex gap-4">
        <AgentFace hue={known?.hue ?? 292} size={64} className="mt-1" />
        <TextField
          className="flex-1"
          label="Agent name"
          value={form.agentName}
          required
          maxLength={agentTextLimits.name}
          hint="Shown to visitors, marked as AI."
          problem={form.agentName.trim() === '' ? 'Enter a name.' : undefined}
          onChange={(event) => onChange({ agentName: event.target.value })}
        />
      </div>
      <ChoiceCards
        label="Voice"
        value={form.agentVoice}
        onChange={(agentVoice) => onChange({ agentVoice })}
        options={voiceOptions.map((voice) => ({
          value: voice.value,
          label: voice.label,
          aside: <ListenButton voice={voice} text={`Hello, I’m ${name}, an AI. Shall I show you around?`} />,
        }))}
      />
      <ChoiceCards
        label="Personality"
        value={form.personality}
        onChange={(personality) => onChange({ personality: personality as Personality })}
        options={personalities}
      />
    </>
  )
}

/** The sales process; guidance for the agent, never quoted. */
export function SalesProcessFields({ form, onChange }: StepFieldsProps) {
  return (
    <TextArea
      label="Describe your sales process"
      rows={10}
      value={form.salesProcess}
      maxLength={agentTextLimits.salesProcess}
      placeholder="Who is a good fit, what to ask, when to bring in a person."
      hint="Guides the agent. Visitors never see it."
      onChange={(event) => onChange({ salesProcess: event.target.value })}
    />
  )
}

/** The first words and, at the end of the wizard, everything once more. */
export function FinalFields({ form, onChange }: StepFieldsProps) {
  const demos = useQuery(demosQuery)
  const demo = demos.data?.find(({ id }) => id === demoIdOf(form.demoUrl))
  const voice = voiceOptions.find(({ value }) => value === form.agentVoice)
  const personality = personalities.find(({ value }) => value === form.personality)
  const left = agentTextLimits.welcomeMessage - form.welcomeMessage.length
  return (
    <>
      <TextArea
        label="Welcome message"
        rows={3}
        value={form.welcomeMessage}
        maxLength={agentTextLimits.welcomeMessage}
        placeholder="Welcome. I can show you how it works, or answer a question first."
        hint={`Spoken after the AI disclosure. ${left} characters left.`}
        onChange={(event) => onChange({ welcomeMessage: event.target.value })}
      />
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-card border border-line bg-surface p-4 text-sm">
        <Fact term="Agent" text={`${form.agentName.trim()}, ${voice?.label ?? ''}`} />
        <Fact term="Personality" text={personality?.label ?? ''} />
        <Fact term="Sales process" text={form.salesProcess.trim() === '' ? 'Not set' : 'Written'} />
        <Fact term="Demo" text={form.demoUrl === '' ? 'Not chosen' : (demo?.name ?? 'Chosen')} />
      </dl>
    </>
  )
}

function Fact({ term, text }: { readonly term: string; readonly text: string }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 break-words">{text}</dd>
    </>
  )
}
