import type { ForeignLanguage } from './foreign-language.ts'
import { recogniseRemark, type Remark } from './remark.ts'
import { findEmailAddress } from './spoken-choice.ts'

/** What a visitor wants. Anything that is no command is a question. */
export type Intent =
  | { readonly type: 'stop' | 'continue' | 'decline' | 'repeat' | 'next' | 'back' | 'restart' | 'last' }
  | { readonly type: 'go-to'; readonly step: number }
  /** Steps forward; negative for back. */
  | { readonly type: 'move'; readonly by: number }
  | { readonly type: 'robot' | 'privacy' | 'human' | 'bye' | 'thanks' | 'hello' | 'help' }
  | { readonly type: 'contact' }
  /** A meeting with people; only when meetings can be booked. */
  | { readonly type: 'book' }
  /** “uh-huh” while the agent speaks: heard, not answered. */
  | { readonly type: 'backchannel' }
  | { readonly type: 'commitment' }
  | { readonly type: 'remark'; readonly about: Remark }
  /** Another language than the notes'. */
  | { readonly type: 'foreign'; readonly language: ForeignLanguage }
  | { readonly type: 'nothing' }
  | { readonly type: 'question' }

/**
 * Recognises commands by words rather than whole sentences, so that a misheard word doesn't matter. A command inside a
 * real question (“what is the next billing date?”) stays a question. Without bookings, asking for a meeting means
 * asking for a person.
 */
export function recogniseIntent(text: string, takesMeetings: boolean): Intent {
  const said = normaliseSaid(text)
  if (said === '') return recogniseSigns(text.trim())
  const wordCount = said.split(' ').length
  const contact = recogniseContact(text.trim(), wordCount)
  if (contact !== null) return contact
  if (backchannels.test(said)) return { type: 'backchannel' }
  if (wordCount <= 16 && asksForMeeting(said)) return { type: takesMeetings ? 'book' : 'human' }
  const by = findMove(said, wordCount)
  if (by !== null) return { type: 'move', by }
  const step = findStep(said, wordCount)
  if (step !== null) return { type: 'go-to', step }
  for (const [type, pattern, wordsMax] of commands) {
    if (wordCount <= wordsMax && pattern.test(said)) return { type }
  }
  const about = recogniseRemark(said)
  return about === null ? { type: 'question' } : { type: 'remark', about }
}

/** Input without words: a thumb, a heart, “???”. */
function recogniseSigns(text: string): Intent {
  if (text === '') return { type: 'nothing' }
  if (/^[👍👌✅🙂😊🆗]/u.test(text)) return { type: 'continue' }
  if (/^[❤🎉👏🔥😍😀😃😄🤩💯🙏]/u.test(text)) return { type: 'remark', about: 'praise' }
  return { type: 'remark', about: 'unclear' }
}

/** An address or number left for the author; a question containing one stays a question. */
function recogniseContact(text: string, wordCount: number): Intent | null {
  if (wordCount > 24 || /[?？]$/.test(text)) return null
  if (findEmailAddress(text) !== null) return { type: 'contact' }
  if (/\b(?:my|our) (?:e-?)?mail (?:address )?is\b/i.test(text)) return { type: 'contact' }
  if (/\S@/.test(text)) return { type: 'remark', about: 'broken-address' }
  const hasNumber = /(?:^|[^\d.,$€£])\+?\d(?:[ ().-]*\d){6,14}(?![\d%])/.test(text)
  const isAboutCalling = wordCount <= 8 || /\b(?:call|phone|number|reach|mobile|whatsapp|text|ring)\b/i.test(text)
  return hasNumber && isAboutCalling ? { type: 'contact' } : null
}

/** “Book a meeting”, “can we schedule a call”, “talk to sales”; not “how do I book a meeting in your product”. */
function asksForMeeting(said: string): boolean {
  if (
    /^(?:how|what|why|where|when|does|do you|is|are)\b/.test(said) &&
    !/\b(?:with you|with (?:the|your) team|with sales)\b/.test(said)
  ) {
    return false
  }
  return (
    /\b(?:book|schedule|arrange|set up|plan|make|have|get|want|need|like|fix)\b.*\b(?:meeting|call|appointment|demo call|live demo|personal demo|slot|time to (?:talk|meet))\b/.test(
      said,
    ) ||
    /\b(?:talk|speak|chat|connect|meet)\b.*\b(?:sales|sales ?(?:person|rep|team)|account executive|your team)\b/.test(
      said,
    ) ||
    /^(?:(?:can|could) (?:we|i) |let s |i d like to |i want to )?(?:meet|book|book it|reschedule(?: it| the meeting)?|move the meeting)(?: please)?$/.test(
      said,
    ) ||
    /\b(?:reschedule|move)\b.*\b(?:meeting|call|appointment)\b/.test(said) ||
    /^(?:(?:ok|so|well|hi|yes) )*(?:can|could|shall|may|should|let s|i d like to|i want to|i would like to) ?(?:we|i|you and i|us)? (?:meet|have a (?:chat|talk)|talk|speak)\b.*\b(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|next week|this week|at \d+|\d+ ?(?:am|pm)|o clock)\b/.test(
      said,
    )
  )
}

const backchannels = /^(?:(?:uh ?huh|mm+|mhm|hm+|aha|ah|oh|i see|right|got it|interesting|wow|cool)(?: |$))+$/

type Command = Exclude<
  Intent['type'],
  'go-to' | 'move' | 'question' | 'nothing' | 'contact' | 'book' | 'backchannel' | 'remark' | 'foreign'
>

/** In order of precedence, with the maximum words of a command sentence. */
const commands: readonly (readonly [Command, RegExp, number])[] = [
  [
    'robot',
    /\b(?:are|r) (?:you|u|this)\b.*\b(?:robot|bot|human|real|ai|person|machine|computer|chatbot)\b|\b(?:is this|am i (?:talking|speaking) (?:to|with)) (?:a|an)? ?(?:real )?(?:robot|bot|human|person|ai|machine|computer|chatbot)\b|\bwhat are you$|\bwho are you$/,
    14,
  ],
  [
    'human',
    /\b(?:talk|speak|chat|connect|transfer|put me|reach|contact|call|get|want|need|give me)\b.*\b(?:human|real person|person|someone|somebody|sales|representative|rep|agent|author|team|colleague|people|support)\b|^(?:a )?(?:human|real person|representative|operator|agent)(?: please)?$|\bcall me\b/,
    14,
  ],
  [
    'privacy',
    /\b(?:record|recording|recorded|store|stored|saved?|keep|listening)\b.*\b(?:me|this|conversation|talk|chat|voice|i say|call)\b|\b(?:is|are) (?:this|you|we) (?:being )?(?:recorded|recording|listening)\b/,
    12,
  ],
  [
    'bye',
    /^(?:ok |okay |alright |thanks |thank you |well |no )*(?:good ?bye|bye(?: bye)?|see you(?: later)?|that s all|that is all|i m done|i am done|we re done|end (?:the )?(?:conversation|chat|call|talk|demo)|hang up|close)\b/,
    9,
  ],
  [
    'stop',
    /^(?:please |ok |okay |no |hey )*(?:stop|wait|pause|hold on|hang on|shut up|be quiet|quiet|silence|enough|one moment|just a (?:moment|second|minute)|hold it|stop it)\b/,
    7,
  ],
  [
    'repeat',
    /\b(?:say|tell me|explain) (?:that|it|this) again\b|^(?:please |can you |could you |would you )*(?:repeat(?! after)|once more|again|pardon|sorry|come again|what (?:did you|was that)(?: just)?(?: say)?|say again|excuse me)\b|^(?:huh|what|i (?:don t|do not|didn t|did not) (?:understand|get|hear|catch)(?: (?:it|that|this|you|what you (?:said|mean)))?)$/,
    9,
  ],
  ['restart', /\b(?:start over|start again|from the (?:start|beginning)|restart|first (?:step|slide|screen))\b/, 9],
  ['last', /\b(?:last|final) (?:step|slide|screen)\b|\bskip to the end\b/, 9],
  [
    'back',
    /^(?:please |can we |can you |could you |ok |let s )*(?:go )?(?:back(?:wards)?|previous(?: one)?|prev)(?: please| one| a step| step| one step| to the previous.*)?$|\b(?:previous|last) (?:one|step|slide|screen)\b|\b(?:go|step|move) back\b/,
    9,
  ],
  [
    'next',
    /^(?:please |can we |can you |could you |ok |let s )*(?:go to |go |move |show )?(?:(?:me |us )?the )?(?:next|skip|forward|move on)(?: one)?(?: step| slide| screen| please| this| it)*$|\b(?:next|following) (?:step|slide|screen)\b/,
    9,
  ],
  [
    'continue',
    /^(?:(?:yes|yeah|yep|yup|sure|ok|okay|please|alright|absolutely|of course|fine|great|good|perfect|do|and|let s|you can|you may|i m|we can|so|well|then|thanks|thank you)(?: |$))*(?:go on|go ahead|continue|carry on|proceed|keep going|resume|start|begin|show me|ready|go|yes|yeah|yep|yup|sure|ok|okay|please|alright|play|let s go|absolutely|fine|do it|please do|of course)(?: (?:please|the demo|then|now|with it|it|ahead|with the demo|on))*$/,
    8,
  ],
  [
    'decline',
    /^(?:no|nope|nah|not (?:really|yet|now)|no thanks|no thank you|never mind|nevermind|don t)(?: (?:thanks|thank you|please|it s fine|that s fine|i m good|nothing|not now|go on))*$/,
    6,
  ],
  [
    'thanks',
    /^(?:ok |okay |great |perfect |cool )*(?:thanks|thank you|thx|cheers)(?: (?:a lot|so much|very much|you|for .*))?$/,
    7,
  ],
  ['hello', /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|greetings)(?: (?:there|leo|you))?$/, 4],
  ['help', /^(?:help|help me|what can (?:you|i) (?:do|say|ask)(?: here| you)?|how does this work|what do i do)$/, 7],
  [
    'commitment',
    /\b(?:discount|cheaper|better (?:price|deal)|free of charge|guarantee|promise|commit to|legally|liab(?:le|ility)|sue|refund me|sign (?:a|the) contract|\d+ (?:percent )?off|negotiat(?:e|ion|able)|lower (?:the |your )?price|special (?:price|offer)|deal for|by when will you)\b/,
    40,
  ],
]

/** Normalised text for the patterns here: lower case, no punctuation, single spaces. */
export function normaliseSaid(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const numberWords = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(
  ' ',
)
const ordinalWords = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

function findStep(said: string, wordCount: number): number | null {
  if (wordCount > 9) return null
  const byNumber = /\b(?:step|slide|screen|number) (?:number )?(\d{1,3}|\p{L}+)\b/u.exec(said)?.[1]
  const byOrdinal = /\b(\d{1,3})(?:st|nd|rd|th) (?:step|slide|screen)\b/u.exec(said)?.[1]
  const byWord = /\b(\p{L}+) (?:step|slide|screen)\b/u.exec(said)?.[1]
  const digits = Number(byNumber ?? byOrdinal)
  if (Number.isInteger(digits) && digits > 0) return isCommandLike(said) ? digits : null
  const word = numberWords.indexOf(byNumber ?? '')
  if (word >= 0 && isCommandLike(said)) return word + 1
  const ordinal = ordinalWords.indexOf(byWord ?? '')
  return ordinal > 0 && isCommandLike(said) ? ordinal + 1 : null
}

/** “Go back two steps”, “three slides forward”. */
function findMove(said: string, wordCount: number): number | null {
  if (wordCount > 9) return null
  const found =
    /\b(back|backwards|forward|ahead|on) (?:by )?(\d{1,2}|\p{L}+) (?:steps?|slides?|screens?)\b/u.exec(said) ??
    /\b(?<count>\d{1,2}|\p{L}+) (?:steps?|slides?|screens?) (?<way>back|backwards|forward|ahead|on)\b/u.exec(said)
  if (found === null) return null
  const way = found.groups?.['way'] ?? found[1] ?? ''
  const count = found.groups?.['count'] ?? found[2] ?? ''
  const steps = /^\d/.test(count) ? Number(count) : numberWords.indexOf(count) + 1
  return steps === 0 ? null : way.startsWith('back') ? -steps : steps
}

/** “Go to step 3”, “step 3”, “what happens in step 3”; but not “does step 3 cost extra”. */
function isCommandLike(said: string): boolean {
  return /^(?:please |can you |could you |can we |can i |could i |may i |i want to |i d like to |let me |ok |let s )*(?:go|jump|show|open|take|move|skip|see|back|step|slide|screen|number|the|what (?:is|s|happens)|\d)/.test(
    said,
  )
}
