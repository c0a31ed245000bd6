import { useId } from 'react'

import { agentLanguages, isAgentLanguage, type AgentLanguage } from '#domain/agent-languages.ts'

import { SelectField } from '../../ui/select-field.tsx'

export interface LanguagesFieldProps {
  /** The first is the agent's own. */
  readonly languages: readonly AgentLanguage[]
  readonly disabled: boolean
  readonly onChange: (languages: readonly AgentLanguage[]) => void
}

/** The agent's languages: its main one, and others for visitors whose browser prefers them or who choose them. */
export function LanguagesField({ languages, disabled, onChange }: LanguagesFieldProps) {
  const id = useId()
  const [own = 'en'] = languages
  const others = agentLanguages.filter(({ value }) => value !== own)
  return (
    <>
      <SelectField
        label="Language"
        value={own}
        disabled={disabled}
        options={agentLanguages.map(({ value, label }) => ({ value, label }))}
        onChange={({ target: { value } }) => {
          if (isAgentLanguage(value)) onChange(withOwn(value, languages))
        }}
      />
      <div role="group" aria-labelledby={id}>
        <p id={id} className="mb-1 text-sm font-medium">
          Also speaks
        </p>
        <div className="flex flex-wrap gap-x-5">
          {others.map(({ value, label }) => (
            <label key={value} lang={value} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={languages.includes(value)}
                disabled={disabled}
                onChange={({ target: { checked } }) =>
                  onChange(checked ? [...languages, value] : languages.filter((each) => each !== value))
                }
              />
              {label}
            </label>
          ))}
        </div>
        <p className="text-xs text-muted">Visitors get their browser’s language, or choose one in the chat.</p>
      </div>
    </>
  )
}

/** A new main language replaces the previous one, unless the agent already spoke it. */
function withOwn(own: AgentLanguage, languages: readonly AgentLanguage[]): readonly AgentLanguage[] {
  const others = languages.includes(own) ? languages : languages.slice(1)
  return [own, ...others.filter((each) => each !== own)]
}
