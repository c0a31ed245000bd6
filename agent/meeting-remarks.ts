import { countWords } from './sentences.ts'
import { mentionsTime } from './offered-slot.ts'
import { toBareWords } from './plain-text.ts'
import { readPreferredTime } from './preferred-time.ts'

/* What visitors say about a meeting besides its time: a “yes”, other times, cancelling, moving. English only. */

/** A “yes” to “Shall I book it?”: one or more assents, with any courtesies. Anything unclear doesn't count. */
export function isYes(text: string): boolean {
  const said = toBareWords(text)
  // “Is fine?”
  if (/^is\b/.test(said)) return false
  const rest = said.replace(assents, ' ')
  return rest !== said && rest.replace(courtesies, ' ').trim() === ''
}

/**
 * Whether a reply to “Shall I book it?” agrees: “lock it in”, “splendid, we'll be there”. Nothing may be left besides
 * agreement, courtesies and a goodbye, so that “thanks, I'll sleep on it” isn't one. `weekday` may be named again.
 */
export function agreesToBook(text: string, weekday = ''): boolean {
  const said = withoutDay(toBareWords(text), weekday)
  const rest = said.replace(tellsBooking, ' ').replace(agreements, ' ').replace(assents, ' ')
  return rest !== said && isOnlyCourtesy(rest)
}

/** “Please book”, “I confirm”: clear even if the agent asked nothing. */
export function tellsToBook(text: string, weekday = ''): boolean {
  const said = withoutDay(toBareWords(text), weekday).replace(
    /\b(?:if|unless) you have(?:n t|nt)?(?: (?:yet|already|not))?\b.*$/,
    ' ',
  )
  const rest = said.replace(tellsBooking, ' ')
  return rest !== said && isOnlyCourtesy(rest.replace(agreements, ' ').replace(assents, ' '))
}

/** “Thank you so much, bye”, and nothing else. */
export function onlyThanks(text: string): boolean {
  const said = toBareWords(text)
  return /\b(?:thank|thanks|thx|cheers|ta|appreciated)\b/.test(said) && isOnlyCourtesy(said.replace(assents, ' '))
}

function withoutDay(remark: string, weekday: string): string {
  // “Book that and I'll go and lie down.”
  const said = remark.replace(
    / and (?:i|we) (?:ll|will) (?!(?:think|ask|check|see|let|need|get back|come back)\b).*$/,
    '',
  )
  if (weekday === '') return said
  const then = said.replace(new RegExp(`\\b(until|till|see you|speak|talk)(?: on)? ${weekday}\\b`, 'i'), '$1 then')
  return then.replace(new RegExp(`\\b(?:(?:on|for) )?${weekday}\\b`, 'i'), ' ')
}

/** “Perfect, thank you and bye” */
export const saysGoodbye =
  /\b(?:bye|good ?bye|cheerio|ta[- ]?ra|toodle\S*|good ?night|laters|(?:talk|speak|see (?:you|ya)) (?:soon|later))\b/i

function isOnlyCourtesy(rest: string): boolean {
  return rest.replace(goodbyes, ' ').replace(courtesies, ' ').trim() === ''
}

const tellsBooking =
  /\b(?:i confirm(?: (?:it|that))?|(?:go ahead and |to )?confirm (?:it|that|please|this)(?: like (?:that|this))?|go ahead and (?:confirm|book)(?: (?:it|that|this))?|lock (?:it|that|me|us|this) in|(?:please )?book (?:it|that|this|me|us|him|her|them)(?: in)?(?: please)?|(?:yes |and |then |ok )?please book|book please|put (?:me|us|him|her|them|it)(?: both| all| two)? (?:down|in)(?: for (?:that|it|this))?)\b/g
const agreements =
  /\b(?:(?:i|we) (?:ll|will|shall) (?:both )?be there|send (?:it|that|the invit\w+)(?: (?:over|off|out))?|we (?:ll )?do (?:that|it|this)|(?:that|it) (?:ll|will) do(?: nicely)?|(?:that s|thats|this is|that is) (?:what (?:i|we) (?:want|need)|the one)|(?:that|it|this) (?:suits|works for) (?:us|me)(?: both)?|i m (?:happy|fine|good) with (?:that|it)|make it so|confirmed|(?:then )?we (?:re|are) agreed|agreed|sorted|deal|done|go|that one|yes only|splendid|marvell?ous|awesome|mint|ace|champion|looking forward(?: to (?:it|that))?|very good)\b/g
const goodbyes =
  /\b(?:good ?bye|bye(?: bye| now)?|cheerio|ta ?ra|good ?night|(?:have|enjoy) (?:a|your|the) (?:\w+ )?(?:day|evening|weekend|week|one)|good (?:day|evening|weekend)|speak soon|see (?:you|ya) soon|(?:god )?bless(?: you)?|(?:that s|that is|thats) (?:all|everything)(?: for (?:today|now))?|much appreciated|most kind|vale|gracias|merci|danke|grazie|diolch|sick|wicked|sweet|brill|legend|nice one|(?:very|so|ever so|most) (?:kind|helpful|patient|efficient)|you ve been|of you)\b/g

/** “Yes. And can you make it an hour?”: what follows the “yes”; null if the remark doesn't begin with one. */
export function afterYes(text: string): string | null {
  const [, first = '', rest = ''] = /^([^.!?,;]+)[.!?,;]+\s+(.+)$/s.exec(text.trim()) ?? []
  return isYes(first) && !/^(?:but|only|actually|no|not|wait|sorry|rather)\b/i.test(rest) ? rest : null
}

const assents =
  /\b(?:yes|yeah|yeh|yea|yep|yup|aye|sure|ok|okay|okey|k|please do|correct|right|exactly|great|perfect|super|brilliant|excellent|wonderful|smashing|splendid|fine|absolutely|definitely|certainly|of course|by all means|go ahead|go for it|go on(?: then)?|crack on|(?:i (?:ll )?)?(?:see|speak|talk)(?: to)? (?:you|u|ya) (?:then|there)|(?:speak|talk|till|until) then|that would be (?:great|lovely|perfect|fine|good)|let s go(?: for it)?|all good|do it|do so|do that|let s do (?:it|that|this)|(?:please )?(?:just )?book (?:it|that|this|me|us|the (?:meeting|call|time|slot))(?: in)?|please book|book please|put (?:me|us|it) (?:in|down)|confirm(?:ed)?|(?:that s|thats|that is|all|everything s|everything is|all of it is) (?:right|correct|fine|it|great|good|perfect|ok|okay)|it is|sounds (?:good|great|fine|perfect)|(?:that |it )?(?:works|suits|will do)(?: for me| me| us)?|(?:this |that )?is (?:ok|okay|fine|good|perfect|great)|looks (?:good|right)|quite right|now it is (?:right|correct))\b/g
const courtesies =
  /\b(?:please|pls|do|it|then|thanks|thank you|thankyou|thx|cheers|ta|very much|so much|a lot|lovely|brilliant|wonderful|excellent|super|cool|nice|good|grand|smashing|oh|ah|um|well|so|and|all|for me|love|mate|dear|my dear|sir|madam)\b/g

/** A “yes” to “Shall I show you times?”, which commits to nothing. */
export function wantsToSeeTimes(text: string): boolean {
  return (
    isYes(text) ||
    /^(?:yes|yeah|yep|yup|sure|ok|okay|please|why not)\b|\b(?:show me|what|which) (?:the )?times?\b/.test(
      toBareWords(text),
    )
  )
}

/** “Other times”, “later”, “none of these”. */
export function asksForOtherTimes(text: string): boolean {
  return /^(?!.*\b(?:later|earlier) (?:one\b(?! (?:day|week))|of (?:the(?:se|m)|those|the)\b)).*\b(?:(?:other|another|different|more|later|earlier) (?:times?|days?|dates?|slots?|week|ones?)|what else is (?:there|free|available)|next week|none of (?:these|those|them)|(?:these|those|they|none) (?:do not|don t|dont|won t|wont|doesn t) (?:work|suit|fit)|(?:that|this) (?:day|time|date) (?:do not|don t|dont|won t|wont|doesn t|doesnt) (?:work|suit|fit)|something else|later)\b/.test(
    toBareWords(text),
  )
}

/** “Only one k, as I wrote the first time” */
export const aboutSpelling = /\bspell\w*\b|\bas i wrote\b|\bonly one \p{L}\b/iu

/** “Never mind”, “forget it”: gives up the meeting, not just the time. */
export function asksToCancel(text: string): boolean {
  // “Only one k, as I wrote. Forget it please.”
  if (aboutSpelling.test(text) || /\bcorrection\b/i.test(text)) return false
  return (
    /\btake (?:it|that|this|me|us) (?:out|off)(?: again| please)*$/.test(toBareWords(text)) ||
    /\b(?:never ?mind|forget (?:it|the|about)|no (?:meeting|call)|cancel|drop (?:it|that|this|the)(?! off\b)|scrap|call (?:it|the whole thing) off|don t book|dont book|not book|changed my mind|no thanks|no thank you)\b/.test(
      toBareWords(text),
    ) ||
    leavesIt.test(toBareWords(text))
  )
}

/** “Nah, leave it”, “better leave it for now”, “best drop it for today”; not “can I leave it on?” */
const leavesIt =
  /(?:^(?:(?:nah|no|nope|ok|oh|sorry|well|actually|so) )*|\b(?:let s|lets|better|best|i ll|we ll|we d better|i d better) (?:just |rather |better )?)(?:leave|drop|park|skip) (?:it|that|this)(?= (?:for (?:now|today|the moment)|i ll|we ll|ill)\b|$)/

/** “Forget the call”, “cancel that please”, “nah, leave it”: about a call that was arranged. */
export function callsOff(text: string): boolean {
  return (
    cancelsAlone(text) ||
    /(?:^|[.;:!]\s*)(?:(?:so|ok|actually|please|just|better) )*call (?:it|that|the whole thing) off\b/i.test(text) ||
    text.split(/[.,;:!]+/).some((part) => refusesCall.test(toBareWords(part))) ||
    leavesIt.test(toBareWords(text))
  )
}

const refusesCall =
  /^(?:(?:no|nope|nah|ok|sorry|actually|please|then|so|but|can you|could you|to be honest|honestly|you know what) )*(?:(?:forget|cancel|scrap|drop|skip|stop|leave)(?: about)? (?:the|that|my|this|your) (?:phone )?(?:call|callback|call back)|(?:don t|dont|do not|no need to) (?:(?:have|let|get) (?:any|some)(?:one|body) )?(?:call|ring|phone)(?: me| us)?(?: back)?|no call)(?: (?:please|then|any ?more|now|after all))*$/

/** “Forget it. The 29th, 9am” and “cancel that, put it on the 9th” ask for this time instead; null for anything else. */
export function timeInstead(text: string): string | null {
  const parts = text.slice(0, saidMax).split(/(?<!\d)[.,;!?]+\s+|\s+(?:and|but|then)\s+/)
  const at = parts.findIndex((part) => asksToCancel(part) || givesUpMeeting(part))
  if (at === -1) return null
  // “Cancel the Monday call, I'm at the market. Any time Tuesday does.”
  const rests = [parts.slice(at + 1).join(', '), parts.slice(at + 1).at(-1) ?? '']
  const isWish = (rest: string) =>
    (asksForIt.test(rest) || (countWords(rest) <= bareWordsMax && !tellsOfMeeting.test(rest))) &&
    readPreferredTime(rest) !== null &&
    !isNoWish.test(rest)
  return rests.find(isWish) ?? null
}

/** Longer texts aren't read. */
const saidMax = 500
/** “Put it on the 9th”, “we do Friday instead” */
const asksForIt =
  /^(?:please |and |so |then )*(?:put|make|do|we(?: can| could)? do|book|move|rather|can we|could we|let['’]?s|how about|what about|instead|try|take|i(?:['’]d| would) (?:rather|prefer)|better)\b|\b(?:instead|rather|please)[.!]*$/i
const tellsOfMeeting = /\b(?:call|meeting|appointment|one)\b/i
const bareWordsMax = 5
/** “Cancel it, I'm ill until Friday”, “cancel that. How many are open on Monday?” */
const isNoWish =
  /^(?:how many|how much|what(?! about)|why|who|where|does|is|are)\b|\b(?:had|was|were|did|went|got|called|already|last|until|till|before|back|away|holiday|ill|sick|busy|not|(?:do|ca|wo)n['’]?t|cannot)\b/i

/** Whether a sentence is about the visitor's own meeting. */
export function namesMeeting(text: string): boolean {
  return /\b(?:(?:my|our|the|that|this) (?:meeting|call|appointment|demo|slot|booking)|it)\b/.test(toBareWords(text))
}

/** “Cancel the meeting”, “I can't make it on Friday”; not “can I cancel any time”. */
export function asksToCancelMeeting(text: string): boolean {
  const said = toBareWords(text)
  return (
    /\b(?:forget(?: about)?|no need for|don t need|dont need|skip) (?:my|our|the|that|this) (?:meeting|call|appointment|demo|slot|booking)\b/.test(
      said,
    ) ||
    /\b(?:cancel|call off|drop(?! it off\b)|delete|scrap)\b.*\b(?:(?:my|our|the|that|this) (?:meeting|call|appointment|demo|slot|booking)|it)\b(?! (?:any ?time|plan|subscription))/.test(
      said,
    ) ||
    /\b(?:call (?:it|(?:my|our|the|that|this) (?:meeting|call|appointment|demo|booking)) off|take (?:my|our|the|that|this) (?:meeting|call|appointment|demo|booking) (?:away|off|out))\b/.test(
      said,
    ) ||
    /\b(?:can t|cannot|can not|won t|not able to) (?:make|come to|attend|join) (?:it|the|our|my|that)\b/.test(said)
  )
}

/** “Scrap that, I can't on Wednesday”, “my mother comes, please cancel”: about the meeting, if there is one. */
export function givesUpMeeting(text: string): boolean {
  return (
    cancelsAlone(text) ||
    /\b(?:scrap|bin|forget) (?:that|it)\b|\bcancel (?:on )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today)\b|\bsomething(?: has| s)? (?:come|came) up\b|\b(?:can t|cant|cannot|can not|won t|wont) (?:do |make |come |be there )?(?:it )?(?:on |this |that |any ?more)/.test(
      toBareWords(text),
    )
  )
}

/** “Please cancel”, “I have to cancel”, or “cancel” as the whole remark; not “customers book, then cancel”. */
function cancelsAlone(text: string): boolean {
  if (onlyCancels.test(toBareWords(text))) return true
  return text.split(/[.,;:!]+/).some((part) => !part.includes('?') && mustCancel.test(toBareWords(part)))
}

const beforeCancel = '(?:(?:sorry|oh|no|ok|yes|yeah|yep|hi|hello|actually|wait|so|please) )*'
const afterCancel = '(?: (?:it|that|this|please|then|now|again))*$'
const onlyCancels = new RegExp(`^${beforeCancel}cancel${afterCancel}`)
const mustCancel = new RegExp(
  `^${beforeCancel}(?:(?:please |(?:i|we)(?: ll| will)? (?:have|need|want|must|d like|would like|got) (?:to )?)cancel|cancel (?:it|that|this))${afterCancel}`,
)

/** “What time is my meeting again?” */
export function asksWhenMeeting(text: string): boolean {
  return /^(?:so |and |ok |sorry |wait )*(?:when|what time|what day|which day|at what time)\b.*\b(?:my|our|the) (?:meeting|call|appointment|booking)\b|\bwhen (?:are|do|will|shall) we (?:talking|speaking|meeting|talk|speak|meet)(?: again| then| now)*$/.test(
    toBareWords(text),
  )
}

/** “Is it booked?”, “so what did you book?”, “what have we said?”, “can you read that back?” */
export function asksIfBooked(text: string): boolean {
  const said = toBareWords(text)
  const repeatsTime = mentionsTime(text) && (toConfirm.test(said) || (endsAsCheck.test(said) && /\?\s*$/.test(text)))
  return asksForRecap.test(said) || asksForState.test(said) || repeatsTime || asksWhatIsArranged(said)
}

/** “What have you got me down for?”, “would you kindly summarise what has been arranged?” */
function asksWhatIsArranged(said: string): boolean {
  return said.split(' ').length <= recapWordsMax && opensRecap.test(said) && namesArrangement.test(said)
}

const recapWordsMax = 16
const opensRecap =
  /^(?:\w+ ){0,6}?(?:what|when|which (?:day|time)|confirm|summari[sz]e|recap|remind me|repeat|say (?:me |us |it |that )?again|run (?:me )?through|tell me)\b/
const namesArrangement =
  /\b(?:when|what time|what day|say (?:me |us )?again) (?:(?:is|was|s) |when (?:is|was|s) )?(?:the|our|my) (?:meeting|call|appointment)\b|\b(?:been|is|was|s|are|have|has|had|did|we|you|i|now) (?:(?!can|could|should|must|need|will|would|to)\w+ ){0,2}?(?:arranged|scheduled|planned|booked|agreed|settled|noted down|fixed up|in the (?:diary|calendar))\b|\b(?:got|have|had|put|us|me) (?:(?:us|me|it|that|all|this) ){0,2}down(?=$| (?:now|for|as|so far))|\b(?:end|wind|finish)(?:ed)? up (?:with|on)\b/

const asksForRecap =
  /\bwhat (?:(?:time|day|date) )?(?:did|have|had) (?:we|i|you) (?:just |now |all )?(?:say|said|agreed?|settled?(?: on)?|arranged?|decided?(?: on)?)(?=$| (?:again|then|now|so far|i|it s)\b)|\b(?:did|has) (?:that|it|the (?:booking|meeting|call)) (?:go|gone|get) through\b|\bread (?:me|us) (?:that |it )?back\b|\b(?:summari[sz]e|sum up|recap) (?:that|it|this|(?:the|our) (?:arrangements?|meeting|booking|call|details|appointment))\b|\byou (?:ve|have) (?:put|noted|written down|got down)\b|\b(?:may|can|could|let|shall) (?:i|me|you|we) (?:just |please )?read (?:that|it|this) back\b(?! to (?:my|our|the)\b)|\b(?:can|could|would) you (?:please |just )?(?:run|go|take me) (?:me )?(?:that|it|this|everything)? ?(?:past|over|through|by)(?: (?:me|us|it|that|everything))* (?:once more|again|one more time)\b/
/** “To confirm: the 15th, 11:00, Helen and me?” */
const toConfirm = /^(?:(?:so|and|ok|just|right) )*(?:to (?:confirm|recap|summari[sz]e)|may i read)\b/
/** “So weds, 7, my mobile, sorted?” */
const endsAsCheck = /^(?:so|and|ok)\b.* (?:sorted|right|correct|yes|yeah)$/

const asksForState =
  /^(?:so |and |ok |sorry |wait |but )*(?:what (?:(?:time|day|date) )?(?:did|have) (?:you (?:book|booked|note|noted|write down)|(?:we|i) (?:agree|agreed|say|book|booked|choose|chose)\b(?! (?:to|with)))|what (?:is|s) (?:(?:now|then|actually) )?(?:booked|agreed|arranged)|(?:when|which (?:day|time)|what time|what day) (?:is|was|s) (?:that|it)(?: again| then| now)*(?: in \w+ time)?$|(?:what|which) (?:day|time|date) did we (?:settle|decide) on|(?:so )?(?:that s|that is|it s) (?:\w+day )?at what time|(?:(?:please|kindly|can you|could you) )*recap\b|(?:did|have) you (?:book|booked)|(?:is|was) (?:it|that|this|(?:the|my|our) (?:meeting|call)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow) (?:(?:definitely|really|all|now|already|fully) )?(?:booked|confirmed)|(?:is|was) (?:(?:the|my|our) (?:meeting|call)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow) (?:(?:definitely|really|all|now|already|fully) )?(?:fixed|settled|set|arranged)(?! up)|(?:am i|are we) (?:(?:definitely|really|all|now|already|fully) )?(?:booked|confirmed|set|sorted)(?! up))\b/

/** “Can we move it to Thursday?”, “reschedule the call”. */
export function asksToMoveMeeting(text: string): boolean {
  const said = toBareWords(text)
  return (
    /\b(?:reschedule|move|push|shift|postpone|change|bring forward)\b.*\b(?:(?:my|our|the|that|this) (?:meeting|call|appointment|demo|slot|booking|time)|it)\b/.test(
      said,
    ) &&
    (/\b(?:meeting|call|appointment|demo|slot|booking|reschedule|postpone|time)\b/.test(said) || mentionsTime(text))
  )
}

/** “Push it back an hour”, “a day later please”: about a meeting, if there is one. */
export function shiftsMeeting(text: string): boolean {
  const said = toBareWords(text)
  return (
    /\b(?:push|move|shift|bring|put|pull) (?:it|that|this) (?:by )?(?:(?:an?|one|two|half an|half|\d+) (?:hours?|days?|weeks?|min(?:ute)?s?) )?(?:back|forward|up|later|earlier|on)\b/.test(
      said,
    ) ||
    /^(?:can we |could we |please |make it |rather )*(?:an?|one|two|half an|\d) (?:hours?|days?|weeks?|hour) (?:later|earlier)\b/.test(
      said,
    )
  )
}
