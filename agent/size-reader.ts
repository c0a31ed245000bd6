import { about, asksSomething, clauseBefore, count, firstPerson, people, questionOpening } from './fact-patterns.ts'

/* Reads how many people or things the visitor has. */

export function readSize(said: string): string | undefined {
  const corrected = new RegExp(
    `\\b(?:no|sorry|i mean|i meant|rather|make that|correction),?\\s+(${about}${count})\\s*(?:${people}|[.,!]|$)`,
    'iu',
  ).exec(said)?.[1]
  if (corrected !== undefined && firstPerson.test(said)) return corrected
  const claimed = (found: RegExpExecArray | null): string | undefined =>
    found === null || questionOpening.test(clauseBefore(said, found.index)) ? undefined : found[1]
  const clause = (pattern: string): string | undefined => {
    const found = new RegExp(pattern, 'iu').exec(said)
    if (found === null) return undefined
    // “3 drivers too few” and “we host 8,000 people” don't give the team's size.
    if (/^ (?:too (?:few|many)|short|missing)\b/i.test(said.slice(found.index + found[0].length))) return undefined
    if (
      /\b(?:do|host|serve|seat|expect|invite|welcome|feed) (?:(?:about|around|up to|like|over) )*$/i.test(
        said.slice(0, found.index),
      )
    )
      return undefined
    const start =
      Math.max(
        said.lastIndexOf('.', found.index),
        said.lastIndexOf('?', found.index),
        said.lastIndexOf(';', found.index),
      ) + 1
    const before = said.slice(start, found.index + found[0].length)
    // “Can 60 users log in?” says nothing about the visitor.
    const isBare = found.index === 0
    const isAboutThem = questionOpening.test(before.trim()) ? ourSize.test(before) : firstPerson.test(before)
    return isAboutThem || isBare || /^\s+(?:here|in total)/i.test(said.slice(found.index + found[0].length))
      ? found[0]
      : undefined
  }
  return (
    clause(
      `\\b(?:team|company|crew|group|shop|firm|staff|agency|clinic|school|startup|workforce|department) of ${about}${count}(?: ${places}\\b)?`,
    )?.replace(/^.*? of /i, '') ??
    clause(`${about}\\b${count}[\\s-](?:${people})\\b(?: (?:shop|team|company|firm|business|of us))?`) ??
    new RegExp(
      `\\b(?:we're|we are|there's|there are|it's)\\s+(${about}${count})(?=\\s*(?:[.,;!]|$|here\\b|in total|now\\b|and we\\b|plus\\b|at\\b|people\\b))`,
      'iu',
    ).exec(said)?.[1] ??
    claimed(ownPlaces.exec(said)) ??
    claimed(placesWith.exec(said)) ??
    (firstPerson.test(said) ? claimed(hyphened.exec(said)) : undefined) ??
    (asksSomething(said) ? undefined : alone.exec(said)?.[1]) ??
    (asksSomething(said) ? undefined : (ownCount.exec(said)?.[1] ?? ownNumber.exec(said)?.[1]))
  )
}

/** “Evaluating alternatives to Zendesk, 40 seats.” */
const alone = new RegExp(
  `[,;.]\\s+(${about}${count} (?:${people}|seats?|licen[cs]es?|agents|reps))\\s*(?:[.,;!]|$)`,
  'iu',
)

const places =
  '(?:vans|trucks|lorries|vehicles|cars|buses|boats|berths|places|machines|stores|shops|outlets|halls|rooms|beds|restaurants|cafes|gyms|studios|salons|clinics|practices|labs|schools|classes|classrooms|clubs|pupils|students|members|tenants|warehouses|workshops|garages|properties|buildings|houses|homes|blocks|flats|apartments|units|sites|venues|theatres|farms|vineyards|hectares|acres)'
/** “We've got 22 vans”. */
const ownPlaces = new RegExp(
  `(?:^(?:(?:hi|hey|hello|yo|ok|so|well),? )*(?:we |i )?|\\b(?:we|i))(?:(?:'ve|ve|(?:^|(?<=[ ,]))have| have| had|'re| are| run| own| manage| look after| got| currently| now| also| still)+) (${about}${count} (?:(?!(?:at|in|of|for|with|on|and)\\b)\\p{L}+ ){0,2}?${places})\\b`,
  'iu',
)
/** “We are a family office with four buildings”, “I own one house with six flats”. */
const placesWith = new RegExp(
  `\\b(?:we|we're|i|i'm) [^.?!]{3,60}? (?:with|of|across) (${about}${count} (?:\\p{L}+ )?${places})\\b`,
  'iu',
)
/** “We are a 300-seat theatre”. */
const hyphened =
  /\ban? (\d[\d.,]*[\s-](?:seat|seater|room|bed|person|man|woman|site|location|chair|table|bay|ramp|unit|class|desk|people) \p{L}+)\b/iu

const span = '(?:minutes?|hours?|days?|weeks?|months?|quarters?|years?)'
/** “We rent out 200 machines”. */
const ownCount = new RegExp(
  `\\b(?:we|i) (?:\\p{L}+ly )?(?:rent out|run|operate|manage|own|look after|keep|serve|handle|process|ship) (${about}${count} (?!${span}\\b)\\p{L}+(?: (?:a|an|per|each|every) ${span}\\b)?)`,
  'iu',
)

/** “I have 120 hives”; small numbers count questions and problems as well. */
const ownNumber = new RegExp(
  `\\b(?:we|i)(?:'ve| have|'ve got| have got) (${about}\\d{2,}[\\d,.]* (?!(?:${span}|questions|things|sales)\\b)\\p{L}+s)\\b`,
  'iu',
)

/** In a question, a number is the visitor's size only after one of these words. */
const ourSize = /\b(?:our|us|we're|we are|we have|team|company|of us)\b/i
