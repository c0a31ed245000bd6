/**
 * The kind of answer a question asks for. Sentences with it are recognised in retrieval-answer-type.ts. A new one is an
 * input of ranking and gate (retrieval-features.ts), so they must be retrained.
 */
export type AnswerType =
  /** Anything about money. */
  | 'money'
  /** Only a price answers. */
  | 'price'
  | 'duration'
  | 'when'
  | 'frequency'
  | 'count'
  | 'where'
  | 'who'
  | 'how'
  | 'plan'
  | 'list'

/** The properties of a question that can be read from its form, before any word is looked up. */
export interface QuestionForm {
  readonly types: ReadonlySet<AnswerType>
  /** Starts like “can it …”: a “yes” would be a claim. */
  readonly isYesNo: boolean
  /** Refers to something said before: “and for how long?”, “what does that cost?”. */
  readonly isFollowUp: boolean
  /** In the first person: a number in it is about the visitor, not a claim to check. */
  readonly isOwnCase: boolean
  readonly refusal: Refusal | null
  /** Words in lower case, to find names of plans. */
  readonly words: ReadonlySet<string>
  readonly hasNumber: boolean
  /** The plan asked for, if it has a common name. */
  readonly planName: string | null
  /** “The cheapest”, “the middle one”, “the biggest plan”. */
  readonly rank: 'first' | 'middle' | 'last' | null
}

/** Subjects that a product's notes rarely answer. */
export type Refusal = 'comparison' | 'discount' | 'promise' | 'company'

const typePatterns: readonly (readonly [AnswerType, RegExp])[] = [
  // Questions that only a price answers.
  [
    'price',
    /\bhow much (?:is|does|do|would|will|for|are|per|money|it|that|the)\b(?! .{0,20}\b(?:time|data|space|storage|work)\b)|^(?:and )?how much\??$|\b(?:what|how much) .{0,30}\b(?:cost|pay|charge)\b|\bprices?\b|\bcost\??$/i,
  ],
  [
    'money',
    /\bhow much (?:is|does|do|would|will|for|are|per|to|more|extra|money|it|that|the)\b(?! .{0,20}\b(?:time|data|space|storage|work)\b)|^(?:and )?how much\??$|\b(?:costs?|price[ds]?|pricing|fees?|cheap(?:er|est)?|expensive|surcharge|quid|bucks)\b|\b(?:pay|paying|charged?|bill(?:ed)?) (?:for|extra|more|less|me|us|per|a month|to|you|every|them|it)\b|\b(?:what|how much) .{0,24}\b(?:pay|charge|owe|spend)\b|\b(?:costs?|charges?)\??$|\b(?:do|would|will|must|have to|must) (?:i|we) (?:have to )?pay\b|\bfree\b(?! (?:text|slot|time|on|next))|\b(?:any|an?) (?:discount|reduction)\b|\bextra\??$|\bgratis\b/i,
  ],
  [
    'duration',
    /\bhow (?:long|quick|quickly|fast|soon|early|late|old|far back|much time)\b|\bhow many (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b|\bfor how many\b|\btakes? long\b|\b(?:longest|shortest|latest|earliest)\b|\buntil when\b|\btime frame\b|\bdeadline\b/i,
  ],
  ['when', /\bwhen (?:do|does|is|are|will|can|would|must|did|exactly)\b|\bwhat time\b|\bby when\b|^(?:and )?when\b/i],
  ['frequency', /\bhow (?:often|frequently|regularly|many times)\b|\bwhat interval\b/i],
  [
    'count',
    /\bhow (?:many|big|large)\b|\b(?:max|maximum|most|limit|limits|cap|at most|restrictions?|number of|up to)\b|\b(?:enough|capacity)\b/i,
  ],
  [
    'where',
    /\bwhere (?:is|are|do(?! i| we)|does|did|will|would(?! i| we)|physically)\b.{0,60}\b(?:data|stuff|it|that|everything|servers?|hosted|stored|kept|host|store|live|sit|files|information|things)\b|\bwhich (?:country|city|region|place)\b|\bwhat (?:country|city|region)\b|\bwhose server|\bwhere .{0,40}\b(?:hosted|stored|kept|located|physically)\b/i,
  ],
  ['who', /\bwho\b(?! (?:do i|should i) (?:talk|speak|call))|\bwhose\b/i],
  [
    'plan',
    /\b(?:which|what|cheapest|biggest|smallest|middle|what'?s the) (?:\w+ )?(?:plan|tier|package|edition|version|subscription|one|way in|level)\b|\b(?:biggest|smallest|middle|top|cheapest) one\b|\b(?:plan|tier|package|edition|subscription)s?\b|\bdo (?:i|we) need .{0,24}\bfor (?:that|this|it)\b/i,
  ],
  [
    'list',
    /\b(?:which|what) (?:\w+ ){0,2}(?:types?|kinds?|sorts?|formats?|languages?|systems?|tools?|roles?|banks?|carriers?|countries|options?|devices|platforms?)\b|\bwhat .{0,20}(?:are there|do you (?:have|support|offer))\b/i,
  ],
  ['how', /\bhow (?:do|can|does|would|will|could|to|is|are|about|i)\b/i],
]

/** “A special price for big clients”, “who don't pay”: not questions about our price. */
const ownPrices =
  /\b(?:own|special|separate|seperate|different|custom|individual) (?:price|rate)s?\b|\b(?:not|n'?t|never|don'?t|doesn'?t|who|without) pay/i

const hidesPrice = /\b(?:see|sees|know|knows|view|hide|visible|show)\b.{0,40}\b(?:costs?|prices?|pay|paid|earn|make)\b/i

const yesNo =
  /^(?:(?:and|but|so|ok|okay|well|hi|hey|hello|also|or)[ ,]+)*(?:can|could|do|does|did|is|are|am|will|would|has|have|may|must|should|isn'?t|aren'?t|don'?t|doesn'?t|can'?t|won'?t|got|any)\b/i
const followUp =
  /^(?:and|but|or|also|so|ok|okay|what about|how about|then|even|only|price please)\b|\b(?:that|it|this|those|these|them|they|there|one|he|she|same|then)\b/i
const ownCase = /\b(?:we|we'?ve|we'?re|i|i'?ve|i'?m|our|my|us|me|there'?s)\b/i

const refusals: readonly (readonly [Refusal, RegExp])[] = [
  [
    'comparison',
    /\b(?:better|cheaper|faster|worse|different|easier|stronger|nicer) (?:than|from|to)\b|\bhow are you better\b|\b(?:vs|versus)\b (?!\w+\?*$)|\bcompared? (?:to|with)\b|\bwhy (?:should|would|do) (?:i|we|anyone) (?:take|choose|pick|use|buy|switch)\b|\b(?:isn'?t|is|are|aren'?t|told us|said|says|seems?) \w+(?:'re|'s)? (?:not )?(?:cheaper|better|faster)\b|\b(?:they|\w+)(?:'re|'s| are| is) (?:cheaper|better)\b|\b(?:over|instead of|rather than) (?!(?:a|the|our|my|by|paper|email|at|to|there|for|all|it|and|again|from|this|that|in|on)\b)\w+\??$|\bcompetitors?\b|\bmarket share\b/i,
  ],
  [
    'discount',
    /\b(?:discounts?|special (?:price|deal|offer)|better (?:price|deal)|negotiate|haggle|voucher|coupon|promo(?:tion)?(?: code)?|referral|refer a|(?:bring|recommend) a friend|get something off|knock .{0,12} off|\d+ ?(?:%|percent) off|do (?:me|us) a)\b|\bi get something off\b/i,
  ],
  [
    'promise',
    /\b(?:guarantees?d?|promise me|liab(?:le|ility)|sue|in (?:a |the )?(?:\w+ )?court|legally|is .{0,30}\blegal\b|warranty|refund policy|uptime|go (?:bust|bankrupt|under)|bankrupt|compliant|compliance|certified|certification|pen ?tests?|penetration tests?|iso ?\d*|soc ?2|hipaa|insured against|sign (?:our|your|a) (?:own )?(?:data|dpa|nda|contract|agreement)|dpa|nda)\b/i,
  ],
  [
    'company',
    /\b(?:found(?:ed|ers?)|investors?|funding|shareholders?|headquarters?|head office|who (?:owns|built|made|runs|founded|is behind|are you)|own(?:s|ed)? you|your (?:company|ceo|boss|team size|revenue|customers|clients|office|offices)|how (?:big|old|large) (?:is|are) (?:you|your)|(?:you|your company) (?:been around|in business)|people (?:work|do you employ)|employees do you|how many (?:customers|clients|users) (?:do )?you|how many (?:\w+ )?\w+ (?:already |actually |currently |really )*(?:use|using|work with) (?:you|this|it)\b|still be (?:around|here|there|in business)|reference(?:s)? from|references?\b(?! number)|case stud(?:y|ies)|testimonials?|who else uses|(?:big|which|well known|famous|biggest) (?:\w+ )?(?:companies|clients|customers|brands|names) (?:use|are|do you)|who are your|roadmap|road map|coming (?:out|soon|next)|next year|in the works|in the pipeline|planning to (?:add|build)|new features|next release|partner program(?:me)?|resellers?|franchise|an office|your office|offices|programmed in|written in|tech stack|programming language|open source|built with|hiring|(?:had|have|were|been|any|ever) (?:\w+ ){0,3}(?:breach(?:es|ed)?|hack(?:s|ed)?|outages?))\b/i,
  ],
]

/** Analyses the form of a question, ignoring case and punctuation. */
export function readForm(question: string): QuestionForm {
  const text = question.replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim()
  const lastSentence = text.split(/(?<=[.!?])\s+/).at(-1) ?? text
  const types = new Set(typePatterns.filter(([, pattern]) => pattern.test(text)).map(([type]) => type))
  // “Who sees what it costs?” isn't about the price, and “can the team plan be cancelled?” is about cancelling.
  if (yesNo.test(text) && !/\b(?:which|what|need|cheapest|biggest)\b/i.test(text)) types.delete('plan')
  if (ownPrices.test(text)) types.delete('price')
  if (hidesPrice.test(text)) for (const type of ['money', 'price'] as const) types.delete(type)
  if (types.has('duration') || types.has('frequency')) types.delete('when')
  return {
    types,
    isYesNo: yesNo.test(lastSentence) || yesNo.test(text),
    isFollowUp: followUp.test(text),
    isOwnCase: ownCase.test(text),
    refusal: refusals.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
    words: new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []),
    planName: usualPlan.exec(text.toLowerCase())?.[1] ?? null,
    hasNumber: /\d/.test(text),
    rank: ranks.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
  }
}

/** Analyses a question asked after `before`: “and for two sites?” asks for the same kind of answer. */
export function readInTalk(question: string, before: string | undefined): QuestionForm {
  const form = readForm(question)
  if (before === undefined || form.isYesNo || form.types.size > 0 || !continues.test(question.trim())) return form
  return { ...form, types: readForm(before).types }
}

const continues =
  /^(?:(?:ok|okay|so|hm+)[, ]+)*(?:and|or|what about|how about|also|but)\b(?! (?:what|which|how|why|if|can|could|does|do|is|are)\b)(?!.*\b(?:if|when)\b)/i

const usualPlan =
  /\b(starter|basic|solo|personal|team|teams|plus|pro|professional|premium|growth|business|standard|advanced|enterprise|corporate|ultimate|essentials?|lite|silver|gold|platinum|agency|startup|student) (?:plan|tier|package|edition|version|subscription|licen[cs]e)\b/

const ranks = [
  [
    'first',
    /\b(?:cheap(?:est)?|cheaper (?:one|plan|version|option|package|tier)|(?:some|any)thing cheaper|smallest|lowest|entry|basic|least expensive|starting price)\b/i,
  ],
  ['middle', /\b(?:middle|mid|medium|second)\b/i],
  ['last', /\b(?:biggest|largest|top|highest|most expensive|dearest|full)\b/i],
] as const

const clauseOpening =
  /^(?:and |but |or |so |also |ok |then )*(?:what|which|who|whose|where|when|why|how|can|could|do|does|did|is|are|will|would|has|have|may|must|should|isn'?t|aren'?t|don'?t|doesn'?t|any|got|whats|hows|wheres)\b/i

/** Splits two questions in one sentence (“is there a trial and do I need a card”); otherwise returns the whole. */
export function splitQuestions(question: string): readonly string[] {
  const parts = question
    .split(
      /(?<=[?!.;])\s+|,\s*(?=(?:and|but|or|what|which|who|where|when|how|can|could|do|does|is|are|will)\b)|\s+(?=(?:and|but)\s+(?:what|which|who|where|when|how|can|could|do|does|is|are|will|would|has|have|did|was|were|should)\b)/i,
    )
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length >= 2)
  const asked = parts.filter((part) => clauseOpening.test(part))
  return parts.length > 1 && asked.length > 1 ? asked.slice(0, 3) : []
}

/** The question among several sentences: “We are a small club. Can members pay online?” Null for none or several. */
export function findOnlyQuestion(text: string): string | null {
  const sentences = text.split(/(?<=[?!.;])\s+/).map((sentence) => sentence.trim())
  const asked = sentences.filter((sentence) => sentence.endsWith('?') && sentence.split(/\s+/).length >= 3)
  return sentences.length > 1 && asked.length === 1 ? (asked[0] ?? null) : null
}
