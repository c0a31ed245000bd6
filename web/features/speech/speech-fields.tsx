import { useRef, useState } from 'react'

import { voiceOptions, type VoiceOption } from '#domain/agent-options.ts'
import { speechProviders, type WebSpeechProvider } from '#domain/speech-providers.ts'
import type { SpeechSettingsAnswer } from '#protocol/speech-settings.ts'

import { playSample } from '../../lib/speech-sample.ts'
import { ListenButton } from '../../ui/listen-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readSpeechProvider, readVoices, speechLimitFields } from './speech-form.ts'

interface SpeechFieldsProps {
  readonly workspaceId: string
  readonly answer: SpeechSettingsAnswer
}

/** The fields of the speech provider's form; each voice can be heard before it is saved. */
export function SpeechFields({ workspaceId, answer }: SpeechFieldsProps) {
  const { settings, keyLastFour, serverProvider, defaults } = answer
  const [provider, setProvider] = useState<WebSpeechProvider | ''>(settings.is_on ? settings.provider : '')
  const known = speechProviders.find(({ value }) => value === provider)
  const none = { value: '', label: serverProvider === null ? 'The browser’s voice' : 'The server’s provider' }
  const toText = (name: string, limit: number | null): string =>
    limit === null ? '' : String(name.endsWith('_cents') ? limit / 100 : limit)
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
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Address"
              name="url"
              type="url"
              defaultValue={settings.url}
              placeholder={known.url}
              maxLength={2000}
              spellCheck={false}
            />
            <TextField
              label="Model"
              name="model"
              defaultValue={settings.model}
              placeholder={known.model}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <TextField
            label="API key"
            name="apiKey"
            type="password"
            autoComplete="off"
            maxLength={2000}
            placeholder={keyLastFour === null ? '' : `••••${keyLastFour}`}
            hint={keyLastFour === null ? undefined : 'Leave empty to keep the stored key.'}
          />
          {keyLastFour === null ? null : (
            <label className="flex items-center gap-2 text-sm">
              <input type="checkbox" name="removesKey" /> Remove the stored key
            </label>
          )}
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
            {speechLimitFields.map(({ name, label }) => (
              <TextField
                key={name}
                label={label}
                name={name}
                inputMode="decimal"
                defaultValue={toText(name, settings[name])}
                placeholder={toText(name, defaults[name])}
              />
            ))}
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

/** The provider's id of a voice, and a button that plays it with what the form holds. */
function VoiceField({ voice, workspaceId, id, placeholder }: VoiceFieldProps) {
  const place = useRef<HTMLDivElement>(null)

  function play(signal: AbortSignal): Promise<string | null> {
    const form = new FormData(place.current?.closest('form') ?? undefined)
    const apiKey = String(form.get('apiKey') ?? '').trim()
    const trial = {
      provider: readSpeechProvider(form),
      url: String(form.get('url') ?? '').trim(),
      model: String(form.get('model') ?? '').trim(),
      voices: readVoices(form),
      ...(apiKey !== '' && { apiKey }),
    }
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
