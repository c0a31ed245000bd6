import type { SpokenLanguage } from './spoken-language.ts'

/** Puts dates, weekdays and times into words. */
export function sayDates(text: string, language: SpokenLanguage): string {
  const { months, shortMonths, days, shortDays, slashDates, date, time, clockWord, words } = language
  const whole = (match: string, year: string, month: string, day: string): string => {
    const name = months[Number(month) - 1]
    return name === undefined || Number(day) < 1 || Number(day) > 31 ? match : date(Number(day), name, year)
  }
  const slashed = (match: string, first: string, second: string, year: string): string => {
    const isMonthFirst = (slashDates === 'month-first' && Number(first) <= 12) || Number(second) > 12
    return isMonthFirst ? whole(match, year, first, second) : whole(match, year, second, first)
  }
  const clock = (match: string, hour: string, minute: string): string =>
    Number(hour) > 23 || Number(minute) > 59 ? match : time(Number(hour), minute)
  const month = (short: string): string => months[shortMonths.indexOf(short)] ?? short
  const day = (short: string): string => days[shortDays.indexOf(short)] ?? short
  const short = shortMonths.join('|')
  const shortDay = shortDays.join('|')
  const dated = String.raw`(?:\d{1,2}(?:\.|\p{L}{2})?\s(?:de\s)?)?(?:${months.join('|')})`
  return (
    text
      .replace(/\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z\b/g, `$1 ${words.at} $2 UTC`)
      .replace(/\b(\d{4})-(\d\d)-(\d\d)\b/g, whole)
      .replace(/(?<![\d/])(\d\d?)\/(\d\d?)\/(\d{4})(?![\d/])/g, slashed)
      .replace(/(?<![\d/])(\d\d?)\/(\d\d?)\/(\d\d)(?![\d/])/g, (match, first: string, second: string, year: string) =>
        slashed(match, first, second, `20${year}`),
      )
      .replace(/\b(\d\d?)\.(\d\d?)\.(\d{4})\b/g, (match, dayOf: string, monthOf: string, year: string) =>
        whole(match, year, monthOf, dayOf),
      )
      .replace(new RegExp(String.raw`(?<![\p{L}\p{N}])(${short})\.?(?=\s\d)`, 'gu'), (_, name: string) => month(name))
      .replace(
        new RegExp(String.raw`(?<=\d(?:\.|st|nd|rd|th|er|º)?\s(?:de\s)?)(${short})(?:\.(?!$)|(?![\p{L}\p{N}]))`, 'gu'),
        (_, name: string) => month(name),
      )
      .replace(
        new RegExp(String.raw`(?<![\p{L}\p{N}])(${shortDay})\.?\s?[–-]\s?(${shortDay})(?![\p{L}\p{N}])`, 'gu'),
        (_, from: string, to: string) => `${day(from)} ${words.to} ${day(to)}`,
      )
      // “Thu, Nov 26”.
      .replace(new RegExp(String.raw`(?<![\p{L}\p{N}])(${shortDay})\.?(?=,?\s${dated})`, 'gu'), (_, name: string) =>
        day(name),
      )
      .replace(
        /\b(\d\d?)(:\d\d)?\s?(?:([ap])m\b|([ap])\.m\.(?=[\s,;:–-]|$))/gi,
        (match, hour: string, minute = '', plain?: string, dotted?: string, at = 0, all = '') => {
          const isLast = match.endsWith('.') && Number(at) + match.length === String(all).length
          const half = (plain ?? dotted ?? '').toUpperCase()
          return `${Number(hour)}${String(minute)} ${half}M${isLast ? '.' : ''}`
        },
      )
      .replace(/([AP]M|\d:\d\d)\s?[–-]\s?(?=\d)/g, `$1 ${words.to} `)
      .replace(new RegExp(String.raw`\b(\d\d?):(\d\d)\b(?!:\d|\s?[AP]M)${clockWord}`, 'g'), clock)
  )
}

/** Spells phone numbers digit by digit, in groups as written. */
export function sayPhones(text: string, { words }: SpokenLanguage): string {
  const grouped = (number: string): string =>
    (number.match(/\d+/g) ?? []).map((group) => [...group].join(' ')).join(', ')
  return (
    text
      .replace(/(?<![\w+])\+(\d{1,3})((?:[\s().-]{1,3}\d{1,9}){1,6})(?!\d)/g, (match, country: string, rest: string) =>
        digitsOf(rest) < 6 ? match : `${words.plus} ${country}, ${grouped(rest)}`,
      )
      .replace(/(?<![\w+])\+(\d{8,15})(?!\d)/g, (_, number: string) => `${words.plus} ${grouped(number)}`)
      .replace(/(?<![\d.,$€£-])(?:1-)?\(?\d{3}\)?[\s-]\d{3}-\d{4}(?![\d-])/g, grouped)
      .replace(/(?<![\d.,$€£-])\d{3}-\d{4}(?![\d-])/g, grouped)
      // National numbers: “030 / 1234567”, “01 23 45 67 89”.
      .replace(/(?<![\p{L}\d.,:/$€£-])0\d{1,5}(?:\s?[\s/-]\s?\d{2,8}){1,5}(?![\d-])/gu, (match) =>
        digitsOf(match) < 7 || /^\d\d-\d\d-\d{4}$/.test(match) ? match : grouped(match),
      )
  )
}

function digitsOf(text: string): number {
  return text.replace(/\D/g, '').length
}
