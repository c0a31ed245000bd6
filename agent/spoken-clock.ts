/* How hours are said: “half two”, “at 1030”, “2 in the afternoon”, “ten thirty”. */

/** “Mon”, “Tues”, “Wednesday” */
export const dayName = '(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?'

/** A minute of the day as “9:05”. */
export function writeTime(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
}

/** Writes hours in digits: “half two” as “2:30”, “at 1030” as “at 10:30”, “Monday 9” as “Monday at 9”. */
export function writeClock(said: string): string {
  return toDigits(said)
    .replace(foreignAt, 'at $1')
    .replace(hourOnDay, 'at $1')
    .replace(fourDigits, '$1 $2:$3')
    .replace(hourAfterDay, '$1 at $2')
    .replace(hourAfterMeal, '$1 at $2')
    .replace(suggestedHour, 'at $1')
    .replace(hourAgain, 'at $1')
    .replace(hourThatIs, 'at $1 ')
    .replace(bareTime, (_, lead: string, hour: string, minutes: string) => `${lead}at ${hour}:${minutes}`)
    .replace(rangeOfPart, (_, range: string, part: string) => `${range} ${part === 'morning' ? 'am' : 'pm'}`)
    .replace(hourOfPart, (_, hour: string, part: string) => `at ${hour} ${part === 'morning' ? 'am' : 'pm'}`)
}

/** The hour in a remark written by `writeClock`: [, hour, minutes or '', 'a', 'p' or '']. */
export function readHour(said: string): readonly (string | undefined)[] | null {
  return (
    /\b(\d{1,2})[:.h](\d{2})(?:\s?([ap])\.? ?m\b)?/.exec(said) ??
    /\b(\d{1,2})()\s*([ap])\.? ?m\b/.exec(said) ??
    /\b(?:at|around|about|@) (\d{1,2})\b()()(?!(?:st|nd|rd|th))/.exec(said) ??
    /\b(\d{1,2})()() ?o ?clock\b/.exec(said) ??
    /\bmake (?:it|that) (\d{1,2})\b()()(?!(?:st|nd|rd|th)\b|[:.]?\d| ?(?:people|of|min|users|per|months?|years?|weeks?|days?|hours?))/.exec(
      said,
    ) ??
    // “10h”, “14h30”
    /\b(\d{1,2}) ?h ?(\d\d)?()\b/.exec(said)
  )
}

/** “Ore 16”, “um 9 uhr”, “à 11h” */
const foreignAt = /\b(?:ore|um|alle|a las|à) (\d{1,2}(?:[:.h]\d\d)?)(?: ?uhr\b)?/g

/** “10 on Tuesday” */
const hourOnDay = new RegExp(String.raw`(?<![:.\d]|\bat )\b(\d{1,2})(?= on ${dayName}\b)`, 'g')

const fourDigits =
  /\b(at|around|about|after|before|from|\w*day|mon|tues?|wed|thurs?|fri|tomorrow) ([01]?\d|2[0-3]) ?([0-5][05])\b(?! ?min)/gi
/** “Between 6 and 8 in the morning” */
const rangeOfPart =
  /\b((?:between|from) \d{1,2}(?:[:.]\d\d)? (?:and|to|till|until) \d{1,2}(?:[:.]\d\d)?) in (?:the )?(morning|afternoon|evening)\b/g
/** “2 in the afternoon” */
const hourOfPart = /\b(?:at )?(\d{1,2}(?:[:.]\d\d)?) in (?:the )?(morning|afternoon|evening)\b/g
/** A date would be “Monday the 9th”. */
const hourAfterDay = new RegExp(
  String.raw`\b(${dayName}|tomorrow),? ([7-9]|1[0-2])(?= ?(?:$|[.,;!?])| (?:please|then|works?|suits?|would|is|ok|if|for|instead)\b)`,
  'gi',
)

/** “Monday dinner 12” */
const hourAfterMeal = new RegExp(
  String.raw`\b(${dayName}|tomorrow|today),? (?:at )?(?:lunch|dinner|tea|noon)(?:[- ]?time)?,? (\d{1,2})(?=\b(?![:.]?\d| ?[ap]\.?m))`,
  'gi',
)

/** “Say eleven”, “in the afternoon, say two”, “make it Friday, still 11” */
const suggestedHour =
  /(?<=^|\b(?:mornings?|afternoons?|evenings?|any ?time|then|rather|later|earlier|tomorrow|today|\w+day)\b.{0,40})\b(?:say|still),? (?:at )?(\d{1,2})(?= ?(?:$|[.,;!?]|o ?clock))/g
/** “Monday the 7th, 11 as well” */
const hourAgain = /(?<=(?:day|\d(?:st|nd|rd|th)),? )(\d{1,2})(?= (?:as well|again|too)\b)/g
/** “The 9 one”, “he says 6 is better” */
const hourThatIs =
  /(?<![:.\d])\b(?:the (?=\d{1,2} one\b))?([4-9]|1[0-2])(?: one\b| (?=(?:is|would be|might be|suits) (?:better|best|easier|him|her|us|me)\b))/g
/** “Make that 730”, or “1430 if you have it” as the whole remark */
const bareTime =
  /(^[\s,.;]*|\bthe \d{1,2}th, |\b(?:make|do) (?:it|that|this) |\bsay )(1[0-8]|2[1-3]|[1-9])(00|15|30|45)(?= ?(?:$|[.,;!?]|(?:please|then|instead|or|if (?:you|it|that|possible))\b))/g

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

function toDigits(said: string): string {
  return (
    said
      .replace(/\b[a-z]+\b/g, (word) => {
        const number = numberWords.indexOf(word)
        // “The first one” doesn't name an hour.
        return number < 2 ? word : String(number)
      })
      .replace(/\b(\d{1,2}(?:[:.]\d\d)?) ?ish\b/g, 'around $1')
      .replace(/\bnoon ?ish\b/g, 'around noon')
      .replace(/\b(at|around|about|after|before|past|until|till|by|in) one\b/g, '$1 1')
      .replace(/\bone (?=o ?clock|[ap]\.? ?m\b|thirty\b|fifteen\b)/g, '1 ')
      .replace(/\bhalf (?:past )?(\d{1,2}|one)\b/g, (_, hour: string) => `${hour === 'one' ? '1' : hour}:30`)
      .replace(/\bquarter past (\d{1,2})\b/g, '$1:15')
      .replace(/\bquarter to (\d{1,2})\b/g, (_, hour: string) => `${Number(hour) === 1 ? 12 : Number(hour) - 1}:45`)
      // “10 and half”
      .replace(
        /\b(\d{1,2}) and (?:a )?half\b(?= ?(?:$|[.,;!?]|in (?:the )?(?:morning|afternoon)|please\b|then\b|o ?clock\b|works\b|suits\b))/g,
        '$1:30',
      )
      .replace(/\b(\d{1,2}) thirty\b/g, '$1:30')
      .replace(/\b(\d{1,2}) fifteen\b/g, '$1:15')
      .replace(/\b(\d{1,2}) forty ?five\b/g, '$1:45')
      .replace(/\b(at|after|before|until|till|by) midday\b/g, '$1 12:00')
      // “Around noon” names a part of the day.
      .replace(/(?<!\b(?:around|about) )\bnoon\b/g, '12:00')
  )
}
