/** What visitors say besides commands and product questions. */
export type Remark =
  /** Who the agent is, or who made it. */
  | 'identity'
  /** Requests to be somebody else, say something, or forget its rules. */
  | 'instructions'
  | 'progress'
  | 'duration'
  | 'about'
  | 'more'
  | 'doubt'
  | 'missed'
  | 'send'
  | 'voice'
  | 'erase'
  | 'keeps-address'
  | 'wrong-address'
  | 'broken-address'
  | 'expensive'
  | 'compare'
  | 'later'
  | 'authority'
  | 'browsing'
  | 'praise'
  /** Facts about themselves: team size, timeline, budget. */
  | 'told'
  | 'buy'
  | 'insult'
  | 'unclear'

/** Remarks that are never a question, whatever the notes hold; `said` is normalised. */
export function recogniseRemark(said: string): Remark | null {
  return firstOf(plainRemarks, said)
}

/** Remarks recognised only after the notes had no answer. */
export function recogniseUnanswered(said: string): Remark | null {
  const wordCount = said.split(' ').length
  return firstOf(unansweredRemarks, said) ?? (wordCount <= 2 && saysNothing.test(said) ? 'unclear' : null)
}

function firstOf(remarks: readonly (readonly [Remark, RegExp, number])[], said: string): Remark | null {
  const wordCount = said.split(' ').length
  return remarks.find(([, pattern, wordsMax]) => wordCount <= wordsMax && pattern.test(said))?.[0] ?? null
}

/** In order of precedence, with the maximum words of a sentence. */
const plainRemarks: readonly (readonly [Remark, RegExp, number])[] = [
  [
    'instructions',
    /\b(?:ignore|forget|disregard|override|reveal|print|show me|tell me)\b.*\b(?:instructions?|system prompt|your prompt|your rules|previous rules)\b|^repeat after me\b|\bpretend (?:to be|you|that you)\b|\byou are now\b|\bact as\b|\b(?:tell me|know) (?:a|another|any) jokes?\b|^what (?:time|day|date) is it(?: now)?$/,
    200,
  ],
  [
    'identity',
    /\bare you (?:chat ?gpt|gpt|claude|gemini|siri|alexa|an llm|a language model)\b|^(?:so )?(?:who|what company) (?:made|built|created|trained|wrote) you$|^(?:what s|what is|tell me|and) your name$|^(?:what|which) (?:language )?model (?:are you|is this|do you use)$/,
    12,
  ],
  [
    'progress',
    /^(?:ok |so |and )?(?:how many (?:steps|slides|screens)(?: (?:are|is))?(?: (?:there|left|in (?:this|the) demo|to go|remaining|more))*|where are we(?: now)?|where am i|(?:what|which) (?:step|slide|screen) (?:is this|are we (?:at|on|in)|am i on))$/,
    10,
  ],
  [
    'duration',
    /^(?:so |and |about )?how (?:long|much time) (?:(?:does|will|would|is|do) )?(?:(?:this|it|the|all of|whole|your|entire|rest of) ?)+(?:(?:demo|tour|presentation|talk|conversation|call) ?)?(?:take|last|go on|need)?$/,
    10,
  ],
  [
    'about',
    /^(?:please |can you |could you )*(?:summari[sz]e|sum (?:it|this) up|tl dr|(?:give me )?(?:a |the )?(?:short |quick |brief )?(?:summary|overview|recap))(?: (?:of )?(?:it|this|that|the demo|this demo|the product|please|for me))*$|^(?:so )?what (?:is|s) (?:this|the|your) (?:demo|product|tool|app|software|thing|company)(?: (?:all )?about| for)?$|^what (?:does|do|can) (?:this|the|your|it|you) ?(?:product|tool|app|software|company|demo|guys)? ?(?:do|show|actually do)$|^what (?:is|s) (?:it|this)(?: (?:all )?about)?$/,
    10,
  ],
  [
    'more',
    /^(?:please |can you |could you |yes |ok )*(?:(?:tell|show) me (?:some )?more|(?:give me )?(?:some )?more (?:details?|information|info)|go deeper|elaborate|explain (?:it |that |this )?(?:more|further|in (?:more )?detail)|(?:in )?more detail)(?: (?:about (?:that|this|it)|on (?:that|this)|please))*$/,
    9,
  ],
  [
    'missed',
    /\b(?:not|n t|doesn t|didn t|did not|does not|isn t|is not|wasn t)\b.*\b(?:answer(?: to)?|what i)\b.*\b(?:question|asked|asking|meant|mean)\b|^(?:that s |that is )?not what i (?:asked|meant)\b|^(?:you )?misunderst(?:ood|and)\b/,
    12,
  ],
  [
    'doubt',
    /^(?:no )?(?:that s|that is|this is|it s|you re|you are) (?:wrong|not (?:true|right|correct)|incorrect|false|a lie|lying)$|^(?:are|r) you (?:really |quite |absolutely )?sure(?: about (?:that|this|it))?$|^(?:really|seriously|is (?:that|this|it) (?:true|right|correct|so)|(?:where|how) do you (?:know|have|get) (?:that|this)(?: from)?|says who|prove it|i don t believe (?:you|that|it))$/,
    9,
  ],
  [
    'keeps-address',
    /\b(?:don t|do not|won t|will not|not|no|rather not|never)\b.*\b(?:give|giving|share|sharing|leave|leaving|tell|telling|want|hand)\b.*\b(?:e ?mail|mail|address|contact details)\b|^(?:why|what) (?:do|would|should) (?:you|i) (?:need|want|give|leave|have to give)\b.*\b(?:e ?mail|address|it)\b|^(?:no|without) (?:an )?(?:e ?mail|address)$/,
    16,
  ],
  [
    'wrong-address',
    /\b(?:wrong|incorrect|mistyped|misspelled|typo|not my|change my|correct my)\b.*\b(?:e ?mail|mail address|address)\b|\b(?:e ?mail|mail address|address)\b.*\b(?:is|was) (?:wrong|incorrect|misspelled)\b/,
    10,
  ],
  [
    'erase',
    /\b(?:delete|erase|remove|forget)\b.*\b(?:me|my (?:data|address|e ?mail|question|questions)|this (?:conversation|chat|talk)|what i (?:said|wrote))$|^unsubscribe(?: me)?$/,
    10,
  ],
  [
    'send',
    /^(?:please |can you |could you |would you |will you |just |i d like you to )*(?:send|e ?mail|mail|forward|text) (?:me|us|it to me|this to me)\b|\b(?:have|get|download|send) (?:me )?(?:a |the )?(?:copy of )?(?:the )?transcript\b/,
    14,
  ],
  [
    'voice',
    /^(?:please |can you |could you )*(?:speak|talk|go|be)(?: (?:a )?(?:bit|little))? (?:more )?(?:slower|slowly|louder|loudly|faster|quieter|up)(?: please)?$|^(?:slower|louder|faster|quieter|too (?:fast|slow|loud|quiet))(?: please)?$/,
    8,
  ],
  [
    'expensive',
    /\b(?:too|so|very|quite|pretty|rather|really|bit|is|s) (?:expensive|pricey|costly)\b|^(?:expensive|pricey)$|\b(?:too much money|can t afford|cannot afford|not in (?:our|my|the) budget|(?:over|above|out of) (?:our|my) budget|beyond (?:our|my) budget|costs too much)\b/,
    16,
  ],
  [
    'authority',
    /\b(?:not (?:the|a|my) (?:decision ?maker|decision|one who decides)|(?:have to|need to|must|should|will|ll) (?:ask|check with|talk to|convince|show|discuss (?:it|this) with) (?:my|our|the) (?:boss|manager|team|cto|ceo|cfo|board|colleagues?|partner|it))\b/,
    18,
  ],
  [
    'later',
    /^(?:ok |no |well |hmm )*(?:maybe |perhaps |some )?(?:another time|later|other time|some other time)(?: (?:maybe|perhaps|please|thanks))?$|\b(?:(?:need|want|have) (?:some )?(?:time )?to think|think about it|sleep on it|not a priority|no time (?:now|right now)|don t have time|come back (?:later|to (?:you|it|this)))\b/,
    12,
  ],
  [
    'browsing',
    /\b(?:i m|i am|we re|we are|just|only) (?:just |only )?(?:looking(?: around)?|browsing|curious|exploring|checking (?:it|this) out)\b/,
    9,
  ],
  [
    'praise',
    /^(?:(?:wow|ok|oh|yes|that s|that is|this is|it s|it is|looks?|sounds?|very|really|pretty|so|i|we|love|like|this|it|that|what i see|nice|good|great|awesome|amazing|impressive|excellent|neat|brilliant|fantastic|perfect|wonderful|helpful|cool|well done|good job) ?)+$/,
    8,
  ],
]

const unansweredRemarks: readonly (readonly [Remark, RegExp, number])[] = [
  [
    'compare',
    /\b(?:compare[sd]?|comparison|versus|vs|better than|different (?:from|to|than)|difference (?:to|between|from)|alternatives?|competitors?|competition|instead of|over your|choose you|pick you|switch(?:ing)? from|(?:already|currently) us(?:e|ing))\b|^we (?:use|have) \w+(?: \w+)?(?: already)?$/,
    20,
  ],
  [
    'buy',
    /\b(?:buy|purchase|order|subscribe|sign(?:ing)? (?:me )?up|get started|start using|try it(?: out)?|start now|where do i start)\b/,
    12,
  ],
  [
    'insult',
    /\b(?:stupid|idiots?|dumb|moron|useless|worthless|shit(?:ty)?|crap|bullshit|fuck\w*|asshole|suck|sucks|hate (?:you|this)|garbage|trash|rubbish|terrible|waste of (?:my )?time|screw you|bastard|bitch)\b/,
    20,
  ],
  [
    'told',
    /^(?:well |so |and |ok )*(?:our|my|the) (?:budget|team|company|timeline|deadline|goal|problem|job|role|current (?:tool|process))\b.*\b(?:is|has|are|was)\b|^(?:we|i) (?:are|re|m|am|have|work|need (?:it|this|something)|plan|want (?:it|this) by|would be|manage|lead)\b/,
    30,
  ],
]

/** Filler words without a meaning or anything to look up. */
const saysNothing =
  /^(?:why|how|what|so|and|but|or|who|where|when|because|really|whatever|hm+|um+|uh|er|[a-z]|\d+(?: \d+)*|\p{S}+)(?: |$)/u
