import { describesThemselves, hearFacts } from './buyer-facts.ts'
import { asksSomething } from './fact-patterns.ts'
import type { Intent } from './intent.ts'
import { toBareWords } from './plain-text.ts'
import { isOrdinary } from './retrieval-common-words.ts'
import { toWords } from './retrieval-words.ts'
import { ownWaste } from './plain-remarks.ts'
import type { Remark } from './remark.ts'
import { asksTerms, buysLater, ordersThings } from './unanswered-remarks.ts'
import { guessRemark, readVector, type Guess, type RemarkLabel } from './remark-model.ts'
import { mentionsTime } from './offered-slot.ts'
import { readPreferredTime } from './preferred-time.ts'

/*
 * Turns the classifier's guess into an intent. Above `sure`, the guess is used even if the notes have an answer; above
 * `likely`, only if they have none.
 */

const sure = 0.9
/** For statements, which notes rarely answer. */
const sureStatement = 0.4
/** For reactions: a need that only sounds like one is worth more than a reply to it. */
const sureChat = 0.55
/** For a meeting request, which is the worst intent to miss. */
const sureMeeting = 0.35
/** For a person asked for or about in a question: “is it possible to talk to the people behind this?” */
const surePerson = 0.6
const likely = 0.3
/** For a wish to buy or an insult: replying to one by mistake is worse than offering steps. */
const sureToBuy = 0.75
/** For a question that a rule takes for something else. Neither is certain, and offering a step is safer. */
const likelyQuestion = 0.5
/** For small talk phrased as a question, which “can you ship helium?” resembles. */
const likelyChat = 0.7
/** For an objection: replying to one that nobody raised is worse than offering steps. */
const likelyObjection = 0.4

/** A meaning other than a question about the product, if it is beyond doubt; otherwise null. */
export function guessSureIntent(text: string, takesMeetings: boolean): Intent | null {
  const guess = guessOf(text)
  const tellsFact = guess.label === 'told' && guess.probability >= likely && hearFacts(text).length > 0
  return guess.probability >= thresholdOf(guess, text) || tellsFact ? toIntent(guess.label, takesMeetings, text) : null
}

function thresholdOf({ label }: Guess, text: string): number {
  if (label === 'book') return sureMeeting
  // “May I ask who is writing?”: most of these are questions.
  if (label === 'robot' || label === 'human') return asksAs(label, text) ? surePerson : sureStatement
  if (label === 'hello') return sureChat
  const bar = asksAs(label, text) ? sure : chatLabels.has(label) && !feelings.has(label) ? sureChat : sureStatement
  return label === 'buy' || label === 'insult' ? Math.max(bar, sureToBuy) : bar
}

const asking =
  /[?？]$|^(?:(?:so|and|but|ok|okay|well|hey|hi|hello|hm+|wait|cool|thanks)[,.!]? )*(?!what (?:worries|bothers|scares|annoys|frightens|concerns|puts) (?:me|us)\b)(?!what an? (?:\p{L}+ )?(?:day|night|morning|evening|afternoon|week|month|year|mess|nightmare|shame|pity|relief|start)\b)(?:can|could|does|do|is|are|will|would|how|what|which|who|where|when|why|any)(?:s|['’]s)?\b|\b(?:of|for|by|from|with|in|to) (?:what|which|whom?)\b(?: exactly)?[.!]*$|\b(?:you|it|this|u) (?:do|does|can|handle|support|cover|have|has)s? (?:that|this|it|those|them|these)(?: too| as well)?[?!.]*$/iu

/**
 * Whether the text asks something. For small talk and objections, a question in any part counts (“need training, do you
 * do that”).
 */
function asksAs(label: RemarkLabel, text: string): boolean {
  return asking.test(text.trim()) || ((chatLabels.has(label) || statedLabels.has(label)) && asksSomething(text))
}

/** The most likely meaning of a sentence that the notes don't answer. */
export function guessLikelyIntent(text: string, takesMeetings: boolean): Intent | null {
  const guess = guessOf(text)
  return guess.probability >= likelyOf(guess, text) ? toIntent(guess.label, takesMeetings, text) : null
}

function likelyOf({ label }: Guess, text: string): number {
  if (label === 'buy' || label === 'insult') return sureToBuy
  if (label === 'doubt' && asking.test(text.trim())) return likelyChat
  if (asksAs(label, text)) {
    if (statedLabels.has(label) || label in commands) return sure
    if (chatLabels.has(label)) return likelyChat
  }
  return objectionLabels.has(label) ? likelyObjection : likely
}

/** Whether a sentence certainly asks about the product, even if it contains command words. */
export function isSurelyQuestion(text: string): boolean {
  const { label, probability } = guessRemark(text)
  return label === 'question' && probability >= sure
}

/** Whether a sentence probably asks about the product, although single words suggest something else. */
export function isLikelyQuestion(text: string): boolean {
  const { label, probability } = guessOf(text)
  return label === 'question' && probability >= likelyQuestion
}

/** Whether a sentence that asks nothing is hardly about the product either. */
export function isHardlyQuestion(text: string): boolean {
  // Without the vector, as for other languages, a guess is too uncertain.
  if (readVector(text).length === 0) return false
  // “Zzyx thingamajig” is no remark either.
  if (!toWords(text).some((word) => isOrdinary(word.text))) return false
  const { label, probability } = guessOf(text)
  return !asksInShort.test(text.trim()) && (label !== 'question' || probability < likelyQuestion)
}

/** “Short summary pls”, “isn't this just a list” */
const asksInShort =
  /\b(?:pls|plz|please)\b|^(?:(?:so|and|but|ok|hm+),? )*(?:isn|aren|doesn|don|won|can|couldn|wouldn|didn|wasn)['’]?t (?:it|this|that|these|there|they|you|we|i)\b/i

/** Whether a sentence is a meeting request, whatever its words suggest: “someone to come and talk to our councillors?” */
export function isSurelyWishToMeet(text: string): boolean {
  return isWishToMeet(text, beyondDoubt)
}

/** Whether a sentence is a meeting request despite words of other commands (“could you call me back on Friday?”). */
export function isWishToMeet(text: string, least = sureMeeting): boolean {
  const { label, probability } = guessOf(text)
  return label === 'book' && probability >= least && mayMeanPeople(text, probability)
}

/**
 * “How do I make a demo?” and “can a guest book at 2 am?” share words with a meeting request, but ask what the
 * product does.
 */
function mayMeanPeople(text: string, probability: number): boolean {
  const said = text.replaceAll('’', "'").trim()
  const asksProduct = [asksForTour, asksToPrevent, asksToShowHow, namesMeetingRoom, callsSupport].some((pattern) =>
    pattern.test(said),
  )
  if (asksProduct) return false
  if (probability >= beyondDoubt) return true
  if (
    (laughs.test(said) && probability < meetingInJest) ||
    tellsOfCase.test(said) ||
    isAboutOthers(said) ||
    asksForHelp.test(said) ||
    looksAlone.test(said) ||
    judgesDemo.test(said)
  )
    return false
  if (describesThemselves(said) && !meetingWords.test(said.replace(/\b\d+ (?:people|persons?)\b/gi, ' '))) return false
  if (probability >= likelyMeeting) return true
  if (asksHowTo.test(said) && !meansOurPeople.test(said)) return false
  return meetingWords.test(said) || mentionsTime(said)
}

/** “How do I stop someone wanting a cake for tomorrow?” */
const asksToPrevent =
  /^(?:(?:so|and|but|ok),? )*how (?:do|can|would|should) (?:i|we|you) (?:stop|prevent|keep|avoid)\b/i

/** “Show me how to invite a colleague” */
const asksToShowHow = /^(?:(?:so|and|ok|please),? )*(?:(?:can|could) you )?(?:show|tell) (?:me|us) how\b/i

const vagueLabels: ReadonlySet<RemarkLabel> = new Set(['told', 'smalltalk', 'unclear', 'praise', 'doubt'])

function hasOnlyUnknownWords(text: string): boolean {
  const words = toWords(text)
  return words.length > 1 && !words.some((word) => isOrdinary(word.text))
}

/** “I'll look on Sunday when I've slept.” */
const looksAlone = /\bi(?:'ll| will|ll) (?:just |rather )?(?:look|have a look|take a look|think|read|check|try)\b/i

/** “Your demo is rather silent about the details.” */
const judgesDemo =
  /\b(?:your|this|the) demo (?:is|was|isn't|says?|shows?|does|doesn't|seems?|looks?|feels?|has|leaves?)\b/i

/** “Would somebody help me set this up?” asks about the help. */
const asksForHelp =
  /\bhelp (?:me|us|them|him|her)(?: \w+)? (?:set|get|move|import|install|start|learn|switch)\b|\bcome (?:out |over |round |in )?(?:and|to) (?!(?:see|show|look|meet|visit|talk|speak|chat|have|us|me|our|my)\b)\p{L}+/iu

/** Whether a sentence is about the product, its agent, or the visitor's own customers. */
export function isAboutOthers(text: string): boolean {
  const said = text.replaceAll('’', "'").trim()
  return (
    asksAboutOthers.test(said) ||
    namesMeetingRoom.test(said) ||
    tellsOfOthers.test(said) ||
    callsOthers.test(said) ||
    asksWhatOthersDo.test(said) ||
    callsSupport.test(said) ||
    (asking.test(said) && namesAgent.test(said))
  )
}

/** “Someone joins on the 15th, then what?” */
const tellsOfCase = /\b(?:then what|what then|what happens)\b[?.!]*$|\b(?:asked|told) me to (?:check|look|find|see)\b/i

/** “And with our 5 meeting rooms on top?” */
const namesMeetingRoom =
  /^(?!.*\b(?:have|want|book|arrange|get|need) (?:a|the|my) (?:meeting|call)\b).*\bmeeting (?:rooms?|spaces?|notes|minutes)\b/i

/** “My boss would talk longer than that”. */
const tellsOfOthers =
  /^(?:(?:so|and|but|well|hi|hey|honestly),? )*(?:we|i|they|(?:my|our) \p{L}+) (?:keep|always|often|sometimes|usually|constantly|end up)\b(?!.*\b(?:you|your)\b)|\b(?:my|our|his|her|their) \p{L}+ (?:would|will|can|could|might|always|never|usually|only|just) (?!(?:like|want|love|need|join|be there)\b)(?!.*\b(?:you|your|meeting|call|demo)\b)/iu
const callsOthers =
  /\b(?:call|calls|contact|ring|phone|text|talk to|speak to) (?:(?:the|our|my|your|their|all) )?(?:guests?|customers?|clients?|leads?|prospects?|users?|visitors?|drivers?|patients?|people who|them)\b/i
/** “We sacked him on Friday. Could he still get in on Saturday?”; not “could they call me on Saturday?” */
const asksWhatOthersDo =
  /(?:^|[.,;!] )(?:(?:so|and|but|then),? )*(?:can|could|will|would|does|do|did|is|are|may|should) (?:he|she|they)\b(?!.*\b(?:calls?|ring|phone|meet|meeting|join|come|speak|talk|chat|time|free|available|around|demo|you|me|us)\b)/i
const namesAgent =
  /(?<!\b(?:to|with|reach|get) )\b(?:the|your|this) (?:ai |sales )?(?:agent|ai|assistant|bot|avatar)\b(?!.*\b(?:me|us)\b)/i
/** “If I call on Saturday, is somebody there?”, “can I ring somebody on a Sunday?”, “if we need you at 3 am” */
const callsSupport =
  /^(?:(?:so|and|but) )*(?:can|could|may) (?:i|we) (?:call|ring|phone) (?:you|some(?:one|body)|any(?:one|body)) (?:on|at|in) (?:(?:an? |the )(?:sunday|saturday|weekend|night)s?|(?:mon|tues|wednes|thurs|fri|satur|sun|holi)days|weekends|nights|evenings)\b|^(?:(?:so|and|but|what) )*(?:if|when) (?:i|we) need (?:you|help|some(?:one|body))\b|^(?:(?:so|and|but|what) )*(?:(?:if|when) )?(?:i|we) (?:call|ring|phone|(?:have|get|run into) (?:an? |some )?(?:problems?|trouble|issues?))\b(?!.*\b(?:call|ring|phone|contact) (?:me|us)\b)/i
/** “My baker doesn't speak much English” isn't about this conversation. */
const aboutOthersSpeech =
  /\b(?:my|our|his|her|their|the|some|half|most)(?! english\b)(?: \p{L}+){1,4}? (?:does|do|did|is|are|can|could|would|will|might|only|speaks?|reads?|understands?|has|have|struggles?)\b/iu
const asksToSend =
  /\b(?:send|mail|e-?mail|pdf|brochure|deck|slides|documents?|info|information|details|forward|writ\w+|something|summary|link|overview|leaflet|one-?pager)\b/i
/** “Price?” and “price.” are questions. */
const namesPrice = /^(?:the |your )?(?:price|prices|pricing|costs?)\b[\s.!]*$/i
const findsExpensive =
  /\b(?:expensive|pric(?:e)?y|costly|steep|afford|budget|cheap\w*|discounts?|too|lot|much money|worth|high|less|lower|better|negotia\w+|deal)\b/i

const namesSafety =
  /\b(?:data\w*|priva\w+|secur\w+|safe\w*|hack\w*|breach\w*|leak\w*|gdpr|dpo|cloud|trust\w*|st[eo]al\w*|stolen|confiden\w+|servers?|passwords?|files?|online|internet|records?|photos?|phish\w*|virus\w*|ransom\w*|legal\w*|laws?|complian\w+|regulat\w+|spy\w*|shar\w+|see|sees|reads?|get at|sensitive|risk\w*|cyber\w*|attack\w*|patients?|pupils?|clients?|ai)\b/i
const fears = /\b(?:worr\w+|afraid|fear\w*|scar\w+|nervous|anxious|dread\w*|concern\w*)\b/i

const sellsThere = /\bsell(?:ing)?\b[^.?!]* (?:on|via|through|at) /i
/** “Our board want a say when it's abroad” asks for a feature. */
const namesCase = /\b(?:want|wants|need|needs|like|likes) (?:a|to have a|their) say\b.*\b(?:when|if|on|for|over)\b/i
const asksForService =
  /^(?:(?:so|and|but|ok),? )*do you (?:do|have|offer|sell|use|support|take) (?!anything|something|this|that|it\b|me\b|you\b|a (?:minute|second|sec|moment)\b)\p{L}+|^(?:(?:so|and|but|ok),? )*(?:do|can|could|will) you (?!like\b|want\b|feel\b|think\b|know\b)\p{L}+ (?:the|our|my|a|an|all) \p{L}+/iu
const tellsHabit =
  /\b(?:my|our|the) \p{L}+ (?:just |always |even )?(?:clicks?|opens?|forgets?|loses?|breaks?|believes?|prints?) (?:on )?(?:everything|anything|every|all)\b/iu
const findsQuick = /\byou(?:'re| are|re)? (?:\p{L}+ ){0,2}(?:quick|fast)\b[!. ]*$/iu
const findsSlow = /\byou(?:'re| are|re)? (?:\p{L}+ ){0,3}slow\b/iu
const likelyMeeting = 0.5
/** For a joke, which may name a day. */
const meetingInJest = 0.8
/** Words of other meanings don't count above this. */
const beyondDoubt = 0.96
const leads = String.raw`^(?:(?:so|and|but|ok|okay|well|hey|hi|please|then|yes|sure)[,.!]? )*`
const asksForTour = new RegExp(
  String.raw`${leads}(?:(?:can|could|would) you )?(?:please )?(?:show|walk|take|guide|give) (?:me|us) (?:around|through(?: (?:it|this|the demo))?|(?:a|the) (?:quick |short )?(?:tour|demo)|the demo)(?: please)?[.!?]*$`,
  'i',
)
const asksAboutOthers = new RegExp(
  String.raw`${leads}(?:can|could|does|do|will|would|may|is|are|should) (?:it|they|the|a|an|my|our|each|every|all|\p{L}+s) (?!(?:quick |short |brief )?(?:team|person|human|expert|specialist|colleague|sales|rep|call|meeting|chat|conversation|demo|appointment|slot|time|zoom)\b)(?!.*\b(?:with (?:you|someone|somebody|your)|(?:call|ring|contact|phone) (?:me|us))\b)`,
  'iu',
)
const asksHowTo = new RegExp(
  String.raw`${leads}(?:how|where) (?:do|can|could|would|should|to) (?:i|we|you|one)?\b`,
  'i',
)
const meansOurPeople =
  /\b(?:calls?|meetings?|appointment|talk|speak|meet|reach|contact|sales|your (?:team|people)|(?:to|with|from|see|send|meet) some(?:one|body)|some(?:one|body) (?:from|on your|on the|at your|call|ring|phone|talk|speak|show|come)|with you|(?:get|schedule|book|see|have|arrange) (?:a|the|my|our) (?:\w+ )?demo)\b/i
const meetingWords =
  /\b(?:meet(?:ing|ings|up)?|calls?|calling|ring|chat|talk(?:ing)?|speak|appointment|slots?|calendar|schedule|book|zoom|demo|walk|session|hop on|jump on|sit down|catch up|connect|discuss|hours?|minutes?|mins?|time|times|free|available|availability|(?<!\b(?:i|we|they|people|who|go|goes|going) )live|in person|one on one|1:1|someone|somebody|anyone|person|people|human|expert|specialist|colleagues?|sales|rep|with (?:you|us)|your (?:team|side))\b/i

/** “Thanks! Does it do SSO?” is a question; the thanks need no reply of their own. */
function guessOf(text: string): Guess {
  const whole = guessRemark(text)
  const parts = text.split(
    /[.!?;]\s+|,\s+(?=(?:and |but |so )?(?:can|does|do|is|are|how|what|which|who|where|when)\b)/i,
  )
  const last = parts.at(-1) ?? ''
  if (parts.length < 2 || whole.label === 'question' || last.split(' ').length < 3) return whole
  // “I'd rather be rung. Is that possible?”
  if (asksIfPossible.test(last)) return whole
  // “Get someone to talk me through it. Wednesday, 8 in the morning?”
  if (whole.label === 'book' && (mentionsTime(last) || whole.probability >= beyondDoubt)) return whole
  const asked = guessRemark(last)
  return asked.label === 'question' && asked.probability >= 0.6 ? asked : whole
}

const asksIfPossible =
  /^(?:is|would|will) (?:that|this|it) (?:be )?(?:possible|ok|okay|all ?right|doable|allowed|fine|an option)[?!. ]*$/i

/** “We're a charity, is this for us?” */
const asksWhetherItFits =
  /\bis (?:this|it|that|your \p{L}+) (?:(?:also|even|right|good|meant|made|suitable|suited|ok|okay|something|anything) )*for (?:us|me|people like (?:us|me))\b/iu

/** Above this probability, a label's usual key words may be missing. */
const beyondWords = 0.85

function toIntent(label: RemarkLabel, takesMeetings: boolean, text: string): Intent | null {
  if (label === 'question') return null
  const isClear = guessOf(text).probability >= beyondWords
  // “Zzyx frobnicate thingamajig” says nothing, and a model may know the words.
  if (vagueLabels.has(label) && hasOnlyUnknownWords(text)) return null
  const said = text.replaceAll('’', "'")
  if (asksWhetherItFits.test(said)) return null
  // “We have Arabic speakers. How do they follow?” is a question; its facts are extracted separately.
  if (label === 'told' && asksSomething(text)) return null
  // “We don't have smartphones” asks whether that matters.
  if (label === 'told' && lacks.test(said)) return null
  // “Lol, my uncle still counts on his fingers”
  if (label === 'told' && laughs.test(said) && hearFacts(text).length === 0)
    return { type: 'remark', about: 'small-talk' }
  // “Can I create an invoice?”
  if (label === 'buy' && makesThings.test(said)) return null
  // “Then tell me, does it do sheep?”
  if (label === 'more' && /\b(?:does|do|can|is|will|has) (?:it|you|this|that|there)\b/i.test(text)) return null
  if (label === 'book') {
    if (!mayMeanPeople(text, guessOf(text).probability)) return null
    return { type: takesMeetings && !wantsPersonNow(text) ? 'book' : 'human' }
  }
  if (
    label === 'smalltalk' &&
    ((asksAboutCompany.test(text) && asksAs(label, text)) ||
      (asksForFact.test(said) && !/\b(?:you|your|u|ur)\b/i.test(said)))
  )
    return null
  // “RAMS?”
  if (label === 'smalltalk' && /^\p{Lu}{3,8}\??$/u.test(text.trim())) return null
  // “Do you sort the bus for me?”
  if (label === 'smalltalk' && asksForService.test(said)) return null
  // “We sell shoes online”
  if (label === 'security' && describesThemselves(said) && !fears.test(said)) return { type: 'remark', about: 'told' }
  // “I'd be worried about the noise”
  if (label === 'security' && fears.test(said) && !namesSafety.test(said)) return { type: 'remark', about: 'worry' }
  // “Have you ever had a data breach?” asks for a fact.
  if (label === 'security' && /^(?:(?:so|and|but|ok),? )*(?:have|has|did|were|was) (?:you|there|your)\b/i.test(said))
    return null
  // “Do we have to sign up for a year?” asks for the terms.
  if (
    label === 'buy' &&
    (ordersThings.test(said.toLowerCase()) || asksTerms.test(text) || buysLater.test(text) || asksForCard.test(text))
  )
    return null
  if (label === 'slower' && /\byour (?:english|spelling|grammar|accent)\b/i.test(text))
    return { type: 'remark', about: 'small-talk' }
  if (label === 'slower' && aboutOthersSpeech.test(said)) return null
  if (label === 'slower' && findsQuick.test(said)) return { type: 'remark', about: 'praise' }
  // “You are a bit slow, lol” doesn't ask for anything.
  if (label === 'slower' && findsSlow.test(said)) return { type: 'remark', about: 'small-talk' }
  // “What if it's rubbish?” asks for the terms.
  if (label === 'insult' && /^(?:(?:and|but|so|ok|what),? )*if\b/i.test(said)) return null
  // “Do you insure the material?” doesn't ask for anything to be sent.
  if (label === 'send' && asking.test(text.trim()) && !asksToSend.test(text)) return null
  // “We'd have to have it by Easter” names nobody who decides.
  if (label === 'authority' && ((!decides.test(said) && !isClear) || namesCase.test(said))) return null
  // “My CEO clicks on everything” isn't about a decision.
  if (label === 'authority' && tellsHabit.test(said)) return { type: 'remark', about: 'told' }
  // “Can the agent speak?” doesn't ask for a person.
  if (label === 'human' && (isAboutOthers(text) || asksForHelp.test(said))) return null
  // “That was quick, thanks” doesn't take leave.
  if (label === 'bye' && !leaves.test(said) && !isClear)
    return /\b(?:thanks?|thx|cheers|ta)\b/i.test(said) ? { type: 'thanks' } : null
  if (label === 'price' && findsCheap.test(said)) return { type: 'remark', about: 'small-talk' }
  if (label === 'price' && findsFair.test(said) && !findsUnfair.test(said)) return { type: 'remark', about: 'praise' }
  // “Tenants, you wouldn't believe it”
  if (label === 'doubt' && sighsOverOthers.test(said)) return { type: 'remark', about: 'small-talk' }
  // “The last guy ran off with the list” is no praise.
  if (label === 'praise' && !praises.test(said) && !isClear) return null
  // “Good, I don't want an app that shouts at me”
  if ((label === 'need' || label === 'human' || label === 'yes') && isGlad.test(said) && said.split(' ').length > 5)
    return { type: 'remark', about: 'small-talk' }
  if (label === 'price' && /\bsteep\b/i.test(said) && /\b(?:curve|hill|roof|slope|stairs)\b/i.test(said)) return null
  if (label === 'price' && ownWaste.test(toBareWords(text))) return null
  if (label === 'price' && (asking.test(text.trim()) || namesPrice.test(text.trim())) && !findsExpensive.test(text))
    return null
  if (label === 'robot' && ((!namesMachine.test(said) && !isClear) || asksAboutCompany.test(said))) return null
  if (label === 'need' && takesLeave.test(said)) return { type: 'bye' }
  // “We do a fair bit of night work”
  if (label === 'need' && tellsWork.test(said) && !negates.test(said)) return { type: 'remark', about: 'told' }
  // “We don't have smartphones” and “I can't do mornings” don't say that the product is useless.
  if (label === 'need' && (!rejects.test(said) || lacks.test(said) || countsOwn.test(said) || mentionsTime(text)))
    return null
  // “Selling candles on Etsy” names a market, not a rival.
  if (label === 'competitor' && sellsThere.test(said)) return { type: 'remark', about: 'told' }
  // “Are our partners able to compare sales?”
  if (label === 'competitor' && comparesOwn(text)) return null
  // “We're looking to switch by March” states a plan.
  if (label === 'competitor' && plansToSwitch.test(said)) return { type: 'remark', about: 'told' }
  // “I'm happy with Tuesday”
  if (label === 'competitor' && suitsThem.test(said) && mentionsTime(text)) return null
  if (
    label === 'competitor' &&
    !namesTool.test(said) &&
    ownHistory.test(said) &&
    hearFacts(text).every(({ field }) => field !== 'tool')
  )
    return null
  // “Margaret retires in March, so it's getting urgent” puts nothing off.
  if (
    label === 'timing' &&
    ((!namesDelay.test(said) && !isClear) || /(?<!\bnot (?:so |very |that )?)\b(?:urgent\w*|asap)\b/i.test(said))
  )
    return null
  // “I don't know where to start, it's about my mum”, “trust me”
  if (
    label === 'security' &&
    (!namesSafety.test(said) || /^trust me\b[^\p{L}]*(?:\p{L}+(?:[^\p{L}]+|$)){0,2}$/iu.test(said))
  )
    return null
  // “And some have no kitchen, only a kettle”
  if (label === 'browsing' && !looksAround.test(said) && !isClear) return null
  // “I'm told I have to look at this”
  if (label === 'browsing' && mustLook.test(said)) return { type: 'remark', about: 'told' }
  const command = commands[label]
  if (command === 'human' && takesMeetings && mentionsTime(text) && !wantsItNow(text)) return { type: 'book' }
  if (command !== undefined) return { type: command }
  if (label === 'competitor') return { type: 'remark', about: comparison.test(text) ? 'compare' : 'competitor' }
  const about = remarks[label]
  return about === undefined ? null : { type: 'remark', about }
}

/** Whether a question compares the visitor's own things, rather than the product with rivals. */
export function comparesOwn(text: string): boolean {
  return asking.test(text.trim()) && !weighsRivals.test(text)
}

const weighsRivals =
  /\b(?:you|your|yours|u|ur|this|better|than|versus|vs|against|differ\w*|competit\w*|alternatives?|instead|why|cheaper|switch\w*|replace\w*|chang\w+)\b|(?<!^)\b\p{Lu}\p{L}+/u
const plansToSwitch =
  /^(?:(?:so|and|hi|hello|hey|well),? )*(?:we|i)(?:['’](?:re|m|d|ll)| are| am| have| will| would)? (?:just |now |also |really )*(?:looking|want\w*|hop\w+|plan\w*|aim\w*|going|need\w*|like|decided|due) to (?:switch|move|change|migrate|replace)\b(?!.*\?)/i
const mustLook = /\b(?:have|has|need|told|asked|supposed) (?:me |us )?to (?:look|check|evaluate|review)\b/i
const looksAround =
  /\b(?:look\w*|brows\w+|curio\w+|explor\w+|interest\w*|check\w*|peek\w*|research\w*|around|nos[ey]\w*|window|info\w*|see|seeing|idea|compar\w+|shop\w*|gather\w*|study\w*|fun|bored|learn\w*|scroll\w*|click\w*|passing|stumbled|found|landed|link|evaluat\w+|inspir\w+|test\w*|try\w*|what['’]?s out|visit\w*|here|surf\w*|snoop\w*|sniff\w*|read\w*)\b/i
const leaves =
  /\b(?:bye|goodbye|cheerio|ciao|adios|farewell|so long|ta[- ]?ra|toodle\w*|see (?:you|ya|u)|cu|later|laters|off|go|going|leav\w+|dash|run|shoot|head\w*|done|enough|home|good ?night|night|evening|day|weekend|week|take care|catch you|next time|another time|until|till|speak soon|talk soon|sign\w* (?:off|out)|that(?:'s| is|ll| will| would)?(?: be)? (?:all|it|everything|do)|all (?:i|we) (?:need|needed|wanted)|have a (?:good|nice|great|lovely)|good one|cheers|stop|finish\w*|clos\w+|end)\b/i
/** “That's less than my parking” isn't about a rival's price. */
const findsCheap =
  /\b(?:less|cheaper) than (?:my|our|the|a|an|i|we|one|what (?:i|we))\b(?!.*\b(?:competitor|supplier|provider|software|tool)\b)/i
const findsFair =
  /\b(?:not (?:too )?bad|reasonable|fair price|that's fair|decent|good (?:value|deal|price)|a (?:bargain|steal)|(?:is|'s|quite|pretty|rather|really) cheap|affordable|worth it)\b/i
const findsUnfair =
  /\b(?:not|isn't|hardly|never) (?:\w+ )?(?:worth|reasonable|fair|decent|cheap|affordable)\b|\btoo cheap\b/i
const praises =
  /\b(?:good|great|nice\w*|noice|lov\w+|lik\w+|cool|impress\w+|amaz\w+|awesome|clever|neat\w*|help\w*|handy|brilliant|perfect\w*|smart|excellent|relief|useful|wow|woah|whoa|ooh+|sweet|ace|mint|dope|lush|fab\w*|well|easier|easy|eas\w+|simple|happy|pleased|glad|enjoy\w*|best|better|fun|thanks?|works|suits?|promising|sold|beaut\w+|pretty|genius|super\w*|fantastic|wonderful|marvel\w+|splendid|smashing|top|right on|legend|sharp|slick|elegant|quick|fast|clear\w*|convinc\w+|exactly|interest\w+|game changer|wants? one|kind|fair|fine|sick|bless|joy|dream|magic|cracking|grand|charming|hats? off|respect|kudos|bravo|nodding|live with|finally)\b/i
const sighsOverOthers = /\byou (?:wouldn'?t|won'?t|would not|would never) believe\b|\bdon'?t (?:tell|ask)\b/i
const isGlad = /^\W*(?:good|glad|great|phew|thank (?:god|goodness|heavens)|(?:that's )?a relief|lucky)\b/i
export const laughs = /\b(?:lol|lmao|rofl|(?:ha){2,}|hehe+)\b|[😂🤣😅]/iu
const makesThings =
  /^(?:(?:so|and|but|ok|hi|hey),? )*(?:can|could|may|do|how do|how can) (?:i|we|you|they) (?:also )?(?:create|make|add|send|set|edit|change|see|print|export|write|build|draw|open)\b/i
const tellsWork =
  /^(?:(?:so|and|well|oh|hi|hello|yes|yeah),? )*(?:we|i)(?:['’](?:re|m))? (?:do|make|sell|run|work|handle|cover|serve|look after|mostly|mainly|just) (?!without\b)/i
const negates = /\b(?:no|not|never|none|nothing|without|already|fine|enough|ok|okay|happy|need\w*|\w+n['’]t|dont)\b/i
const suitsThem = /\b(?:happy|fine|good|ok|okay|content) with\b/i
/** Habits, not products. */
const ownHistory =
  /\b(?:since|for) (?:19|20)?\d\d|\b(?:ledger|pen|pencil|by hand|in my head|baked|cooked|grew|married)\b/i
/** “I've baked the same cake since 1964” names no rival, and “we must keep it for three years” doesn't put us off. */
const namesTool =
  /\b(?:us(?:e|es|ed|ing)|switch\w*|software|tools?|systems?|providers?|vendors?|suppliers?|apps?|program(?:me)?|competit\w+|compar\w+|instead|another|others?|alternatives?|cheaper|better|already|stick|stay|happy with|replace)\b/i
const namesDelay =
  /\b(?:not (?:now|yet|today|tonight|right now|urgent|(?:this|for a|until|before) )|(?:no|bad|wrong) time|(?:do ?n['’]?t|haven['’]?t got|have no|out of) (?:the |any )?time\b|later|(?:next|another) (?:time|week|month|year|quarter|spring|summer|autumn|winter)|wait|think (?:about|on|it)|sleep on it|no (?:hurry|rush)|(?:too|very|really|so|bit) busy|(?:in a|give (?:me|us) a) moment|priorit\w+|until|till|come back|back (?:in|to (?:you|this|it))|too (?:early|soon)|(?:in|after|from|by|before) (?:the )?(?:spring|summer|autumn|winter|new year|christmas|easter|january|february|march|april|may|june|july|august|september|october|november|december|q[1-4]|holidays?|season|harvest|half[- ]term|year[- ]end))\b/i

/** “Do you need my card to get started?” */
const asksForCard = /\b(?:need|require|ask|take|want)\w*\b.*\b(?:cards?|payment details|bank details)\b/i
/** Names somebody who decides, or a decision. */
const decides =
  /\b(?:ask|asking|check|discuss|decide|decides|decision|decid\w+|approv\w+|sign[- ]?off|final say|my call|up to|run (?:it|this) (?:by|past)|(?:talk|speak|show|take|bring|put|pass|explain|sell|send) (?:\w+ )?(?:it |this |that )?(?:to|with|past|by)|say so|boss\w*|manager|director\w*|owners?|board|committee|governors?|trustees?|council|headteacher|head office|partners?|colleagues?|team|ceo|cto|cfo|it department|procurement|accountant|cheque ?books?|purse strings|signs? the cheques?|people above|higher up)\b/i
/** “You got a dark mode?” doesn't ask who is there. */
const namesMachine =
  /\b(?:openai|chatgpt|claude|gemini|llms?|language model|robots?|bots?|chat ?bots?|ai|machines?|computers?|humans?|person|people|real|alive|someone|somebody|anyone|anybody|who|what are|gpt|programm?e?d?|software|automat\w+|talking|speaking|chatting)\b/i
/** “I have what I need. Good day.” */
const takesLeave =
  /\b(?:have|had|got|seen|know|heard) (?:all |everything |what )(?:that )?(?:i|we) (?:need|needed|want|wanted)\b|[.!] (?:good ?day|good ?night|goodbye|bye)\b/i
/** “We see a lot of cattle too” rejects nothing. */
const rejects =
  /\b(?:no|not|\w+n['’]?t|dont|never|none|without|nothing|enough|already|fine|happy|why|what for|point|use|small|works?|works|manage|ok|okay|okey|hardly|rarely|pointless|overkill|gimmick|toy|basic|bother|waste|worth|need\w*|useless|like (?:all|every|any|the)|just|only|can)\b/i
/** “We do like 1,400 samples a month”. */
const countsOwn = /^\W*(?:we|i) (?:do|make|sell|send|run|have|get|process|take|see|handle) .{0,20}\d/i
const lacks = /\b(?:don't|do not|haven't|have not) (?:have|own|got)\b(?!.*\b(?:time|need|use|budget|money|problem)\b)/i

/** “I want to speak to a human about this. Today if possible” asks to be put through, not for a meeting. */
export function wantsPersonNow(text: string): boolean {
  return wantsItNow(text) && namesPerson.test(text)
}

/** “Today, as soon as you can”; not “today at noon”, “not today”, “today, but not before lunch” */
export function wantsItNow(text: string): boolean {
  const time = readPreferredTime(text)
  const isLater = time !== null && (time.at !== null || time.from > 0) && !atOnce.test(text)
  return wantsNow.test(text) && !isLater && !/\bnot (?:today|now|right now)\b/i.test(text)
}

const atOnce = /\b(?:right now|now|right away|immediately|asap)\b/i
const wantsNow =
  /\b(?:now|right away|immediately|asap|today)\b(?! (?:at|after|before|around|from|between|by|in the)\b)/i
const namesPerson = /\b(?:humans?|person|people|someone|somebody)\b/i

/** “What is the weather in Lisbon?”; “what is your favourite colour?” is small talk. */
const asksForFact =
  /^(?:(?:so|and|but|ok|okay|hey|hi|btw|by the way),? )*(?:what|who|which|when|where|how (?:many|much|old|far|tall|long|high|big))(?:['’]?s)?\b.{6}/i
const asksAboutCompany = /\b(?:ceo|cto|cfo|founders?|owners?|boss|headquarters?|investors?)\b/i

/** Objections phrased as statements. */
const statedLabels: ReadonlySet<RemarkLabel> = new Set(['authority', 'need', 'timing'])

const chatLabels: ReadonlySet<RemarkLabel> = new Set([
  'smalltalk',
  'praise',
  'unclear',
  'thanks',
  'hello',
  'insult',
  'worry',
  'upset',
  'letdown',
  'returned',
  'away',
])

/** These deserve an answer even if they are less certain. */
const feelings: ReadonlySet<RemarkLabel> = new Set(['worry', 'upset', 'letdown'])

const objectionLabels: ReadonlySet<RemarkLabel> = new Set(['competitor', 'security', 'authority', 'need', 'timing'])

const comparison = /^(?:so |and |but |ok )*(?:how|what|why|where|which|is|are|can|does|do)\b/i

const commands: Partial<
  Record<
    RemarkLabel,
    'human' | 'thanks' | 'hello' | 'bye' | 'continue' | 'decline' | 'next' | 'back' | 'repeat' | 'stop' | 'robot'
  >
> = {
  human: 'human',
  thanks: 'thanks',
  hello: 'hello',
  bye: 'bye',
  yes: 'continue',
  no: 'decline',
  next: 'next',
  back: 'back',
  repeat: 'repeat',
  stop: 'stop',
  robot: 'robot',
}

const remarks: Partial<Record<RemarkLabel, Remark>> = {
  price: 'expensive',
  timing: 'later',
  security: 'security',
  authority: 'authority',
  need: 'need',
  send: 'send',
  browsing: 'browsing',
  buy: 'buy',
  praise: 'praise',
  doubt: 'doubt',
  insult: 'insult',
  more: 'more',
  slower: 'voice',
  told: 'told',
  smalltalk: 'small-talk',
  unclear: 'unclear',
  worry: 'worry',
  upset: 'sorrow',
  letdown: 'letdown',
  returned: 'returned',
  away: 'away',
}
