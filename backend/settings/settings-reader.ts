export type Environment = Readonly<Record<string, string | undefined>>

/** Reads settings by name and collects all errors, one sentence each. */
export interface SettingsReader {
  readonly problems: readonly string[]
  /** Every name read so far, set or not. */
  readonly names: ReadonlySet<string>
  /** The trimmed value; null when unset or empty. */
  readonly text: (name: string) => string | null
  readonly refuse: (sentence: string) => null
  readonly flag: (name: string, fallback: boolean) => boolean
  readonly oneOf: <T extends string>(name: string, allowed: readonly T[], fallback: T) => T
  readonly wholeNumber: (name: string, least: number, most: number, fallback: number) => number
  /** A Go duration such as 60s, 1m30s or 24h, or a number of seconds. */
  readonly seconds: (name: string, least: number, most: number, fallback: number) => number
  /** Trimmed comma-separated values. */
  readonly list: (name: string) => readonly string[]
  readonly origin: (name: string) => string | null
}

export function createSettingsReader(environment: Environment): SettingsReader {
  const problems: string[] = []
  const names = new Set<string>()
  const text = (name: string): string | null => {
    names.add(name)
    return environment[name]?.trim() || null
  }
  const refuse = (sentence: string): null => {
    problems.push(sentence)
    return null
  }
  const inRange = (
    name: string,
    kind: string,
    number: number,
    least: number,
    most: number,
    fallback: number,
  ): number => {
    if (number >= least && number <= most) return number
    refuse(`${name} must be ${kind} from ${least} to ${most}, but is "${text(name) ?? ''}".`)
    return fallback
  }
  return {
    problems,
    names,
    text,
    refuse,
    flag: (name, fallback) => {
      const value = text(name)?.toLowerCase()
      if (value === undefined) return fallback
      if (['true', '1', 't', 'on', 'yes'].includes(value)) return true
      if (!['false', '0', 'f', 'off', 'no'].includes(value)) {
        refuse(`${name} must be true or false, but is "${value}".`)
      }
      return false
    },
    oneOf: (name, allowed, fallback) => {
      const value = text(name)
      if (value === null) return fallback
      const match = allowed.find((each) => each === value.toLowerCase())
      if (match !== undefined) return match
      refuse(`${name} must be one of ${allowed.join(', ')}, but is "${value}".`)
      return fallback
    },
    wholeNumber: (name, least, most, fallback) => {
      const value = text(name)
      if (value === null) return fallback
      const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
      return inRange(name, 'a whole number', number, least, most, fallback)
    },
    seconds: (name, least, most, fallback) => {
      const value = text(name)
      if (value === null) return fallback
      return inRange(name, 'a time like 60s or 24h, in seconds', parseSeconds(value), least, most, fallback)
    },
    list: (name) => (text(name) ?? '').split(',').flatMap((part) => part.trim() || []),
    origin: (name) => {
      const value = text(name)
      if (value === null) return null
      const url = URL.canParse(value) ? new URL(value) : null
      if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search + url.hash === '') {
        return url.origin
      }
      const isBelowPath = name === 'PUBLIC_URL' && url !== null && url.pathname !== '/'
      const why = isBelowPath ? ' Understudy needs a host name of its own and can not be hosted below a path.' : ''
      return refuse(
        `${name} must be an address like https://demos.example.com without a path, but is "${value}".${why}`,
      )
    },
  }
}

function parseSeconds(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const parts = /^(?:(\d{1,6})h)?(?:(\d{1,8})m)?(?:(\d{1,9})s)?$/.exec(text)
  if (parts === null) return Number.NaN
  const [hours = '0', minutes = '0', seconds = '0'] = parts.slice(1)
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
