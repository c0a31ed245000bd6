import { useRef, useState } from 'react'

import { voiceOptions, type VoiceOption } from '#domain/agent-options.ts'
import { speechProviders, type WebSpeechProvider } from '#domain/speech-providers.ts'
import type { SpeechSettingsAnswer } from '#protocol/speech-settings.ts'

import { playSample } from '../../lib/speech-sample.ts'
import { ListenButton } from '../../ui/listen-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { KeyField, LimitFields, PlaceFields } from '../../ui/provider-fields.tsx'
import { readTrial } from '../../lib/provider-form.ts'
import { readSpeechProvider, readVoices, speechLimitFields } from './speech-form.ts'

interface SpeechFieldsProps {
  readonly workspaceId: string
  readonly answer: SpeechSettingsAnswer
}

/** What speaks for a workspace without a provider. */
export function noSpeechProvider(serverProvider: string | null): string {
  return serverProvider === null ? 'The browser’s voice' : 'The server’s provider'
}

/** The fields of the speech provider's form; each voice can be played before saving. */
export function SpeechFields({ workspaceId, answer }: SpeechFieldsProps) {
  const { settings, keyLastFour, serverProvider, defaults } = answer
  const [provider, setProvider] = useState<WebSpeechProvider | ''>(settings.is_on ? settings.provider : '')
  const known = speechProviders.find(({ value }) => value === provider)
  const none = { value: '', label: noSpeechProvider(serverProvider) }
  return (
    <>
      <SelectField
        label="Provider"
        name="provider"
        value={provider}
        options={[none, ...speechProviders]}
        onChange={(event) => {
          const { value } = event.currentTarget
          setProvider(speechProviders.find((each) => each.value === value)?.value ?? '')
        }}
      />
      {known === undefined ? null : (
        <>
          <PlaceFields settings={settings} known={known} />
          <KeyField keyLastFour={keyLastFour} />
          <div className="grid gap-4 sm:grid-cols-2">
            {voiceOptions.map((voice) => (
              <VoiceField
                key={`${known.value} ${voice.value}`}
                voice={voice}
                workspaceId={workspaceId}
                id={settings.provider === known.value ? (settings.voices[voice.value] ?? '') : ''}
                placeholder={voice.providerVoices[known.value]}
              />
            ))}
          </div>
          <TextField
            label="Price"
            name="price"
            inputMode="decimal"
            defaultValue={settings.price}
            hint="Dollars per million characters."
          />
        </>
      )}
      {known === undefined && serverProvider === null ? null : (
        <details className="text-sm">
          <summary className="cursor-pointer font-medium">Limits</summary>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            <LimitFields fields={speechLimitFields} settings={settings} defaults={defaults} />
          </div>
        </details>
      )}
    </>
  )
}

interface VoiceFieldProps {
  readonly voice: VoiceOption
  readonly workspaceId: string
  readonly id: string
  readonly placeholder: string
}

/** The provider's id for a voice, and a button that plays it with the form's values. */
function VoiceField({ voice, workspaceId, id, placeholder }: VoiceFieldProps) {
  const place = useRef<HTMLDivElement>(null)

  function play(signal: AbortSignal): Promise<string | null> {
    const form = new FormData(place.current?.closest('form') ?? undefined)
    const trial = { ...readTrial(form), provider: readSpeechProvider(form), voices: readVoices(form) }
    return playSample({ workspaceId, voice: voice.value, trial }, signal)
  }

  return (
    <div ref={place} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={voice.label}
          name={`voice.${voice.value}`}
          defaultValue={id}
          placeholder={placeholder}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <ListenButton voice={voice} text="" play={play} />
    </div>
  )
}
