/* Patterns for numbers, quantities and questions in visitors' remarks, used to extract facts. */

/** Whether a remark asks something, even if it also states a fact. */
export function asksSomething(text: string): boolean {
  if (/[?？]/.test(text) || endsInTag.test(text) || asksInside.test(text.replaceAll('’', "'"))) return true
  return text
    .split(/[.,;!]\s*/)
    .some((clause) => questionOpening.test(clause.trim()) || supposes.test(clause.trim().replaceAll('’', "'")))
}

/** “Stops double bookings right”, “app has Polish, yes”; not “all right” */
const endsInTag =
  /^(?!(?:i|we|ok|okay|yes|no|sure|well|oh|hm+|that|thats|this|you|all)\b)(?=(?:\S+ ){2}).*(?<!\b(?:all|that's|thats|is|are|was|about|just|quite|it|on the|to the|the|be|get|got|done|do|you're|your|not|sounds|looks|seems|feels|goes|went|says?|say|a|they're|i'm|we're|put|set|make|makes)),? (?:right|correct|yes|yeah|no|isn't it|doesn't it|don't they|can't it)\s*$/i

/** “I bet it goes off every time someone fetches the milk” asks whether it does. */
const supposes =
  /^(?:(?:so|and|but|well|oh) )*(?:i(?:'d)? (?:bet|suppose|guess|imagine|assume|presume|take it|expect|reckon|fear)|i'm (?:guessing|assuming)|presumably|surely|bet) (?!so\b|not\b)\S+ \S+/i

/** Finds the question in “we got 22 vans what's the cost”; “we know what it costs” isn't one. */
const asksInside =
  /(?<!\b(?:know|see|said|saw|check|tell|told|on|of|about|and|that|for|is|that's|find|found|understand) )\b(?:what's the|what is the|how much (?:is|does|would)|how much(?=\W*$| and\b| in\b| for\b| a\b| per\b)|(?:am|are) (?:i|we) (?:\p{L}+ )?(?:tied|locked|stuck|allowed|able|going)|how do (?:i|we)|what (?:would|does|will) (?:it|this|that)|can (?:i|we|you|it|they|people|customers|anyone|someone)|do you|does (?:it|this|that))(?![\p{L}])|(?<!\b(?:so|nor|neither|as|than|what|which|who|whatever|all|everything|things?|like|that|if|and) )\b(?:(?:do|must|should|shall|could|would) (?:i|we|they)|(?:will|would|does|did) (?:that|this|it|they|he|she|there|anyone|someone|somebody|my \p{L}+|our \p{L}+)) (?!\b(?:so|though|too)\b)\p{L}+/iu

export const questionOpening =
  /^(?:so |and |but |ok |well )*(?!what an? (?:\w+ )?(?:day|night|morning|evening|afternoon|week|month|year|mess|nightmare|shame|pity|relief|start)\b)(?:have (?:you|they|u|ya)|(?:can|could|does|do|is|are|will|would|how|what|which|who|where|when|why)(?:['’]?s)?)\b(?!['’]t (?!(?:i|you|we|they|he|she|it|there|this|that|u|ya|your|the)\b))/i

/** “About sixty of us” → 60; null without a number. */
export function numberIn(text: string): number | null {
  const digits = /\d[\d.,]*/.exec(text)
  if (digits !== null) {
    const number = Number(digits[0].replaceAll(',', '').replace(/\.$/, ''))
    const after = text.slice(digits.index + digits[0].length)
    if (Number.isFinite(number)) return /^\s?(?:k|thousand|grand)\b/i.test(after) ? number * 1_000 : number
  }
  let total: number | null = null
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const value = numberWords[word]
    if (value === undefined) continue
    total = value >= 100 ? (total ?? 1) * value : (total ?? 0) + value
  }
  return total
}

const numberWords: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  thousand: 1_000,
}

export const about =
  '(?:(?:about|around|roughly|maybe|some|approximately|nearly|almost|over|under|just|only|less than|more than|up to)\\s+){0,2}'
/** Longest first; otherwise “sixty” would match as “six”. */
const numberWord = Object.keys(numberWords)
  .toSorted((a, b) => b.length - a.length)
  .join('|')
export const count = `(?:\\d[\\d.,]*k?|a (?:dozen|hundred|thousand)|(?:a couple (?:of )?)?(?:${numberWord})(?:[\\s-](?:${numberWord}))*)(?:\\s?(?:-|to|or)\\s?\\d+)?`

export const firstPerson =
  /\b(?:we|we're|we've|our|us|i|i'm|i've|my|there's|there are|here|ours|team|company|shop|firm)\b/i

export const isDayOrMonth =
  /^(?:the\s)?(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|^(?:january|february|march|april|may|june|july|august|september|october|november|december|q[1-4])\b/i

/** The text before `index` in its clause. */
export function clauseBefore(said: string, index: number): string {
  return (
    said
      .slice(0, index)
      .split(/[.,;!?]\s*/)
      .at(-1) ?? ''
  ).trimStart()
}

export const people =
  'people|persons?|employees|users|staff|colleagues|folks|seats|heads|workers|agents|drivers|nurses|technicians|teachers|engineers|developers|(?:team|staff|crew) members|salespeople|reps|men|women|man|of us|full[ -]timers|licen[cs]es|freelancers|consultants'
