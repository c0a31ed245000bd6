import { mentionsTime } from './offered-slot.ts'
import { toBareWords } from './plain-text.ts'
import { readPreferredTime } from './preferred-time.ts'

/* Requests for a meeting or call that name neither: “would a representative be available on Tuesday?” English only. */

const people =
  '(?:(?:an?|the|some|any|one of (?:you|your)|your) )?(?:\\w+ )?(?:representatives?|reps?|account managers?|sales ?(?:people|person|team)|consultants?|advis[eo]rs?|specialists?|experts?|trainers?|engineers?|colleagues?|person|human|some(?:one|body)|any(?:one|body)|one of (?:you|your team))'

/** “Would a representative be available on Tuesday at 10:30?” */
const asksIfFree = new RegExp(
  `^(?:\\w+ ){0,3}(?:would|is|are|could|might|will) ${people} (?:be )?(?:available|free)\\b`,
)
/** “I'd understand it better if a person showed me” */
const rathersPerson = new RegExp(
  `\\b(?:better|easier|quicker|simpler|prefer(?: it)?|rather|like it|helps?|appreciate it) if ${people} (?:(?:could|would) )?(?:show(?:ed|s)?|explain(?:ed|s)?|walk(?:ed|s)?|t(?:ook|akes?)|demonstrate[ds]?)\\b`,
)
/** “It may be simpler to discuss this verbally.” */
const prefersTalking =
  /\b(?:discuss|talk|go over|run through|go through|clear up|sort out|explain) (?:this|it|that|things|everything|the rest)(?: all)? (?:verbally|in person|live|over the phone|on the phone|by phone|by telephone|face to face|properly|directly|with (?:a person|someone|somebody))\b|\b(?:easier|simpler|quicker|better) to (?:just )?(?:talk|speak|discuss (?:this|it)|have a (?:chat|call|conversation))\b/
/** “We would appreciate a presentation to our working group”, “worth a technical deep-dive” */
const wantsSession =
  /\b(?:would|d|should|could|might|want|need|appreciate|like|love|worth|fancy|how about|what about|get|do|arrange|have)\b(?: \w+){0,4} (?:presentation|walk ?through|deep ?dive|working session|q and a|live session|guided tour|one to one|demonstration)\b(?! (?:mode|view|file|template|feature))/
/** “Need my ops lead to see this live, Wednesday?” */
const wantsLive =
  /\b(?:see|do|watch|show|get|have|run through|go through|experience) (?:this|it|that|everything)(?: all)? live\b(?! (?:data|feed|chat|on|from))/
/** “Yeah ok, put 30 min in” */
const putsTimeIn =
  /\b(?:put|stick|pop|get|pencil|block|throw) (?:(?:us|me|in|down|out) )?(?:\d+|half an|an|a|thirty|fifteen|twenty|forty five|some) ?(?:min\w*|m|hours?|h|time|slot) (?:in|down|in the (?:diary|calendar)|on (?:the|my) calendar|aside)\b/
/** “Yeah sure, book it”, “go on then, set something up” */
const tellsToArrange =
  /^(?:(?:yeah|yes|yep|ok|okay|sure|fine|alright|right|well|go on(?: then)?|please|let s|just|then|so) )+(?:book (?:it|that|something|me in|us in)|(?:set|sort|fix|get) (?:something|it|that|a time) up|sort something(?: out)?)(?: (?:then|please|for (?:me|us)|in))*$/
/** “I've got a gap at 5 today”, if there is a time */
const hasGap =
  /\b(?:i|we)(?: ve| have)?(?: got)? (?:a |an |some )?(?:gap|slot|window|free (?:hour|slot|half hour)|half an hour|opening)\b/
/** “Discuss Enterprise terms with someone authorised to negotiate” */
const wantsToNegotiate = new RegExp(
  `\\b(?:discuss|negotiate|agree|go over|talk through|settle)\\b(?: \\w+){1,5} with ${people}\\b`,
)
/** “I think it's quicker if we just talk”, “not much of a typer, can we speak?” */
const wantsToTalk =
  /\b(?:if|can|could|shall|let s|should|better) (?:we|you and i|you and me)(?: \w+)? (?:just |quickly |simply )?(?:talk|speak)(?= (?:about (?:it|this)$|on|tomorrow|today|next|this|then|please|instead|properly)\b|$)|\b(?:better|easier|rather) (?:spoken|talked|discussed|asked|explained) than\b|\brather (?:talk|speak) than\b/
/** “Who can show me the wall map live?”, “show me on my own data, with a person I mean”, “see the face of who sells me this” */
const wantsShowing =
  /\b(?:show|walk|take) (?:me|us) (?!how|when|where|what|if|whether)\b.*\b(?:live$|with a (?:real )?(?:person|human)|in person|by a (?:person|human))|\b(?:see|know|meet) the (?:face|people|person)\b.*\b(?:who (?:sells?|made|built|wrote|makes)|behind (?:this|it|the (?:product|demo)))\b/
/** “30 min with an onboarding person before I commit” */
const wantsTimeWith = new RegExp(
  `\\b(?:\\d+|ten|fifteen|twenty|thirty|forty five|half an|an) ?(?:min\\w*|hours?) with ${people}\\b`,
)
/** “Two colleagues and I, 45 minutes, between 7 and 11 December”, if there is a time */
const namesLength =
  /\b(?:i|we|me|us|my|our)\b.*\b(?:\d\d|fifteen|twenty|thirty|forty five) ?min(?:ute)?s?\b|\b(?:\d\d|fifteen|twenty|thirty|forty five) ?min(?:ute)?s?\b.*\b(?:i|we|me|us|my|our)\b/
/** “My director must see it, Friday at noon”, “I'm only free at 8pm, is that nuts?”, if there is an hour */
const mustSee =
  /\b(?:must|should|has to|have to|needs? to|wants? to|would like to|d like to) (?:also )?(?:see|watch|look at|hear) (?:it|this|that)\b|\b(?:i m|im|i am) only (?:free|available)\b/
const anybody = '(?:some(?:one|body)|any(?:one|body)|a (?:person|human)|one of you)'
/** “Is there someone I could grill about the set-up?”, “who do I speak to about getting this going?” */
const asksWhom = new RegExp(
  `\\b(?:is there )?${anybody}(?: there)? (?:i|we) (?:could|can|might|may) (?:grill|ask|talk|speak|quiz|question|bother|pester|chat|contact|call)\\b|\\bwho(?:m)? (?:do|can|should|would|could|must) (?:i|we) (?:speak|talk|turn) (?:to|with) (?:about|for|to) (?:getting|starting|buying|signing|moving|next|a start|get|start|buy)\\b`,
)
/** “Could one of your account managers contact me by telephone?”, “have somebody telephone me this afternoon” */
const wantsContact = new RegExp(
  `\\b(?:can|could|would|will|may|have|get|let|ask|please have) ${people}(?: \\w+)? (?:please )?(?:contact|call|ring|phone|telephone|reach|get in touch with|get back to) (?:me|us)\\b`,
)

/** A request to meet, in words that name no meeting. */
export function wishesToMeetIndirectly(text: string): boolean {
  const said = toBareWords(text)
  const isLong = said.split(' ').length > wordsMax
  if (isLong || aboutProduct.test(said)) return false
  const patterns = [
    rathersPerson,
    prefersTalking,
    wantsSession,
    wantsLive,
    putsTimeIn,
    tellsToArrange,
    wantsToNegotiate,
    wantsToTalk,
    wantsShowing,
    wantsTimeWith,
  ]
  return (
    patterns.some((pattern) => pattern.test(said)) ||
    ((asksIfFree.test(said) || hasGap.test(said) || wantsContact.test(said) || namesLength.test(said)) &&
      mentionsTime(text)) ||
    (mustSee.test(said) && namesHour(text))
  )
}

function namesHour(text: string): boolean {
  const time = readPreferredTime(text)
  return time !== null && (time.at !== null || (time.day !== null && time.from > 0))
}

/** A request to be contacted or to ask somebody, without a time. */
export function wishesForPerson(text: string): boolean {
  const said = toBareWords(text)
  return asksWhomToAsk(said) || (wantsContact.test(said) && !aboutProduct.test(said))
}

/** “Who do I speak to about getting this going?”; `said` in bare words. */
export function asksWhomToAsk(said: string): boolean {
  return asksWhom.test(said) && !aboutProduct.test(said)
}

const wordsMax = 24
/** “Can customers book it live?”, “does it have a presentation mode” */
const aboutProduct =
  /^(?:(?:so|and|but|ok) )*(?:does|do|how|what|why|where|which|when|can (?:my|our|your|the|they|customers|users|clients|guests|people|it)|is it possible for (?:my|our|the))\b|\b(?:customers?|clients?|guests?|users|patients|students|members|candidates|tenants) (?:can|could|want|need|like|have|get|see)\b/
