import { holdsAmount } from './currency.ts'
import type { KnowledgeItem } from './knowledge.ts'

/*
 * Questions that nearly every buyer asks (“any contract?”, “what about our data if we leave?”), with the words of notes
 * that answer them. They are few, so rules find their notes better than the ranking does. English only.
 */

interface UsualQuestion {
  readonly asks: RegExp
  /** Matches notes that answer. */
  readonly answers: RegExp
}

/**
 * The notes that answer a usual question, at most two of one step, those beside prices first; none for other questions,
 * and if one of the notes found already answers.
 */
export function answerUsual(
  text: string,
  found: readonly KnowledgeItem[],
  items: readonly KnowledgeItem[],
): readonly KnowledgeItem[] {
  const said = withPlainQuotes(text).trim()
  const answers =
    said.split(/\s+/).length > wordsMax ? undefined : usualQuestions.find(({ asks }) => asks.test(said))?.answers
  if (answers === undefined || found.some((item) => answers.test(withPlainQuotes(item.text)))) return []
  const fitting = items.filter((item) => item.isForObjections !== true && answers.test(withPlainQuotes(item.text)))
  const priced = new Set(items.filter((item) => holdsAmount(item.text)).map(({ stepId }) => stepId))
  const best = fitting.toSorted((a, b) => Number(priced.has(b.stepId)) - Number(priced.has(a.stepId)))[0]
  return best === undefined ? [] : fitting.filter(({ stepId }) => stepId === best.stepId).slice(0, 2)
}

const wordsMax = 16

function withPlainQuotes(text: string): string {
  return text.replace(/[’‘]/g, "'")
}

const usualQuestions: readonly UsualQuestion[] = [
  // “Any contract?”, “can I cancel?”, “must we pay the whole year?”
  {
    asks: /\b(?:any|is there an?|is it an?|what(?:'s| is) the|sign an?|need an?|without an?|no) (?:long |fixed |yearly |annual |minimum )*(?:contract|commitment|term|notice|notice period|lock[- ]?in)\b|\b(?:tied|locked) (?:in|into|to|down)\b|\b(?:can|could|may) (?:i|we) (?:just |simply |also )?(?:cancel|quit|get out)\b|\bhow (?:do|can) (?:i|we) (?:cancel|quit)\b|\b(?:must|have to|need to) (?:i |we )?(?:pay|sign up|commit) (?:for )?(?:the |a )?(?:whole |full |entire )?year\b|\bcontract (?:length|term|period)\b|\bcancell?ation\b|\bthe catch\b/i,
    answers:
      /\b(?:minimum (?:term|contract)|(?:contract|term|subscription|licence)s? (?:term|runs?|lasts?|ends?|(?:is|are) for|by the)|month[- ]to[- ]month|(?:months?'?|days?'?|weeks?'?) notice|notice period|give notice|no (?:long |minimum |fixed |yearly )*(?:contract|term|commitment)|(?:pay|billed|rent) by the (?:month|year)|cancel(?:led|lable)? (?:any|at|when|by|in the|whenever|monthly|with|month)|leave (?:any|at any|when you|after)|quit (?:any|when))\b/i,
  },
  // “How long have you been around?”
  {
    asks: /^(?:(?:so|and|but|ok|btw|by the way),? )*(?:(?:for )?how long (?:(?:have|has|are|is) )?(?:you|u|this|it|the (?:company|firm|product))(?: (?:guys|lot|all))?(?: (?:been|already|actually))* ?(?:around|going|in business|on the market|existed|doing this|at it)\b|since when (?:do|have|has|are|is|does) (?:you|u|it|this|the (?:company|firm|product))\b.{0,20}\b(?:exist\w*|around|been|going|on the market|in business)\b|how (?:old|young|new) (?:is|are) (?:you|this|it|the (?:company|firm|product)|your (?:company|firm|product))\b|when (?:were|was|did) (?:you|it|this|the (?:company|firm|product))(?: guys)? (?:founded|started|start|launched|launch|set up|begin|established)\b)/i,
    answers:
      /\b(?:since|founded|started|launched|set up|began|established|begun|running|built|first)\b.*\b(?:19|20)\d\d\b|\b(?:19|20)\d\d\b.*\b(?:founded|started|launched|established)\b|\bfor (?:over |more than |almost |nearly )?(?:\d+|ten|twelve|fifteen|twenty|thirty) years\b/i,
  },
  // “Is there a free trial?”, “can I try it first?”
  {
    asks: /\bfree (?:trial|go|period)\b|\btrial (?:period|version)\b|\b(?:is there|any|have you got|do you (?:have|offer|do)) (?:an? |the )?(?:free )?trial\b(?! (?:class|lesson|run|shift|day))|\btry[- ](?:before|it (?:out )?(?:first|for free|before|for a))\b|\b(?:try|test) (?:it|this) (?:out )?(?:first|for free|before|free|for a)\b|\b(?:can|could|may|might) (?:i|we) (?:just |also )?(?:try|test|pilot|trial|evaluate)(?: (?:it|this|that|the (?:tool|product|app|software)))?(?: out)?(?: (?:with|on) (?:one|a|our|some|two|a few)\b| first| before\b|\?|$)|\b(?:we|i) can (?:try|test)\b|\b(?:possible|able|chance|way) to (?:try|test|pilot|evaluate|trial)\b|\b(?:poc|proof of concept|pilot (?:project|phase|run)?)\b|\b(?:have|take) a (?:play|go|try) with (?:it|this)\b/i,
    answers:
      /\b(?:free trial|trial (?:period|version|of \d)|(?:day|week|month)s?'? trial|(?:try|tried)\b.*\b(?:\d+|two|three|four|six|seven|ten|fourteen|thirty|a) ?-?(?:days?|weeks?|months?)|(?:free|nothing) for (?:the )?first|first (?:\w+ )?(?:\w+ )?(?:is|are) (?:free|on us)|\d+[- ](?:days?|weeks?|months?)(?:'s?)? (?:free|for free)|(?:pilot|trial|evaluation|practice copy|test (?:account|version|phase))\b.*\b(?:days?|weeks?|months?|free)|(?:no|isn't a|is no) trial)\b/i,
  },
  // “Can we have our data back if we leave?”
  {
    asks: /\b(?:data|records|information|files|stuff)\b.{0,20}\b(?:back|out|with (?:us|me)|away)\b.{0,20}\b(?:leave|quit|cancel|stop|switch|go)\b|\b(?:leave|quit|cancel|stop|switch)\b.{0,30}\b(?:data|records|information|files)\b|\b(?:get|take|bring|pull) (?:all )?(?:our|my|the) (?:own )?(?:data|records) (?:back )?out\b|\bdata hostage\b/i,
    answers:
      /\b(?:leave|cancel\w*|quit|stop)\b.*\b(?:data|export\w*|csv|records?|files?|download\w*)\b|\b(?:data|export\w*|everything|download\w*)\b.*\b(?:leave|cancel\w*|quit|any ?time|when you go|yours)\b|\bexport (?:all|your|everything)\b/i,
  },
  // “Can I ring somebody on a Sunday?”
  {
    asks: /\b(?:support|help ?line|hotline|help ?desk)\b.*\b(?:hours|open|24|weekends?|sundays?|saturdays?|nights?)\b|\bwhen (?:is|are|can (?:i|we) (?:call|ring|reach)) (?:the |your )?(?:support|help ?line|hotline|help ?desk|you)\b|\b(?:ring|call|phone|reach|someone|somebody|anyone|help|support)\b.*\b(?:at (?:the )?weekends?|on (?:a )?(?:sundays?|saturdays?)|at night|24\/7|out of hours|in the (?:evening|night))/i,
    answers:
      /\b(?:support|help ?line|hotline|phones?|chat|help ?desk|emergency (?:line|number)|call us|ring us|reach us|we answer|we pick up)\b.*(?:\b(?:mondays?|weekdays?|24\/7|(?:a)?round the clock|day and night|seven days|out-of-hours|(?:office|business|working) (?:hours|days?)|weekends?|sundays?)\b|\b\d{1,2}(?::\d\d)?\s?(?:am|pm|a\.m|p\.m|to|–|-)\s?)/i,
  },
  // “Where is our data?”
  {
    asks: /\bwhere\b(?: \w+){0,6} physically\b|\bwhere\b.*\b(?:data|servers?|hosted|stored|information|records)\b|\b(?:data|hosted|stored|servers?)\b.*\b(?:in|inside|outside|within) (?:the )?(?:eu|europe|germany|uk|us|usa|states|america|canada|australia|switzerland|country)\b|\b(?:machines|computers|servers) (?:are |is |sit |stand )?(?:\w+ )?in (?:the )?(?:eu|europe|germany|uk|us|usa|states|america|china|canada|ireland|france)\b/i,
    answers:
      /\b(?:[Hh]ost(?:ed|ing)|[Ss]ervers?|(?:is|are|be) (?:stored|kept|held)|[Ss]tays?|[Ll]ives?|[Ss]its?|[Dd]ata cent(?:re|er)s?)\b.*\b(?:in|at|on) (?:an? |the |our |your |two |three )*(?:own |\p{L}+ )?\p{Lu}\p{L}+|\b(?:EU|US|UK|European|German|Swiss|Irish|Canadian|Australian) (?:data cent(?:re|er)s?|servers?|hosting|cloud)\b/u,
  },
  // “What if the wifi goes out?”
  {
    asks: /\b(?:offline|without (?:any )?(?:internet|wi-?fi|signal|reception|network|connection|coverage))\b|\b(?:no|lose|lost|bad|poor|patchy) (?:internet|wi-?fi|signal|reception|network|connection|coverage)\b|\b(?:internet|wi-?fi|signal|reception|coverage|network|connection|broadband)\b.{0,20}\b(?:down|out|off|drops?|fails?|dies|gone|goes|cuts?|shocking|terrible|bad|poor|awful|rubbish|patchy|flake?y|dodgy|weak|useless|hopeless)\b/i,
    answers:
      /\boffline\b|\b(?:without|no|loses?|lost|drops?|fails?) (?:an? |the |your )?(?:internet|wi-?fi|signal|reception|network|connection|coverage)\b|\b(?:internet|wi-?fi|signal|network|connection)\b.{0,24}\b(?:down|drops?|fails?|lost|gone|returns?|back|breaks?|cuts?)\b/i,
  },
  // “What if my team hates it?”
  {
    asks: /^(?!.*\b(?:refund|money[- ]?back|(?:our|my|the) money)\b).*(?:\b(?:what )?if (?:it|this)(?:'s| is|s)? (?:all |just |really |a bit |total |complete )*(?:rubbish|crap|useless|no good|not (?:for us|any good|good|right|what)|a (?:flop|failure|disaster))\b|\b(?:what )?if (?:(?:it|this) (?:doesn't|does not|isn't|won't) (?:work out|suit|fit|for us)|(?:we|i|they|the (?:team|staff)|my \w+) (?:(?:don't|do not|doesn't) (?:like|want|use|get on with) it|hates? it|(?:'re|'m|am|are|is)? ?(?:unhappy|not (?:happy|satisfied))))\b)/i,
    answers:
      /\b(?:refund\w*|money[- ]back|money returned|get (?:your|the) money|not (?:happy|satisfied)|taken off the first|nothing to pay|pay nothing|trial|(?:leave|quit|stop) (?:any|at any|when)|cancel\w* (?:any|at any|monthly|whenever)|(?:months?'?|days?'?|weeks?'?) notice|month[- ]to[- ]month)\b/i,
  },
  // “And if we pay for the whole year upfront?”
  {
    asks: /\b(?:pay(?:ing)?|paid|bill(?:ed)?|cheaper|discount|save)\b.{0,40}\b(?:yearly|annually|(?:by|for) the (?:whole |full )?year|up ?front|in advance|12 months|twelve months)\b|\b(?:yearly|annual(?:ly)?|up ?front|in advance)\b.{0,30}\b(?:cheaper|discount|save|off|less|deal)\b/i,
    answers:
      /\b(?:yearly|annual(?:ly)?|by the year|a year|in advance|up ?front|twelve months|12 months)\b.{0,40}\b(?:sav(?:e|es|ing)|discount|percent (?:off|less|cheaper)|% (?:off|less)|free|cheaper|less)|\b(?:sav(?:e|es|ing)|discount|percent|%|two months|cheaper|less|off)\b.{0,40}\b(?:yearly|annual(?:ly)?|by the year|for a year|in advance|up ?front)\b/i,
  },
  // “Not another password, please”
  {
    asks: /^(?!.*\b(?:okta|entra|azure|google|microsoft|onelogin|auth0|keycloak|ping|adfs)\b).*\b(?:sso|single sign[- ]?on|saml|oidc|(?:log|sign) ?(?:in|on) with our (?:own )?(?:company|work)|(?:another|one more|yet another) (?:password|login))\b/i,
    answers:
      /\b(?:SSO|[Ss]ingle sign[- ]?on|SAML|OIDC|Okta|Entra|Azure AD|Active Directory|[Ll]og in with|[Ss]ign in with|Google (?:Workspace|login|account)|Microsoft (?:login|account|365))\b/,
  },
  // “Does this actually work? Any numbers?”
  {
    asks: /\b(?:does|do|will|would|is|did) (?:this|it|that|these|they|you|the \w+) (?:actually|really|even) (?:work|help|pay off|worth|make a difference|do anything|save)\b|\bany (?:numbers|figures|proof|evidence|results|case stud\w+|stats|statistics)\b|\bwhat(?:'s| is)? (?:the )?(?:proof|evidence|results?)\b|\bprove it\b/i,
    answers:
      /\b(?:\d+(?:\.\d+)? ?(?:percent|%)|a (?:third|quarter|half|fifth)|half|twice|double|sixfold|threefold|tenfold|by \d+|from \d[\d.]* to \d)\b.*\b(?:less|fewer|more|faster|sav\w+|cut\w*|drop\w*|fall\w*|rise\w*|grow\w*|reduc\w+|increas\w+|halv\w+|higher|lower|on average|customers?)\b|\b(?:sav\w+|cut\w*|drop\w*|fall\w*|fell|rise\w*|rose|grow\w*|reduc\w+|increas\w+|halv\w+)\b.*(?:\d+(?:\.\d+)? ?(?:percent|%)|a third|a quarter|half|twice|sixfold|threefold|tenfold|from \d[\d.]* to \d)/i,
  },
]
