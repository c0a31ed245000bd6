import english from './_locales/en/messages.json' with { type: 'json' }

type TextKey = keyof typeof english

/** A text in the browser's language; `$1` and so on stand for the values. English where there is no extension around. */
export function text(key: TextKey, ...values: readonly string[]): string {
  const translated = globalThis.chrome?.i18n?.getMessage(key, [...values]) ?? ''
  return translated === '' ? fill(english[key].message, values) : translated
}

/** The form for one, or for any other number. */
export function countText(one: TextKey, many: TextKey, count: number): string {
  return count === 1 ? text(one) : text(many, String(count))
}

function fill(message: string, values: readonly string[]): string {
  return message.replace(/\$(\d)/g, (_, number: string) => values[Number(number) - 1] ?? '')
}
