/** A limit's field: money is entered in dollars. */
export interface LimitField<Name extends string> {
  readonly name: Name
  readonly label: string
}

/** A limit as text for its field; '' for none. */
export function toLimitText(name: string, limit: number | null): string {
  if (limit === null) return ''
  return String(name.endsWith('_cents') ? limit / 100 : limit)
}

/** Reads the fields of a submitted form; the first invalid one sets the message. */
export class ProviderFormReader {
  readonly #form: FormData
  #problem: string | null = null

  constructor(form: FormData) {
    this.#form = form
  }

  text(name: string): string {
    return String(this.#form.get(name) ?? '').trim()
  }

  /** Null for an empty field. */
  number(name: string, label: string): number | null {
    const written = this.text(name).replace(',', '.')
    if (written === '') return null
    const value = Number(written)
    if (!Number.isFinite(value) || value < 0 || value > 10_000_000) {
      this.#problem ??= `“${label}” is not a valid number.`
    }
    return value
  }

  limits<Name extends string>(fields: readonly LimitField<Name>[]): Readonly<Record<Name, number | null>> {
    const entries = fields.map(({ name, label }) => {
      const value = this.number(name, label)
      return [name, value === null ? null : Math.round(name.endsWith('_cents') ? value * 100 : value)]
    })
    return Object.fromEntries(entries) as Readonly<Record<Name, number | null>>
  }

  /** The values read, or the message about a field. */
  settle<Settings>(settings: Settings): Settings | string {
    return this.#problem ?? settings
  }
}

/** A form's values, saved or not, for testing a provider. */
export function readTrial(form: FormData): { readonly url: string; readonly model: string; readonly apiKey?: string } {
  const reader = new ProviderFormReader(form)
  const apiKey = reader.text('apiKey')
  return { url: reader.text('url'), model: reader.text('model'), ...(apiKey !== '' && { apiKey }) }
}
