import { useId, useState } from 'react'

import { modelProviders, type ModelProvider } from '#domain/model-providers.ts'
import type { ModelSettingsAnswer } from '#protocol/model-settings.ts'

import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AddressField, KeyField, LimitFields } from '../../ui/provider-fields.tsx'
import { readTrial } from '../../lib/provider-form.ts'
import { toSaid, TrialButtons, useTrial } from '../../ui/provider-trial.tsx'
import { listModels, modelCalls } from './model-calls.ts'
import { limitFields, readProvider } from './model-form.ts'

interface ModelFieldsProps {
  readonly workspaceId: string
  readonly answer: ModelSettingsAnswer
}

/** The fields of the model's form, with buttons that test them before saving. */
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
        <AddressField url={settings.url} placeholder={address} />
      </div>
      <KeyField keyLastFour={keyLastFour} />
      <TextField
        label="Model"
        name="model"
        defaultValue={settings.model}
        list={listId}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        hint={answer.serverModel === null ? undefined : `Leave empty to use the server’s model, ${answer.serverModel}.`}
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
          <LimitFields fields={limitFields} settings={settings} defaults={defaults} />
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

/** Tests the form's values, saved or not. */
function Trial({ workspaceId, onList }: TrialProps) {
  const { place, busy, said, run } = useTrial<'test' | 'list'>()
  const read = (form: FormData) => ({ ...readTrial(form), workspaceId, provider: readProvider(form) })

  async function tryTest(form: FormData) {
    const trial = read(form)
    if (trial.model === '') return { ok: false, text: 'Enter a model first.' }
    return toSaid(await modelCalls.test(trial), ({ text, milliseconds }) => `“${text}” in ${milliseconds} ms`)
  }

  async function tryList(form: FormData) {
    const { model: _, ...trial } = read(form)
    return toSaid(await listModels(trial), ({ models }) => {
      onList(models)
      return `${models.length} models. Choose one in the field.`
    })
  }

  return (
    <TrialButtons place={place} said={said}>
      <Button size="form" disabled={busy !== undefined} onClick={() => void run('test', tryTest)}>
        {busy === 'test' ? 'Testing…' : 'Test'}
      </Button>
      <Button size="form" tone="quiet" disabled={busy !== undefined} onClick={() => void run('list', tryList)}>
        {busy === 'list' ? 'Listing…' : 'List models'}
      </Button>
    </TrialButtons>
  )
}
