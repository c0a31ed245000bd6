import { asksSomething } from './fact-patterns.ts'
import { commands } from './command-phrases.ts'
import { recogniseFirst } from './first-remarks.ts'
import type { ForeignLanguage } from './foreign-language.ts'
import {
  comparesOwn,
  guessLikelyIntent,
  guessSureIntent,
  isAboutOthers,
  isLikelyQuestion,
  isSurelyQuestion,
  isSurelyWishToMeet,
  isWishToMeet,
  wantsItNow,
  wantsPersonNow,
} from './guessed-intent.ts'
import { withoutGreeting } from './greeting.ts'
import { asksWhomToAsk, wishesForPerson, wishesToMeetIndirectly } from './indirect-wish.ts'
import { asksForVisit, asksForMeeting, asksIfMeetingPossible } from './meeting-request.ts'
import { findMove, findStep } from './named-position.ts'
import { withoutZone } from './named-zone.ts'
import { is } from './phrases.ts'
import { guessRemark } from './remark-model.ts'
import { phoneShape } from './person-readers.ts'
import { toBareWords } from './plain-text.ts'
import { recogniseRemark, recogniseUnanswered, type Remark } from './remark.ts'
import { wantsPhone } from './prefers-phone.ts'
import { refusesMeeting } from './refused-meeting.ts'
import { mentionsTime } from './offered-slot.ts'
import { findEmailAddress } from './spelled-address.ts'
import { writeDictatedNumbers } from './dictated-number.ts'

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
export function recogniseIntent(asked: string, takesMeetings: boolean): Intent {
  const text = asked.replace(callMeOld, '')
  const said = toBareWords(text)
  if (said === '') return recogniseSigns(text.trim())
  const wordCount = said.split(' ').length
  const contact = recogniseContact(text.trim(), wordCount)
  // “Book me in for Tuesday at 10, I'm joe@example.com” asks for the meeting first.
  const alsoMeets =
    contact?.type === 'contact' && takesMeetings && !wantsNoCall.test(text) && wantsToMeet(withoutAddress(text))
  if (contact !== null) return alsoMeets ? { type: 'book' } : contact
  if (isBackchannel(said)) return { type: 'backchannel' }
  if (refusesMeeting(said) && !isAboutOthers(text) && !(refusesVideo.test(said) && wantsPhone(text)))
    return { type: 'remark', about: 'no-meeting' }
  const rest = introduces.test(said) ? null : withoutGreeting(text)
  if (rest !== null) return recogniseAfterGreeting(rest, text, takesMeetings)
  // “Who do I speak to about getting this going?”
  if (asksWhomToAsk(said) && !mentionsTime(text)) return { type: 'human' }
  if (
    isSurelyWishToMeet(text) ||
    (wishesToMeet(text) && !isOtherRemark(said) && !asksForVisitors.test(said)) ||
    wantsToMeetYou.test(said) ||
    (asksForVisit.test(text) && !asksForVisitors.test(said)) ||
    (wishesToMeetIndirectly(text) && !isOtherRemark(said)) ||
    (wordCount <= 16 &&
      (asksIfMeetingPossible(said) || (asksForMeeting(said) && !isSurelyQuestion(text))) &&
      !isAboutOthers(text))
  ) {
    return { type: takesMeetings && !wantsPersonNow(text) ? 'book' : 'human' }
  }
  if (asksForSomebody.test(said) || asksToBeRung.test(said) || wishesForPerson(text))
    return { type: takesMeetings && mentionsTime(text) && !wantsItNow(text) ? 'book' : 'human' }
  if (introduces.test(said) && !asksSomething(text)) return { type: 'hello' }
  const takesLeave = saysCheerio.test(said) || (wordCount <= leaveWordsMax && endsAsGoodbye.test(text.trim()))
  if ((takesLeave && !asksSomething(text)) || foreignBye.test(said)) return { type: 'bye' }
  if (foreignThanks.test(said)) return { type: 'thanks' }
  const first = recogniseFirst(said) ?? recogniseFirst(toBareWords(lastSentenceOf(text)))
  if (first !== null) return { type: 'remark', about: asksAtLast(text) ?? first }
  const by = findMove(said, wordCount)
  if (by !== null) return { type: 'move', by }
  const step = findStep(said, wordCount)
  if (step !== null) return { type: 'go-to', step }
  // “Can I have a chat with a person, only in the evenings once the children are in bed?”
  const opening = toBareWords(text.split(/[,;.!?]/)[0] ?? '')
  for (const [type, wordsMax, matches] of commands) {
    const isLong = wordCount > wordsMax
    if (isLong ? type !== 'human' || !asksPolitely.test(opening) || !matches(opening) : !matches(said)) continue
    if (wordyCommands.has(type) && isSurelyQuestion(text)) continue
    // “Wait, what was that about the colours?” is a question.
    if (type === 'stop' && asksAfterStop.test(said))
      return recogniseIntent(said.replace(asksAfterStop, '$1'), takesMeetings)
    if (type === 'human' && (isAboutOthers(text) || namesOwnPeople.test(said) || wantsNobody.test(said))) continue
    if (type === 'robot' && namesLaw.test(said)) continue
    // “That alarm would have saved me last week”
    if (type === 'privacy' && guessRemark(text).label === 'praise') continue
    // Asking for a person at a certain time is a meeting request.
    if (type === 'human' && takesMeetings && mentionsTime(text) && !wantsItNow(text)) return { type: 'book' }
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

/** “Call me old-fashioned” asks for no call. */
const callMeOld =
  /(?:^|,? )(?:but |so |and |well,? |ok |okay )?call me (?:old(?:[- ](?:fashioned|school))?|crazy|cynical|paranoid|picky|fussy|stupid|naive|lazy|silly|s[ck]eptical|a (?:cynic|sceptic|skeptic|dinosaur|luddite))\b,?(?: but\b)?/i

/** “Can someone ring me? I work weekends.” */
const asksToBeRung =
  /^(?:(?:please|just|a|ok|hi|hello) )*call ?back(?: (?:asap|please|pls|today|tomorrow|soon|as soon as possible|wanted))*$|^(?!.*\b(?:it|they|he|she|does|will|system)\b).*\bjust (?:call|ring|phone)(?: me| us)?$|^(?:(?:so|ok|please) )*(?:ring|bell|phone) (?:me|us)(?=$| (?:on|at|in|back|next|tomorrow|today|tonight|between|after|before|around|please|when|any|mon|tue|wed|thu|fri|sat|sun|\d))|^(?:(?:hi|hello|hey|so|ok|please) )*(?:can|could|will|would) (?:some(?:one|body)|any(?:one|body)|one of you|you guys|your team) (?:please )?(?:ring|call|phone) (?:me|us)\b/

/** “Toodle-oo”, “have a pleasant weekend”, “mind how you go” */
const saysCheerio =
  /^(?:(?:well|right|ok|okay|anyway|so|alright|thanks|sorry) )*(?:i(?: d)? (?:better|ought to|had better|must|have to|ve got to|got to|gotta|need to) (?:go|be off|be going|get going|run|dash|shoot|get on|leave|head off)\b|must (?:dash|run|fly|go)\b|gotta (?:run|go|dash)\b)(?=$| (?:now|then|sorry|thanks?|cheers|bye|there (?:s|is)|the \w+ (?:is|s) (?:early|here|waiting|calling|late|coming|leaving)|someone|customers?|i ve|he s|she s|got|it s|the (?:phone|door|bus|train|kids|bell|next))\b)|(?:^|\b(?:thanks|bye|all|you|alright) )(?:y all |you |you all )?have a (?:blessed|good|great|nice|lovely|wonderful|pleasant) (?:day|evening|night|weekend|week|one)(?=$| (?:all|both|i m|im|everyone|there)\b)|^(?:(?:ok|okay|right|well|so|lovely|ta|thanks|thank you|cheers) )*laters?$|^(?:(?:ok|okay|right|well|so|lovely|ta|thanks|thank you|cheers|great|much appreciated|grazie(?: mille)?|you ve been [a-z ]{3,25}) )*(?:cya|c ya|ttyl|see ya(?: later)?|laters|cheerio|ta ta|tara|ta ra|toodle \w+|toodles|(?:good ?(?:bye|night)|night)(?: then)?(?: (?:all|love|mate))*(?: mind how you go)?$|mind how you go|(?:have|enjoy) (?:a|the|your) (?:\w+ )?(?:weekend|day|evening|afternoon|night|one|week|rest of (?:the|your) (?:day|week))(?: (?:to|both|all|too|and) .{0,20})?$|good (?:day|weekend|evening) to you|(?:good|nice|lovely|pleasant) weekend\b)(?![\p{L}])/u

/** “Most efficient. Goodbye.”, “merci, talk to you tomorrow” */
const endsAsGoodbye =
  /[.!,] (?:good ?bye|bye(?: bye| now)?|good ?day|cheerio|good ?night)\W*$|(?:^|[.!,] )(?:talk|speak|see) (?:to |with )?(?:you|u|ya) (?:then|soon|tomorrow|later|(?:on )?\w+day)\W*$/i
const leaveWordsMax = 10

/** “I don't do video, somebody can telephone me” */
const refusesVideo = /\b(?:video|vid|zoom|teams)\b/

/** “Merci, très clair” */
const foreignThanks =
  /^(?:merci|danke|vielen dank|gracias|grazie|obrigad[oa]|dziękuję|tack|takk)(?: (?:beaucoup|bien|sch[oö]n|sehr|mille|muchas|molto|so much|very much|a lot|to you|c est clair|tr[eè]s \p{L}+|muy \p{L}+|molto \p{L}+))*$/u
/** “Do widzenia”, “grazie, arrivederci”; not “I said adios to paper” */
const foreignBye =
  /^(?:(?:ok|okay|thanks|thank you|grazie|mille|merci|danke|gracias|and|bye) )*(?:do widzenia|arrivederci|auf wiedersehen|tsch[uü]ss|au revoir|hasta (?:luego|pronto|la vista)|adi[oó]s|nos vemos|do videnja|dovidenja|bis bald|à bientôt|la revedere|farvel|hej ?d[aå]|ha det|tot ziens|doei|sayonara|hav en god \p{L}+)(?![\p{L}])(?: (?:my friend|all|everyone|then|and thanks|amigos?))*$/u

/** “My chairman wants to meet you guys” */
const wantsToMeetYou =
  /\b(?:wants?|wish(?:es)?|would like|d like|needs?) to meet (?:you|your)\b|\b(?:my|our) (?:son|daughter|wife|husband|boss|manager|partner|colleague|brother|sister|director|treasurer|chair(?:man|woman)?|accountant|bookkeeper|mum|dad|mother|father) (?:had better|d better|should|would like to|wants to|ought to|needs to) (?:speak|talk) (?:to|with) you\b(?! in\b)/

/** “Can your trainers come to us?” asks what the team offers. */
const asksForVisitors =
  /^(?:\w+ ){0,2}(?:can|could|do|does|will|would) your (?:trainers?|engineers?|technicians?|fitters?|installers?|drivers?|consultants?|vets?|staff|specialists?) (?:\w+ )?(?:come|visit|travel)\b/

const asksPolitely = /^(?:can|could|may|might|i d like|i would like|i want|i need|please|is it possible)\b/

/** “Morning! Coffee in hand, impress me”: what follows the greeting counts, if it is more than a part of it. */
function recogniseAfterGreeting(rest: string, text: string, takesMeetings: boolean): Intent {
  const meant = rest === '' ? null : recogniseIntent(rest, takesMeetings)
  if (meant === null || meant.type === 'nothing' || meant.type === 'backchannel' || wishesWell.test(rest))
    return { type: 'hello' }
  const isPart = meant.type === 'question' && !asksSomething(rest) && guessRemark(text).label === 'hello'
  return isPart ? { type: 'hello' } : meant
}

/** “Hope you're having a good week” */
const wishesWell =
  /^(?:(?:i|we) )?(?:hope|trust) (?:you|u|all|everyone|this|your|the (?:day|week|weather|sun))\b[^?]*$|^(?:it['’]s )?(?:nice|good|pleased|lovely|great) to (?:meet|see) you\b[^?]*$/i

/** Also if the zone of the time hides it: “can I book Wednesday at 3 pm Central European Time”. */
function wishesToMeet(text: string): boolean {
  const rest = withoutZone(text)
  return isWishToMeet(text) || (rest !== text && isWishToMeet(rest))
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
  /\bis there (?:someone|somebody|anyone|anybody|a (?:real )?(?:person|human)) (?:that |who )?(?:i|we) (?:can|could|may|might) (?:talk|speak|chat) (?:to|with)\b|^(?:(?:so|and|ok) )*who (?:at|in|from|on) your (?:company|team|side|end) (?:can|could|would|will|do)(?: (?:i|we|help|talk|show|explain|answer))\b/

function lastSentenceOf(text: string): string {
  const sentences = text.trim().split(/[.!?]\s+/)
  return sentences.at(-1) ?? ''
}

/** “We manage 11 blocks. What is this exactly?”, “We need that in writing. Who do I talk to?” */
function asksAtLast(text: string): Remark | null {
  const last = lastSentenceOf(text)
  const about = last === text.trim() ? null : recogniseRemark(toBareWords(last))
  return about === 'about' || (about === 'reach' && /\b(?:talk|speak|write|contact)\b/i.test(last)) ? about : null
}

/** “Hey, what is this?” */
const greeting = /^(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))(?: there| you| all)? )/

/** “I need the whole team trained” doesn't ask for a person. */
const namesOwnPeople =
  /\bneed (?:someone|somebody|people|a person|staff) (?:on|at|in|behind|for) (?:the|our|every|each|all)\b|\b(?:whole|entire|our(?: own)?|my(?: own)?|every) (?:\w+ )?(?:team|people|colleagues?|sales|support|staff|agents?|reps?)\b(?!.*\b(?:to|with) (?:you|someone|somebody|a (?:human|person)|your)\b)/

/** “I don't want people to feel watched” */
const wantsNobody =
  /\b(?:don t|dont|do not|didn t|wouldn t|never) (?:want|need|like) (?:people|anyone|anybody|someone|somebody|everyone|everybody)\b/

/** “Are you ready for the EU AI Act?” */
const namesLaw = /\b(?:ready for|complian\w+|comply|act|law|laws|regulations?)\b/

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
  'maker',
  'hurry',
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
  const told = recogniseUnanswered(toBareWords(text))
  // “We have space at a host already, can we use that?” asks.
  const isAsked =
    ((told === 'competitor' || told === 'told') && asksSomething(text)) || (told === 'compare' && comparesOwn(text))
  const about = isAsked ? null : told
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
  return asksForMeeting(toBareWords(text)) || isWishToMeet(text)
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
  const hasNumber = new RegExp(`(?:^|[^\\d.,$€£])${phoneShape}(?![\\d%])`).test(written)
  const isAboutCalling =
    wordCount <= 8 || written !== text || /\b(?:call|phone|number|reach|mobile|whatsapp|text|ring)\b/i.test(text)
  const asksForCall = (asksToBeCalled.test(text) || callsOnNumber.test(text.trim())) && !wantsNoCall.test(text)
  return hasNumber && isAboutCalling ? { type: asksForCall ? 'human' : 'contact' } : null
}

/** “Ring me tomorrow morning, 07700 900123”, “give me a ring at 903-555-0127 whenever”, “please to call on +91 …” */
const asksToBeCalled =
  /\b(?:call|ring|phone|telephone|dial|buzz) (?:me|us)\b|\b(?:gimme|give (?:me|us)) an? (?:quick )?(?:ring|call|bell|buzz|shout|tinkle)\b|\bplease (?:to )?(?:call|ring|phone|telephone)\b|\b(?:have|get|let) (?:an? |some)?(?:human|person|colleague|one|body) (?:call|ring|phone)\b/i

/** “Please do not call me, text only” */
const wantsNoCall =
  /\b(?:not|never|no need to|don['’]?t|rather than|instead of) (?:\w+ ){0,2}(?:call|ring|phone|telephone)/i

/** “Call me at 602-555-0119”, “phone > chat. +44 …”, “callback please, 01632 …” */
const callsOnNumber =
  /^(?:(?:please|just|ok|hi|hello|hey|better|rather),? )*(?:(?:call|ring|phone|dial) (?:me|us|this)\b|call ?back\b|phone (?:>|over|beats|instead of|rather than) (?:the )?(?:chat|typing|text|this)\b)/iu

const isBackchannel = is(
  '{uh huh|uhhuh|mm+|mhm|hm+|aha|ah|oh|i see|right|got it|interesting|wow|cool|ack|noted|makes sense|that makes sense}+',
)
