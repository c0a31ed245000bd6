import type { LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import type { ListeningAnswer, ListeningForm, ListeningTestAnswer } from '#protocol/provider-settings.ts'

import { ProviderFormReader, readTrial } from '../../lib/provider-form.ts'
import type { providerCalls } from '../../lib/provider-calls.ts'
import { Button } from '../../ui/button.tsx'
import { KeyField, PlaceFields } from '../../ui/provider-fields.tsx'
import { ProviderSection } from '../../ui/provider-section.tsx'
import { toSaid, TrialButtons, useTrial } from '../../ui/provider-trial.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface KnownProvider<Provider extends string> {
  readonly value: Provider
  readonly label: string
  readonly url: string
  readonly model: string
}

type ListeningCalls<Form extends ListeningForm> = ReturnType<
  typeof providerCalls<ListeningAnswer<Form>, Form, ListeningTestAnswer>
>

interface ListeningSectionProps<Form extends ListeningForm, Extra> {
  readonly workspaceId: string
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly name: string
  /** As in “Speech recognition was saved.” */
  readonly noun: string
  readonly calls: ListeningCalls<Form>
  readonly providers: readonly [KnownProvider<Form['provider']>, ...KnownProvider<Form['provider']>[]]
  /** The choice without a provider, where the server has none either. */
  readonly none: string
  /** Fields of this kind of provider alone. */
  readonly readExtra: (reader: ProviderFormReader) => Extra
  readonly renderExtra?: (settings: Form) => ReactNode
}

/** A workspace's provider that hears visitors, with a button that tests the connection before saving. For admins. */
export function ListeningSection<Form extends ListeningForm, Extra>(props: ListeningSectionProps<Form, Extra>) {
  const { workspaceId, icon, title, text, name, noun, calls } = props
  return (
    <ProviderSection
      workspaceId={workspaceId}
      icon={icon}
      title={title}
      text={text}
      name={name}
      query={calls.query(workspaceId)}
      read={(form) => readForm(form, props)}
      save={calls.save}
      savedText={({ is_on }) => (is_on ? `${noun} was saved.` : 'The provider was removed.')}
      ownName={({ settings }) =>
        settings.is_on ? (props.providers.find(({ value }) => value === settings.provider)?.label ?? null) : null
      }
      otherName={(answer) => otherName(answer, props.none)}
    >
      {(answer) => <ListeningFields {...props} answer={answer} />}
    </ProviderSection>
  )
}

function otherName({ serverProvider }: { readonly serverProvider: string | null }, none: string): string {
  return serverProvider === null ? none : `The server’s: ${serverProvider}`
}

type FormSource<Form extends ListeningForm, Extra> = Pick<ListeningSectionProps<Form, Extra>, 'providers' | 'readExtra'>

/** The settings in a submitted form; a string is the message about an invalid field. */
function readForm<Form extends ListeningForm, Extra>(form: FormData, source: FormSource<Form, Extra>): Form | string {
  const reader = new ProviderFormReader(form)
  const is_on = reader.text('provider') !== ''
  const price = reader.number('price', 'Price') ?? 0
  const { url, model } = readTrial(form)
  return reader.settle({ is_on, price, url, model, ...readProvider(reader, source) } as unknown as Form)
}

function readProvider<Form extends ListeningForm, Extra>(
  reader: ProviderFormReader,
  { providers, readExtra }: FormSource<Form, Extra>,
) {
  const written = reader.text('provider')
  const { value } = providers.find((each) => each.value === written) ?? providers[0]
  return { provider: value, ...readExtra(reader) }
}

function ListeningFields<Form extends ListeningForm, Extra>(
  props: ListeningSectionProps<Form, Extra> & { readonly answer: ListeningAnswer<Form> },
) {
  const { workspaceId, calls, providers, answer } = props
  const { settings, keyLastFour } = answer
  const [provider, setProvider] = useState<string>(settings.is_on ? settings.provider : '')
  const { place, busy, said, run } = useTrial<'test'>()
  const known = providers.find(({ value }) => value === provider)

  async function tryConnection(form: FormData) {
    const trial = { ...readTrial(form), workspaceId, ...readProvider(new ProviderFormReader(form), props) }
    return toSaid(await calls.test(trial), ({ milliseconds }) => `Connected in ${milliseconds} ms`)
  }

  return (
    <>
      <SelectField
        label="Provider"
        name="provider"
        value={provider}
        options={[{ value: '', label: otherName(answer, props.none) }, ...providers]}
        onChange={(event) => setProvider(event.currentTarget.value)}
      />
      {known === undefined ? null : (
        <>
          <PlaceFields settings={settings} known={known} />
          {props.renderExtra?.(settings)}
          <KeyField keyLastFour={keyLastFour} />
          <TrialButtons place={place} said={said}>
            <Button size="form" disabled={busy !== undefined} onClick={() => void run('test', tryConnection)}>
              {busy === undefined ? 'Test' : 'Testing…'}
            </Button>
          </TrialButtons>
          <TextField
            label="Price"
            name="price"
            inputMode="decimal"
            defaultValue={settings.price}
            hint="Dollars per minute. Counts towards the model’s limits."
          />
        </>
      )}
    </>
  )
}
