import { agentLanguages, type AgentLanguage } from '#domain/agent-languages.ts'
import {
  agentTextLimits,
  defaultAgentName,
  personalities,
  voiceOptions,
  type Personality,
} from '#domain/agent-options.ts'

import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useAgent } from './agent-context.ts'
import { AgentDemos } from './demo-words.tsx'
import { HueChoice } from './hue-choice.tsx'
import { LanguagesField } from './languages-field.tsx'
import { LinesField } from './lines-field.tsx'
import { PronunciationsField } from './pronunciations-field.tsx'
import { SalesRulesEditor } from './sales-rules-editor.tsx'
import { FoldedSection } from './section-head.tsx'
import { VoiceSample } from './voice-sample.tsx'

/** Read to the author in the agent's own language. */
const samples: Readonly<Record<AgentLanguage, (name: string) => string>> = {
  en: (name) => `Hello, I’m ${name}, an AI. Shall I show you around?`,
  de: (name) => `Guten Tag, ich bin ${name}, eine KI. Darf ich Ihnen alles zeigen?`,
  fr: (name) => `Bonjour, je suis ${name}, une IA. Puis-je vous faire visiter ?`,
  es: (name) => `Hola, soy ${name}, una IA. ¿Le enseño cómo funciona?`,
}

const neverSayMax = 100
const speedOptions = [
  { value: '0.8', label: 'Much slower' },
  { value: '0.9', label: 'Slower' },
  { value: '1', label: 'Normal' },
  { value: '1.1', label: 'Faster' },
  { value: '1.2', label: 'Much faster' },
]

/** Who the agent is, what it presents, and how it sells. */
export function BehaviourTab() {
  const { agent, canEdit, edit } = useAgent()
  const name = agent.name.trim() === '' ? defaultAgentName : agent.name.trim()
  const spoken = agent.languages.map((language) => agentLanguages.find(({ value }) => value === language)?.label)
  const voice = voiceOptions.find(({ value }) => value === agent.voice)?.label ?? ''
  const speed = speedOptions.find(({ value }) => value === String(agent.speed))?.label ?? ''
  const left = agentTextLimits.welcomeMessage - (agent.welcome_message?.length ?? 0)
  return (
    <div className="max-w-2xl">
      <FoldedSection title="Identity" value={[name, ...spoken].join(' · ')} isOpen>
        <div className="label-left flex flex-col gap-4">
          <TextField
            label="Agent name"
            hint="Shown to visitors, marked as AI."
            value={agent.name}
            required
            readOnly={!canEdit}
            maxLength={agentTextLimits.name}
            problem={agent.name.trim() === '' ? 'Enter a name.' : undefined}
            onChange={(event) => edit({ name: event.target.value })}
          />
          <HueChoice hue={agent.hue} disabled={!canEdit} onChange={(hue) => edit({ hue })} />
          <LanguagesField
            languages={agent.languages}
            disabled={!canEdit}
            onChange={(languages) => edit({ languages })}
          />
          <ChoiceCards
            label="Personality"
            value={agent.personality}
            onChange={(personality) => canEdit && edit({ personality: personality as Personality })}
            options={personalities}
          />
        </div>
      </FoldedSection>
      <FoldedSection title="Voice" value={`${voice} · ${speed.toLowerCase()} speed`}>
        <div className="label-left flex flex-col gap-4">
          <ChoiceCards
            label="Voice"
            value={agent.voice}
            onChange={(voice) => canEdit && edit({ voice })}
            options={voiceOptions.map((voice) => ({
              value: voice.value,
              label: voice.label,
              aside: <VoiceSample voice={voice} text={samples[agent.languages[0] ?? 'en'](name)} />,
            }))}
          />
          <SelectField
            label="Speed"
            value={String(agent.speed)}
            disabled={!canEdit}
            options={speedOptions}
            onChange={(event) => edit({ speed: Number(event.target.value) })}
          />
          <PronunciationsField
            pronunciations={agent.pronunciations}
            readOnly={!canEdit}
            onChange={(pronunciations) => edit({ pronunciations })}
          />
        </div>
      </FoldedSection>
      <FoldedSection title="Words" value={agent.welcome_message ?? 'No greeting'}>
        <div className="label-left flex flex-col gap-4">
          <TextArea
            label="Greeting"
            rows={3}
            readOnly={!canEdit}
            maxLength={agentTextLimits.welcomeMessage}
            placeholder="Welcome. I can show you how it works, or answer a question first."
            hint={`Spoken after the AI disclosure. ${left} characters left.`}
            value={agent.welcome_message ?? ''}
            onChange={(event) => edit({ welcome_message: textOrNull(event.target.value) })}
          />
          <TextArea
            label="Script"
            rows={5}
            readOnly={!canEdit}
            maxLength={agentTextLimits.demoScript}
            hint="The agent may quote any of it to visitors."
            value={agent.demo_script ?? ''}
            onChange={(event) => edit({ demo_script: textOrNull(event.target.value) })}
          />
          <LinesField
            label="Never say"
            hint="Words and topics, one per line."
            placeholder="roadmap dates"
            most={neverSayMax}
            readOnly={!canEdit}
            lines={agent.never_say}
            onChange={(never_say) => edit({ never_say })}
          />
        </div>
      </FoldedSection>
      <AgentDemos />
      <FoldedSection title="Sales process" value={agent.sales_process ?? 'Not described'}>
        <div className="label-left flex flex-col gap-4">
          <TextArea
            label="Describe your sales process"
            rows={6}
            readOnly={!canEdit}
            maxLength={agentTextLimits.salesProcess}
            placeholder="Who is a good fit, what to ask, when to bring in a person."
            hint="Guides the agent. Visitors never see it."
            value={agent.sales_process ?? ''}
            onChange={(event) => edit({ sales_process: textOrNull(event.target.value) })}
          />
          <SalesRulesEditor />
        </div>
      </FoldedSection>
    </div>
  )
}

function textOrNull(text: string): string | null {
  return text === '' ? null : text
}
