import { asksSomething } from './buyer-facts.ts'
import { recogniseFirst } from './first-remarks.ts'
import type { ForeignLanguage } from './foreign-language.ts'
import { either, has, is, startsWith, type Matcher } from './phrases.ts'
import {
  guessLikelyIntent,
  guessSureIntent,
  isAboutOthers,
  isLikelyQuestion,
  isSurelyQuestion,
  isWishToMeet,
  wantsNow,
  wantsPersonNow,
} from './guessed-intent.ts'
import { recogniseRemark, recogniseUnanswered, refusesMeeting, statesCheaper, type Remark } from './remark.ts'
import { findEmailAddress, mentionsTime } from './spoken-choice.ts'
import { writeDictatedNumbers } from './spoken-number.ts'

/** What a visitor wants. Anything that isn't a command is a question. */
export type Intent =
  | { readonly type: 'stop' | 'continue' | 'decline' | 'repeat' | 'next' | 'back' | 'restart' | 'last' }
  | { readonly type: 'go-to'; readonly step: number }
  /** Steps forward; negative for back. */
  | { readonly type: 'move'; readonly by: number }
  | { readonly type: 'robot' | 'privacy' | 'human' | 'bye' | 'thanks' | 'hello' | 'help' }
  | { readonly type: 'contact' }
  /** A request for a meeting with people; only if meetings can be booked. */
  | { readonly type: 'book' }
  /** “uh-huh” while the agent speaks: accepted without a reply. */
  | { readonly type: 'backchannel' }
  | { readonly type: 'commitment' }
  | { readonly type: 'remark'; readonly about: Remark }
  /** A language other than that of the notes. */
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
  // “Book me in for Tuesday at 10, I'm joe@example.com” asks for the meeting first.
  const alsoMeets = contact?.type === 'contact' && takesMeetings && wantsToMeet(withoutAddress(text))
  if (contact !== null) return alsoMeets ? { type: 'book' } : contact
  if (isBackchannel(said)) return { type: 'backchannel' }
  if (refusesMeeting(said) && !isAboutOthers(text)) return { type: 'remark', about: 'no-meeting' }
  if (
    (isWishToMeet(text) && !isOtherRemark(said)) ||
    (wordCount <= 16 && asksForMeeting(said) && !isSurelyQuestion(text) && !isAboutOthers(text))
  ) {
    return { type: takesMeetings && !wantsPersonNow(text) ? 'book' : 'human' }
  }
  if (asksForSomebody.test(said)) return { type: 'human' }
  if (introduces.test(said) && !asksSomething(text)) return { type: 'hello' }
  const first = recogniseFirst(said) ?? recogniseFirst(normaliseSaid(lastSentenceOf(text)))
  if (first !== null) return { type: 'remark', about: asksAtLast(text) ?? first }
  const by = findMove(said, wordCount)
  if (by !== null) return { type: 'move', by }
  const step = findStep(said, wordCount)
  if (step !== null) return { type: 'go-to', step }
  for (const [type, wordsMax, matches] of commands) {
    if (wordCount > wordsMax || !matches(said)) continue
    if (wordyCommands.has(type) && isSurelyQuestion(text)) continue
    // “Wait, what was that about the colours?” is a question.
    if (type === 'stop' && asksAfterStop.test(said))
      return recogniseIntent(said.replace(asksAfterStop, '$1'), takesMeetings)
    if (type === 'human' && (isAboutOthers(text) || namesOwnPeople.test(said))) continue
    // Asking for a person at a certain time is a meeting request.
    if (type === 'human' && takesMeetings && mentionsTime(text) && !wantsNow.test(text)) return { type: 'book' }
    return withBye({ type }, said)
  }
  // Notes can't answer “Why?” on its own.
  if (wordCount === 1 && /^(?:why|how|so|and|but|or|because|really|whatever|\d+)$/.test(said)) {
    return { type: 'remark', about: 'unclear' }
  }
  if (asksForLanguage.test(said)) return { type: 'foreign', language: 'other' }
  const about = recogniseRemark(said) ?? recogniseRemark(said.replace(greeting, '')) ?? asksAtLast(text)
  if (about !== null && (ownReplies.has(about) || !isSurelyQuestion(text))) return { type: 'remark', about }
  return withBye(guessSureIntent(text, takesMeetings) ?? { type: 'question' }, said)
}

/** “Not for me, bye” takes leave. */
function withBye(intent: Intent, said: string): Intent {
  return intent.type === 'decline' && endsWithBye.test(said) ? { type: 'bye' } : intent
}

const endsWithBye = /\b(?:good ?bye|bye|bye bye|bye now|see you|see ya|cheerio)$/

/** “Good afternoon, Sister Brennan here. Thirty-four years a district nurse.” */
const introduces =
  /^(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|alright|morning|evening|afternoon) )(?:there )?(?:\w+ ){1,8}here\b(?!.*\b(?:need|want|looking for|wonder\w*|tell me|show me)\b)/

const asksForSomebody =
  /\bis there (?:someone|somebody|anyone|anybody|a (?:real )?(?:person|human)) (?:that |who )?(?:i|we) (?:can|could|may|might) (?:talk|speak|chat) (?:to|with)\b/

function lastSentenceOf(text: string): string {
  const sentences = text.trim().split(/[.!?]\s+/)
  return sentences.at(-1) ?? ''
}

/** “We manage 11 blocks. What is this exactly?”, “We need that in writing. Who do I talk to?” */
function asksAtLast(text: string): Remark | null {
  const last = lastSentenceOf(text)
  const about = last === text.trim() ? null : recogniseRemark(normaliseSaid(last))
  return about === 'about' || (about === 'reach' && /\b(?:talk|speak|write|contact)\b/i.test(last)) ? about : null
}

/** “Hey, what is this?” */
const greeting = /^(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))(?: there| you| all)? )/

/** “I need the whole team trained” doesn't ask for a person. */
const namesOwnPeople =
  /\b(?:whole|entire|our(?: own)?|my(?: own)?|every) (?:\w+ )?(?:team|people|colleagues?|sales|support|staff|agents?|reps?)\b(?!.*\b(?:to|with) (?:you|someone|somebody|a (?:human|person)|your)\b)/

/** Questions about the agent's own language, not the product's. */
const asksForLanguage =
  /^(?:(?:so|and|but|ok|hey|hi|please) )*(?:do|can|could|would) (?:you|we) (?:also )?(?:speak|talk|answer|understand|switch to|chat)(?: in| to me in)? (?:german|french|spanish|italian|portuguese|dutch|polish|danish|swedish|norwegian|finnish|czech|slovak|hungarian|romanian|bulgarian|greek|croatian|serbian|slovenian|lithuanian|latvian|estonian|catalan|turkish|russian|ukrainian|arabic|hebrew|hindi|urdu|bengali|tamil|thai|vietnamese|indonesian|malay|chinese|mandarin|cantonese|japanese|korean|another language|other languages)\b/

const asksAfterStop =
  /^(?:(?:ok|okay|hey|no|please) )*(?:wait|hold on|hang on|stop|one moment|just a moment|pause) ((?:what|whats|how|who|which|where|why|does|do|is|are|can|could) .+)$/

/** A remark with its own reply that would otherwise look like a meeting request, because it names a time or a demo. */
function isOtherRemark(said: string): boolean {
  const about = recogniseRemark(said)
  return about !== null && ownReplies.has(about)
}

const ownReplies: ReadonlySet<Remark> = new Set([
  'instructions',
  'identity',
  'may-ask',
  'here',
  'recall',
  'about',
  'progress',
  'duration',
  'keeps-address',
  'reach',
  'authority',
])

/** Commands whose words also occur in questions about the product. */
const wordyCommands: ReadonlySet<Intent['type']> = new Set(['human', 'privacy', 'back', 'next', 'last'])

/**
 * The meaning of a sentence that the notes don't answer; null for a question to the author. In a question that comes
 * close to the notes, single words such as “order” or “already” are ignored.
 */
export function recogniseUnsure(text: string, takesMeetings: boolean, isNear: boolean): Intent | null {
  const about = recogniseUnanswered(normaliseSaid(text))
  if (isNear && isLikelyQuestion(text) && (about !== 'told' || asksSomething(text))) return null
  if (about !== null && about !== 'unclear') return { type: 'remark', about }
  return guessLikelyIntent(text, takesMeetings) ?? (about === null ? null : { type: 'remark', about })
}

/** Input without words: a thumb, a heart, “???”. */
function recogniseSigns(text: string): Intent {
  if (text === '') return { type: 'nothing' }
  if (/^[👍👌✅🙂😊🆗]/u.test(text)) return { type: 'continue' }
  if (/^[❤🎉👏🔥😍😀😃😄🤩💯🙏]/u.test(text)) return { type: 'remark', about: 'praise' }
  return { type: 'remark', about: 'unclear' }
}

function wantsToMeet(text: string): boolean {
  return asksForMeeting(normaliseSaid(text)) || isWishToMeet(text)
}

function withoutAddress(text: string): string {
  return text.replaceAll(/\S+@\S+/g, ' ')
}

/** An address or number left for the author; a question that contains one stays a question. */
function recogniseContact(text: string, wordCount: number): Intent | null {
  if (wordCount > 24 || /[?？]$/.test(text)) return null
  if (findEmailAddress(text) !== null) return { type: 'contact' }
  if (/\b(?:my|our) (?:e-?)?mail (?:address )?is\b/i.test(text)) return { type: 'contact' }
  // “You only list info@ and jobs@” names mailboxes.
  if (/\S@[\p{L}\p{N}]/u.test(text) || (/\S@/.test(text) && wordCount <= 2)) {
    return { type: 'remark', about: 'broken-address' }
  }
  const written = writeDictatedNumbers(text, 'en')
  const hasNumber = /(?:^|[^\d.,$€£])\+?\d(?:[ ().-]*\d){6,14}(?![\d%])/.test(written)
  const isAboutCalling =
    wordCount <= 8 || written !== text || /\b(?:call|phone|number|reach|mobile|whatsapp|text|ring)\b/i.test(text)
  // “Ring me tomorrow morning, 07700 900123” also says when.
  const asksForCall = /\b(?:call|ring|phone) (?:me|us)\b/i.test(text) && mentionsTime(text)
  return hasNumber && isAboutCalling ? { type: asksForCall ? 'human' : 'contact' } : null
}

/** “Book a meeting”, “can we schedule a call”, “talk to sales”; not “how do I book a meeting in your product”. */
function asksForMeeting(said: string): boolean {
  return (!isQuestionAboutProduct(said) || namesOurPeople(said)) && wantsMeeting(said)
}

const isQuestionAboutProduct = startsWith('how, what, why, where, when, does, do you, is, are')
const namesOurPeople = has('with you, with the|your team, with sales')
const wantsMeeting = either(
  has(
    'book, schedule, arrange, set up, plan, make, have, get, want, need, like, fix',
    'meeting, call, appointment, demo call, live demo, personal demo, session, slot, time to talk|meet',
  ),
  has(
    'talk, speak, chat, connect, meet',
    'sales, sales person|rep|team, salesperson, salesrep, salesteam, account executive, your team',
  ),
  has('book, put, pencil, schedule', 'me in, us in, me for, us for, me down, us down'),
  is(
    '[can we|can i|could we|could i|let s|i d like to|i want to] {meet|book|book it|reschedule|reschedule it|reschedule the meeting|move the meeting} [please]',
  ),
  has('see, watch, get, have, want', 'demo|demonstration with [a|some|real|live] person|human|someone|somebody'),
  has('reschedule, move', 'meeting, call, appointment'),
  is(
    '{set|put|get|book|schedule|arrange} {something|some time|a time} [up|in|in the calendar|on the calendar] [please]',
    {
      before: 'ok, yes, yeah, sure, well, let s, lets, can we, could we, we should, please',
    },
  ),
  startsWith(
    [
      '{can|could|shall|may|should|let s|i d like to|i want to|i would like to} [we|i|you and i|us] {meet|have a chat|have a talk|talk|speak}',
      'today, tomorrow, monday, tuesday, wednesday, thursday, friday, saturday, sunday, next week, this week, at \\d+, \\d+ am|pm, \\d+am|\\d+pm, o clock',
    ],
    { before: 'ok, so, well, hi, yes' },
  ),
)

const isBackchannel = is('{uh huh|uhhuh|mm+|mhm|hm+|aha|ah|oh|i see|right|got it|interesting|wow|cool}+')

type Command = Exclude<
  Intent['type'],
  'go-to' | 'move' | 'question' | 'nothing' | 'contact' | 'book' | 'backchannel' | 'remark' | 'foreign'
>

const invitations = 'please, can we, can you, could you, ok, let s'
const satisfied = 'ok, okay, great, perfect, cool'

const requests = 'please, can you, could you, would you'
const asksAgain = either(
  has('{say|tell me|explain} that|it|this again'),
  startsWith('repeat, once more, again, come again, what {did you|was that} [just] [say], say again', {
    before: `${requests}, sorry, pardon, excuse me`,
  }),
  is(
    'huh, what, sorry, pardon, pardon me, excuse me, i {don t|do not|didn t|did not} understand|get|hear|catch [it|that|this|you|what you said|what you mean]',
    { before: 'sorry, pardon, excuse me' },
  ),
)
/** “Repeat after me” is an instruction, not a command. */
const dictates = startsWith('repeat after', { before: requests })
const asksToRepeat: Matcher = (said) => asksAgain(said) && !dictates(said)

const machines = 'robot, bot, human, person, ai, machine, computer, chatbot'
const machine = machines.replaceAll(', ', '|')

const asksForFavour = has(
  'discount, cheaper, better price|deal, free of charge, guarantee, promise, commit to, legally, liable, liability, sue, refund me, sign a|the contract, \\d+ [percent] off, {can|could|will|would} you do [it|this] [for] \\d+, negotiate, negotiation, lower [the|your] price, special price|offer, deal for, by when will you',
)

/** In order of precedence, with the maximum words of a command sentence. */
const commands: readonly (readonly [Command, number, Matcher])[] = [
  [
    'robot',
    14,
    either(
      has('are|r you|u|this', `${machines}, real`),
      has(`{is this|am i talking to|am i talking with|am i speaking to|am i speaking with} [a|an] [real] ${machine}`),
      is('[so|and|but|ok] {what|who} are you [btw|by the way|then|exactly|anyway]'),
    ),
  ],
  [
    'human',
    14,
    either(
      has(
        'talk, speak, chat, connect, transfer, put me, reach, contact, call, get, want, need, give me',
        'human, real person, person, someone, somebody, sales, representative, rep, agent, author, team, colleague, people, support',
      ),
      is('[a] {human|real person|representative|operator|agent} [please]'),
      startsWith('who {at|in|from|on} your company|team|side|end', { before: 'so, and, ok' }),
      has('call me'),
    ),
  ],
  [
    'privacy',
    12,
    either(
      has(
        'record, recording, recorded, store, stored, save, saved, keep, listening',
        'me, this, conversation, talk, chat, voice, i say, call',
      ),
      has('is|are this|you|we [chat|talk|call|conversation] [being] recorded|recording|listening|stored|saved'),
    ),
  ],
  [
    'bye',
    9,
    startsWith(
      'goodbye, good bye, bye [bye], see you [later], that s all, that is all, i m done, i am done, we re done, end [the] conversation|chat|call|talk|demo, hang up, close',
      { before: 'ok, okay, alright, thanks, thank you, well, no' },
    ),
  ],
  [
    'stop',
    7,
    startsWith(
      'stop [it], wait, pause, hold on, hang on, shut up, be quiet, quiet, silence, enough, one moment, just a moment|second|minute, hold it',
      { before: 'please, ok, okay, no, hey' },
    ),
  ],
  ['repeat', 9, asksToRepeat],
  [
    'restart',
    9,
    either(
      has('start over, start again, from|to the start|beginning, restart, first step|slide|screen'),
      is('[so|and|ok] {what|where} {do|should|would} i|we {click|press|do|start} [first]', {
        after: 'here, now, then',
      }),
    ),
  ],
  ['last', 9, has('last|final step|slide|screen, skip to the end')],
  [
    'back',
    9,
    either(
      is('[go] {back|backwards|previous|previous one|prev} [please|one|a step|step|one step]', { before: invitations }),
      startsWith('[go] {back|backwards|previous|previous one|prev} to the previous', { before: invitations }),
      has('previous|last one|step|slide|screen, go|step|move back'),
    ),
  ],
  [
    'next',
    9,
    either(
      is('[go to|go|move|show] [me the|us the|the] {next|skip|forward|move on} [one]', {
        before: invitations,
        after: 'step, slide, screen, please, this, it',
      }),
      has('next|following step|slide|screen'),
      is('[and|so|ok] what {happens|comes|s|is} next', { after: 'then, now, please, here' }),
    ),
  ],
  [
    'continue',
    8,
    is(
      'show|walk me|us around|through, give me|us a|the tour, go on, go ahead, continue, carry on, proceed, keep going, resume, start, begin, show me, ready, go, yes, yeah, yep, yup, sure, ok, okay, please, alright, play, let s go, absolutely, fine, do it, please do, of course',
      {
        before:
          'hm+, ah, oh, right, yes, yeah, yep, yup, sure, ok, okay, please, can you, could you, alright, absolutely, of course, fine, great, good, perfect, do, and, let s, you can, you may, i m, we can, so, well, then, thanks, thank you',
        after: 'please, the demo, then, now, with it, it, ahead, with the demo, on',
      },
    ),
  ],
  [
    'decline',
    6,
    is('no, nope, nah, not really|yet|now, no thanks, no thank you, never mind, nevermind, don t', {
      after: 'thanks, thank you, please, it s fine, that s fine, i m good, nothing, not now, go on',
    }),
  ],
  [
    'thanks',
    7,
    either(
      is(
        '{thanks|thank you|thx|cheers|merci|danke|gracias|grazie|obrigado|obrigada|dziekuje|dziekuję|dzięki|tack|takk|tak|kiitos|dank je|dank u|bedankt|spasibo|mulțumesc|multumesc|děkuji|hvala|teşekkürler|arigato} [a lot|so much|very much|you|beaucoup|schön|mille|mil]',
        {
          before: satisfied,
        },
      ),
      startsWith('{thanks|thank you|thx|cheers|merci|danke|gracias|grazie|obrigado|obrigada} for \\S+', {
        before: satisfied,
      }),
    ),
  ],
  [
    'hello',
    4,
    is(
      '{hi|hello|hey|hiya|heya|howdy|good morning|good afternoon|good evening|good day|morning|afternoon|evening|greetings} [there|leo|you|all|everyone]',
    ),
  ],
  [
    'help',
    7,
    is(
      'help, help me, what can you|i do|say|ask [here|you], [so] {what|how} can you help [me|us] [with], how does this work, what do i do',
    ),
  ],
  ['commitment', 40, (said) => asksForFavour(said) && !statesCheaper(said)],
]

/** Normalised text for the patterns here: lower case, no punctuation, single spaces. */
function normaliseSaid(text: string): string {
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
