import english from './_locales/en/messages.json' with { type: 'json' }

type TextKey = keyof typeof english

/** A text in the browser's language, with `$1` and so on replaced by values. English outside of an extension. */
export function text(key: TextKey, ...values: readonly string[]): string {
  const translated = globalThis.chrome?.i18n?.getMessage(key, [...values]) ?? ''
  return translated === '' ? fill(english[key].message, values) : translated
}

/** The singular or plural form. */
export function countText(one: TextKey, many: TextKey, count: number): string {
  return count === 1 ? text(one) : text(many, String(count))
}

function fill(message: string, values: readonly string[]): string {
  return message.replace(/\$(\d)/g, (_, number: string) => values[Number(number) - 1] ?? '')
}
