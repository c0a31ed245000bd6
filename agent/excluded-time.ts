/* The times a visitor rules out: “not Monday”, “the first one doesn't work”, “Wednesday I'm at the dentist”. */

/** The message without the times ruled out, and those times. */
export interface TimesSaid {
  readonly rest: string
  readonly excluded: readonly string[]
}

/** “The second one works. Actually no, can we do the day after instead?”, “let's talk Monday. Never mind, Tuesday” */
export const correction =
  /^(?<first>.{1,200}?)[.,;!?…-]+ *(?:oh,? |but )?(?:(?:actually|wait|sorry|hm+|hang on|hold on)[,.!]? (?:no|not that)|(?:ah |oh |hm+ )?no[,.]? (?:wait|hang on|hold on|sorry)|never ?mind|scratch that|or rather)\b(?<then>.{1,200})$/is

/** Separates the times ruled out from the rest, both in lower case and without apostrophes. */
export function separateExcluded(text: string): TimesSaid {
  const excluded: string[] = []
  let rest = text
    .slice(0, saidMax)
    .toLowerCase()
    .replace(/\bwe[’']d\b/g, 'we would')
    .replace(/[’']/g, '')
    .replace(
      /\bnot tomorrow,? (?:but |rather )?(?:the )?(?:day after|next day)\b(?! tomorrow)/,
      'the day after tomorrow',
    )
  for (const pattern of exclusions) {
    rest = rest.replace(pattern, (...found: readonly unknown[]) => {
      const { time, more = '' } = found.at(-1) as { readonly time: string; readonly more?: string }
      // “At 2” is an hour, “2” alone the second time offered.
      excluded.push(/^\d{1,2}$/.test(time) ? `at ${time}` : time)
      // “Any day but Tuesday and Friday”
      excluded.push(...(more.match(everyWeekday) ?? []))
      return ' '
    })
  }
  return { rest: rest.replace(/\s+/g, ' ').trim(), excluded }
}

/** Longer texts aren't replies to “When?”. */
const saidMax = 500

const month = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*'
const weekday = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?'
const day =
  `(?:${month} \\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}|` +
  `${weekday}|today|tomorrow|\\d{1,2}(?:st|nd|rd|th)|first|second|third|last)`
const everyWeekday = new RegExp(`\\b${weekday}\\b`, 'g')
const clock =
  '(?:\\d{1,2}[:.]\\d\\d(?: ?[ap]\\.?m)?|\\d{1,2} ?[ap]\\.?m|\\d{1,2}(?= ?(?:$|[.,;!?]|please\\b|o ?clock|(?:wont|doesnt|isnt)\\b)))'
const part = '(?: (?:morning|afternoon|evening|one|slot|option|date))?'
const time = `(?<time>(?:${day}${part}(?: at ${clock})?|${clock}))\\b(?! (?:or|and) later)`
const lead = '(?: ?(?:on|at|in|the|this|next|for))*'

const bad =
  '(?:bad|no good|difficult|impossible|out|tricky|full|busy|taken|gone|not (?:so |very |really )?(?:good|great|possible|ideal|free|convenient|an option)|(?:the|my|our) (?!(?:only|best|one|day|first|last|latest|earliest|better|favou?rite|preferred|easiest|next|second|third|free)\\b)[a-z-]+(?= ?(?:$|[.,;!?]|day\\b|night\\b|so\\b|and\\b)))'
const fails =
  '(?:doesnt|does not|dont|do not|wont|will not|isnt|is not|cant|cannot) (?:really |quite |actually )?(?:works?|suits?|fits?|good|possible|happen|be possible)'
const away =
  '(?:at (?:the|my|a) [a-z]+|dentist|doctors?|hospital|away|off|busy|out|closed|booked|unavailable|tied up|travell?ing|flying|abroad|in court|on (?:holiday|leave|site|a course|training|(?:the|a) (?:train|plane|road|ferry|coach))|in (?:a )?meetings?|cant|cannot|wont|not (?:in|here|there|free|available|working))'

/** “The 8th is a holiday here”, “Wednesday evening is rehearsal, so not then” */
const taken =
  '(?:(?:an? |our |the )?(?:(?:bank|public|national|school) )?(?:holidays?|feast(?: day)?|festival|rehearsals?|training|closing day|day off|election day|(?:market|sports|delivery|stock|half) day|(?!(?:good|fine|ok|okay|best|better|free|open|possible|great|perfect|ideal|easier|easiest|preferred|first|convenient|available|lovely|nice|brilliant|quiet|quieter|dead|cool|tomorrow|today|feasible|manageable|comfortable|sensible|workable|doable|suitable|grand|super|alright|right|on|it|when|what|that|this|also|still|too)\\b)[a-z]+(?: (?:night|practice|club|training))?(?= ?(?:$|[.,;!])))|(?![a-z ,]*\\b(?:good|best|better|fine|free|great|ok|okay)\\b)[a-z ]{3,24}?,? (?:so |and )?not then)'

const exclusions = [
  `\\b(?<!why )(?:not|except(?: for)?|(?:anything|any ?time|any day) (?:but|except)|apart from|(?:not|cant|cannot|dont|doesnt|wont) (?:come|be there|there|available|free|work|working|make it)|(?:cant|cannot)(?: do| make)?|avoid)${lead} ${time}(?<more>(?:(?:,? (?:and|or|nor) (?:not |on )*|, not (?:on )?)\\b${weekday}\\b(?! (?:works?|is|would|suits?|at|after|before|morning|afternoon|please|then|instead|rather|if|though)))*)`,
  `\\b${time},? (?:(?:is|are|will be|would be|thats) ${taken}|(?:is|are|will be|would be|thats) (?:really |a bit |too |very )*${bad}|(?:at all )?${fails}|(?:i|we|im|were|(?:my|our) (?:partner|husband|wife|colleagues?|manager|accountant|brother|sister|father|mother|dad|mum|son|daughter|co ?founder|assistant) (?:is|are|has|have|will be|would be)(?!.*\\b(?:free|perfect|good|fine|quiet|works|suits|can talk)\\b))\\b[^.,;!?]{0,24}? ?\\b${away}(?! (?:on )?${day}\\b(?! (?:is|works|suits|would|i|im|we|were)\\b)))\\b(?: for (?:me|us))?(?: at all| after all| though| unfortunately)?`,
  // “Friday we've three funerals”, “Tuesday I have choir”
  `\\b${time},? (?:we|i)(?:ve got|ve|d have| have got| have| got) (?![^.,;!?]*\\b(?:free|time|open\\w*|gap|slot|window|spare|available|hours?|nothing|only|to|all (?:day|morning|afternoon)|the (?:morning|afternoon|whole)|from|until|till|after|before)\\b)[a-z0-9 ]{3,40}(?=$|[.,;!?])`,
  `\\b(?:is|am|are|im|were|hes|shes|theyre|will be|be) (?:really |all |also |both )?${away}${lead} ${time}`,
].map((pattern) => new RegExp(pattern, 'g'))
