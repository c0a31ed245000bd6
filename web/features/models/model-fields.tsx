import { useId, useRef, useState } from 'react'

import { modelProviders, type ModelProvider } from '#domain/model-providers.ts'
import type { ModelSettingsAnswer } from '#protocol/model-settings.ts'

import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { listModels, testModel } from './model-calls.ts'
import { limitFields, readProvider, toLimitText } from './model-form.ts'

interface ModelFieldsProps {
  readonly workspaceId: string
  readonly answer: ModelSettingsAnswer
}

/** The fields of the model's form, with the buttons that try them before they are saved. */
export function ModelFields({ workspaceId, answer }: ModelFieldsProps) {
  const { settings, keyLastFour, defaults } = answer
  const [provider, setProvider] = useState<ModelProvider>(settings.provider)
  const [models, setModels] = useState<readonly string[]>([])
  const listId = useId()
  const address = modelProviders.find(({ value }) => value === provider)?.url ?? ''
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Provider"
          name="provider"
          value={provider}
          options={modelProviders}
          onChange={(event) => setProvider(readProvider(new FormData(event.currentTarget.form ?? undefined)))}
        />
        <TextField
          label="Address"
          name="url"
          type="url"
          defaultValue={settings.url}
          placeholder={address}
          maxLength={2000}
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
      <TextField
        label="Model"
        name="model"
        defaultValue={settings.model}
        list={listId}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        hint={answer.serverModel === null ? undefined : `Empty: ${answer.serverModel}, the server’s.`}
      />
      <datalist id={listId}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <Trial workspaceId={workspaceId} onList={setModels} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Price of input"
          name="price_in"
          inputMode="decimal"
          defaultValue={settings.price_in}
          hint="Dollars per million tokens."
        />
        <TextField label="Price of output" name="price_out" inputMode="decimal" defaultValue={settings.price_out} />
      </div>
      <details className="text-sm">
        <summary className="cursor-pointer font-medium">Limits and search</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {limitFields.map(({ name, label }) => (
            <TextField
              key={name}
              label={label}
              name={name}
              inputMode="decimal"
              defaultValue={toLimitText(name, settings[name])}
              placeholder={toLimitText(name, defaults[name])}
            />
          ))}
          <TextField
            label="Embedding model"
            name="embedding_model"
            defaultValue={settings.embedding_model}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      </details>
    </>
  )
}

interface TrialProps {
  readonly workspaceId: string
  readonly onList: (models: readonly string[]) => void
}

/** Tries what the form holds, saved or not. */
function Trial({ workspaceId, onList }: TrialProps) {
  const place = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState<'test' | 'list'>()
  const [said, setSaid] = useState<{ readonly ok: boolean; readonly text: string }>()

  function read() {
    const form = new FormData(place.current?.closest('form') ?? undefined)
    const apiKey = String(form.get('apiKey') ?? '').trim()
    return {
      workspaceId,
      provider: readProvider(form),
      url: String(form.get('url') ?? '').trim(),
      model: String(form.get('model') ?? '').trim(),
      ...(apiKey !== '' && { apiKey }),
    }
  }

  async function run(kind: 'test' | 'list'): Promise<void> {
    setBusy(kind)
    setSaid(undefined)
    setSaid(kind === 'test' ? await tryTest() : await tryList())
    setBusy(undefined)
  }

  async function tryTest() {
    const trial = read()
    if (trial.model === '') return { ok: false, text: 'Enter a model first.' }
    const outcome = await testModel(trial)
    if (!outcome.ok) return { ok: false, text: outcome.hint ?? outcome.text }
    const { value } = outcome
    return value.ok
      ? { ok: true, text: `“${value.text}” in ${value.milliseconds} ms` }
      : { ok: false, text: value.problem }
  }

  async function tryList() {
    const { model: _, ...trial } = read()
    const outcome = await listModels(trial)
    if (!outcome.ok) return { ok: false, text: outcome.hint ?? outcome.text }
    const { value } = outcome
    if (!value.ok) return { ok: false, text: value.problem }
    onList(value.models)
    return { ok: true, text: `${value.models.length} models. Choose one in the field.` }
  }

  return (
    <div ref={place} className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button size="form" disabled={busy !== undefined} onClick={() => void run('test')}>
          {busy === 'test' ? 'Testing…' : 'Test'}
        </Button>
        <Button size="form" tone="quiet" disabled={busy !== undefined} onClick={() => void run('list')}>
          {busy === 'list' ? 'Listing…' : 'List models'}
        </Button>
      </div>
      <div role="status">
        {said === undefined ? null : said.ok ? (
          <Notice tone="success">{said.text}</Notice>
        ) : (
          <FormProblem text={said.text} />
        )}
      </div>
    </div>
  )
}
