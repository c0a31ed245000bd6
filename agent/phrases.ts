/*
 * Matches normalised sentences against word lists. A list is phrases separated by commas; in a phrase, `a|b` and
 * `{a b|c}` are alternatives, `[a|b]` is optional, and `{a|b}+` repeats.
 */

export type Matcher = (said: string) => boolean

interface Surroundings {
  /** Words that may come first, any number of times. */
  readonly before?: string
  /** Words that may follow, any number of times. */
  readonly after?: string
}

/** Matches if the sentence contains a phrase of each list, in this order. */
export function has(...lists: readonly string[]): Matcher {
  return matcher(lists.map((list) => `\\b${anyOf(list)}\\b`).join('.*'))
}

/** Matches if the sentence starts with a phrase of the first list, and phrases of the others follow in this order. */
export function startsWith(lists: string | readonly string[], { before }: Omit<Surroundings, 'after'> = {}): Matcher {
  const [first = '', ...others] = typeof lists === 'string' ? [lists] : lists
  return matcher([`^${lead(before)}${anyOf(first)}\\b`, ...others.map((list) => `\\b${anyOf(list)}\\b`)].join('.*'))
}

/** Matches if the sentence ends with a phrase of the last list, and phrases of the others precede it in this order. */
export function endsWith(...lists: readonly string[]): Matcher {
  return matcher(`${lists.map((list) => `\\b${anyOf(list)}`).join('\\b.*')}$`)
}

/** Matches if the sentence is exactly a phrase of the list. */
export function is(list: string, { before, after }: Surroundings = {}): Matcher {
  return matcher(`^${lead(before)}${anyOf(list)}${after === undefined ? '' : `(?: ${anyOf(after)})*`}$`)
}

export function either(...matchers: readonly Matcher[]): Matcher {
  return (said) => matchers.some((matches) => matches(said))
}

function matcher(source: string): Matcher {
  const pattern = new RegExp(source)
  return (said) => pattern.test(said)
}

function lead(before: string | undefined): string {
  return before === undefined ? '' : `(?:${anyOf(before)} )*`
}

function anyOf(list: string): string {
  return `(?:${list.split(',').map(phraseSource).join('|')})`
}

function phraseSource(phrase: string): string {
  let source = ''
  let isStarted = false
  for (const [token] of phrase.matchAll(/\[[^\]]+\]|\{[^}]+\}\+?|\S+/g)) {
    const words = `(?:${token.replaceAll(/^[[{]|[\]}]\+?$/g, '')})`
    if (token.startsWith('[')) {
      source += isStarted ? `(?: ${words})?` : `(?:${words} )?`
      continue
    }
    source += `${isStarted ? ' ' : ''}${words}${token.endsWith('}+') ? `(?: ${words})*` : ''}`
    isStarted = true
  }
  return source
}
