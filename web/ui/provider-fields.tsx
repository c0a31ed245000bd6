import { TextField } from './text-field.tsx'
import { toLimitText, type LimitField } from '../lib/provider-form.ts'

/** The provider's address, with its own as the default. */
export function AddressField({ url, placeholder }: { readonly url: string; readonly placeholder: string }) {
  return (
    <TextField
      label="Address"
      name="url"
      type="url"
      defaultValue={url}
      placeholder={placeholder}
      maxLength={2000}
      spellCheck={false}
    />
  )
}

/** Address and model side by side. */
export function PlaceFields(props: {
  readonly settings: { readonly url: string; readonly model: string }
  readonly known: { readonly url: string; readonly model: string }
}) {
  const { settings, known } = props
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <AddressField url={settings.url} placeholder={known.url} />
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
  )
}

/** A new key; the stored one is never shown, and can be removed. */
export function KeyField({ keyLastFour }: { readonly keyLastFour: string | null }) {
  return (
    <>
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
    </>
  )
}

interface LimitFieldsProps<Name extends string> {
  readonly fields: readonly LimitField<Name>[]
  readonly settings: Readonly<Record<Name, number | null>>
  /** Defaults that apply if a field is empty. */
  readonly defaults: Readonly<Record<Name, number | null>>
}

export function LimitFields<Name extends string>({ fields, settings, defaults }: LimitFieldsProps<Name>) {
  return fields.map(({ name, label }) => (
    <TextField
      key={name}
      label={label}
      name={name}
      inputMode="decimal"
      defaultValue={toLimitText(name, settings[name])}
      placeholder={toLimitText(name, defaults[name])}
    />
  ))
}
