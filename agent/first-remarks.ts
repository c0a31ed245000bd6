import type { Remark } from './remark.ts'

/* Remarks that contain words of commands or questions, and are therefore recognised before these. */

/** “Is this Acme but cheaper?”, “who knows, then?”; `said` is normalised. */
export function recogniseFirst(said: string): Remark | null {
  if (said.split(' ').length > 20) return null
  if (complains.test(said)) return 'missed'
  if (findsStiff.test(said)) return 'insult'
  if (goesForIt.test(said)) return 'buy'
  if (wantsPitch.test(said)) return 'about'
  if (defendsTool.test(said)) return 'competitor'
  if (asksAgentItself.test(said)) return 'identity'
  if (noPitch.test(said)) return 'small-talk'
  if (keepsContact.test(said)) return 'keeps-address'
  if (thanksPersonally.test(said)) return 'praise'
  if (leavesForNow.test(said)) return 'away'
  if (isBack.test(said)) return 'returned'
  if (isIrony.test(said) || shrugs.test(said) || findsLittle.test(said)) return 'small-talk'
  if (tellsJoy.test(said)) return 'joy'
  if (recommends.test(said) || isImpressed.test(said)) return 'praise'
  if (isWorried.test(said)) return 'worry'
  if (failedThem.test(said)) return 'sorrow'
  if (evaluatedRival.test(said)) return 'competitor'
  if (wantsShorterAnswers.test(said)) return 'voice'
  if (isPersonalLoss(said)) return 'sorrow'
  if (pities.test(said)) return 'letdown'
  if (findsSteep.test(said) || namesLowerPrice.test(said)) return 'expensive'
  return likensTo.test(said) ? 'compare' : null
}

/** A death or a terrible time, which nobody is to blame for: “my husband passed away” */
export function isPersonalLoss(said: string): boolean {
  return mourns.test(said) || lostSomeone.test(said) || hadBadTime.test(said)
}

/** “Your answers are kind of robotic” */
const findsStiff =
  /\b(?:your|ur) (?:answers?|replies|responses?) (?:are|is|sound|sounds|seem|seems|feel) (?!right|great|good|helpful|clear|nice)\w+/

/** “I think we'd go for it, what's next?” */
const goesForIt =
  /^(?!.*\b(?:if|when|before|until)\b)(?:\w+ ){0,4}(?:we|i|let)(?: d| ll| s| would| will| are going to| m going to)? (?:like to |want to |probably |definitely )*go (?:for it|ahead with (?:it|this|you)|with (?:it|this|you))\b/

/** “You've answered none of them”, “that's two things you can't tell me”. */
const complains =
  /\byou (?:just |only |always )?keep (?:giving|saying|repeating|telling|sending|showing|asking)\b|\byou (?:(?:have|ve|still|just|really) )*(?:answer|answered|told me|said|helped|given me)(?: me| us)? (?:none|nothing|neither|not one)\b|\bthings? (?:that )?you (?:can t|cannot|can not|couldn t|don t|didn t) (?:tell|answer|say|know)\b|^(?:(?:no|sorry|but|well|ok|so) )*(?:that|this|it) (?:s|is) (?:not an?|no) (?:\w+ )?answer\b|\bthat s (?:a |an |quite a |something )?(?:different|another|other) (?:thing|question|matter|subject)(?: (?:from|than|to|so)\b|$)|^(?:\w+ ){0,6}who (?:knows?|(?:can|could|would) (?:tell|answer|know))(?: (?:me|us|that|it|then|this))*$/

/** “Is this Acme but cheaper?” */
const likensTo =
  /^(?:(?:so|and|but|ok|well) )*what (?:have|do|can|does|has) (?:you|it|this|yours)(?: guys| lot)? (?:got |have |do |offer )?(?:that )?(?:it|they|he|she|theirs|ours|the others?|\w+) (?:hasn t|haven t|doesn t|don t|can t|does not|has not|hasn t got)$|^(?:(?:hey|hi|so|and|ok|well) )*(?:is|are|isn t|aren t|so) (?:this|that|it|you)(?: guys)? (?:just |basically |like |only |kind of |sort of |the same as |a |an |the )*\w+(?: \w+)? but (?:\w+ )?(?:cheaper|better|simpler|easier|faster|smaller|nicer|newer|free|for \w+)$/

/** “Go on, sell me.” */
const wantsPitch =
  /(?:^|\b(?:go on|ok|okay|so|well|then|come on) )(?:sell|pitch|convince|impress|persuade) (?:it to )?me$|^(?!.*\b(?:to|can|could|does|doesn|did|didn|will|would|won|must|not|never|need|how|what)\b)(?:\w+ ){1,7}(?:convince|impress|persuade) me$/

/** “We already have LabWare. Why would I bother with this?” */
const defendsTool =
  /\b(?:quoted|offered|pitched|showed) us (?:too|as well|also)\b|^(?!.*\b(?:do|does|can|will|what|which|how)\b)(?:\w+ ){0,8}(?:they|it|he|she) (?:ve|have|has|s)? ?(?:got )?(?:more|better|far more|way more|loads more) (?:features?|functions?|options?|integrations?)\b|\b(?:is|are) what (?:everyone|everybody|most (?:people|companies)|all the others|we all) (?:uses?|haves?|has|takes?|knows?)\b|^(?!(?:what|which|who|how|why|if|when|it|this|that|everything|nobody|somebody|someone|he|she)\b)(?:(?:not convinced|meh|hm+|ok|well|but|so|no|sorry) )*(?!(?:it|this|that|he|she|who|what|which|everything|nobody)\b)\w+ (?:already )?(?:does|do|has|have|can do) (?:all |most |exactly )*(?:of )?(?:this|that|the same|these|those)(?: already| too| as well| anyway)*$|^(?:we|i) (?:already |currently )?(?:have|ve got|use|got|run)(?: got)? .+ why (?:should|would|do) (?:i|we)\b/
/** “Spare me the sales voice.” */
const noPitch = /\bspare me\b|\b(?:no|cut|skip|without|drop) (?:the |your )?sales (?:pitch|talk|voice|speak|patter)\b/
/** “No number, no email.” */
const keepsContact =
  /^(?:(?:so|ok|but|well|and) )*no (?:(?:phone |tele)?number|phone|e ?mail|address)(?: (?:no|or|and) (?:number|phone|e ?mail|address))*(?:$| (?:i|you|please|thanks|for you|from me|yet)\b)/
/** “Do you play anything yourself?” */
const asksAgentItself =
  /^(?:(?:and|so|but|oh) )*(?:do|have|did|were|can) you (?:ever )?(?:play|cook|sail|drive|eat|drink|sing|dance|paint|ride|fish|read|travel|sleep|dream)\w* (?:\w+ ){0,3}yourself$/

/** “Gtg, someone fell”, “speeches starting, brb”, “sorry, one sec, printer emergency” */
const leavesForNow =
  /^(?:(?:sorry|oops|ok|okay|oh|no|wait|hang on|hold on) )*(?:gtg|g2g|(?:i (?:have|ve) )?(?:got to|gotta) (?:go|run|dash)|(?:i )?(?:have|need) to (?:run|dash)(?=$| now| off| sorry)|brb|(?:i ll )?be right back|back in (?:a|an?|one|two|five|ten|\d+) (?:sec|second|min|minute|bit|moment|tick)s?)\b|\bbrb$|^(?:(?:sorry|ok|oh) )*(?:hang on|hold on|bear with me|(?:one|just a|a|half a) (?:moment|minute|sec|second)|wait a (?:moment|minute|sec|second)|excuse me (?:one|a) (?:moment|minute|sec|second))(?: (?!what|how|who|which|where|when|why|does|do|is|are|can|could|did|that|this|you|please|so|as|while|i (?:have|had) a|my (?:\w+ )?(?:wants|needs|asks|would))\w+)(?: (?!what|how|which|does|can|you)\w+){1,9}$|^(?:sorry )?(?:(?:just )?(?:one|two|a|half a) (?:sec|secs|second|seconds|tick|mo) )(?!.*\b(?:what|how|does|do|is|are|can|will)\b)/
/** “It has been an awful month here” */
const hadBadTime =
  /^(?!.*\b(?:can|could|does|do you|what if|how|after|when|if)\b).*\b(?:been|had|having|what|such)(?: \w+){0,2} an? (?:\w+ )?(?:dreadful|awful|terrible|horrible|rotten|hellish|ghastly) (?:day|week|month|morning|night|year)\b/
/** “Oh, what a pity” */
const pities =
  /^(?:(?:oh|ah+|aw+|hm+|well|but|so|ok|what|that|thats|this|it|is|s|a|such|bit|of|real|right|really) )*(?:pity|shame|bummer)(?: (?:really|though|then|that|for (?:me|us)|i (?:suppose|guess)|tbh|to be honest))*$/
/** “Another gadget for my lot. Brilliant.” */
const isIrony =
  /^(?:(?:oh|ah|great|super|yay|wow|so) )*(?:(?:yet )?another|(?:and )?one more|just what (?:i|we|the world) needed|as if) (?!question\b|thing\b)(?:\w+ ){1,8}?(?:great|brilliant|super|lovely|wonderful|fantastic|yay|joy|hooray|hurray|marvellous|fab|how (?:nice|lovely|thrilling|exciting))$/
/** “That's less than my parking” */
const findsLittle =
  /^(?:\w+ ){0,3}?(?:(?:that|this|it)(?: s| is)|thats|its) (?:\w+ )?(?:less|cheaper) than (?:my|our|the|an?|one|what (?:i|we)) (?!.*\b(?:provider|supplier|software|tool|system|competitor)\b)|^(?:\w+ ){0,4}(?:not|isn t|ain t) nothing(?: either| though)?$/
/** “It is what it is” */
const shrugs =
  /^(?:(?:oh|well|ah|but|and|meh|ok) )*(?:it is what it is|such is life|that s life|so be it|c est la vie|so it goes|that s how it (?:is|goes))(?: (?:i (?:suppose|guess)|eh|then|really))*$/
/** “Right, I'm back”, “here I am” */
const isBack =
  /^(?:(?:ok|okay|right|sorry|so|hi|hello|hey|and|now|well|ah+|oh) )*(?:(?:i m|im|i am|we re|we are|it s|it is) (?:now )?(?:back|here again|me again)|here (?:i am|we are)(?: again| now)?|me again|back again|back now)(?: (?:again|now|sorry|thanks|thank you|where were we|for you))*$/
/** “My wife had the baby on Saturday, so forgive me if I'm slow”, “we just got engaged” */
const tellsJoy =
  /^(?!.*\b(?:can|could|does|do you|what|how|when (?:a|an|the)) ).*\b(?:(?:i|we|my (?:wife|partner|daughter|son|sister|girlfriend)|she)(?: ve| has| is| are)?(?: just)? (?:had|having|expecting) (?:the|a|our|her|my|their)(?: first)? (?:baby|twins|little one)\b(?! \w*(?:products?|food|section|shop|range))|(?:i|we)(?: ve)?(?: just)? (?:got|getting) (?:married|engaged)(?= (?:last|this|on|in|next|yesterday|today)\b|$)|it s my (?:birthday|wedding)\b|became a (?:dad|mum|mom|father|mother|grand\w+)\b|(?:i|we)(?: ve)?(?: just)? won (?:the|an?|our) (?:\w+ )?(?:award|prize|tender|cup|league)\b)/
/** “A colleague in Graz swears by you” */
const recommends =
  /^(?!(?:who|what|which|do|does|would|can|could|will|why|how)\b).*\b(?:swears? by|raves? about|raved about|speaks? (?:highly|well) of|recommend(?:s|ed)) (?:you|your)\b(?!.*\b(?:but|should|need)\b)/
/** “My eyes lit up at the billing bit” */
const isImpressed =
  /\b(?:my eyes lit up|(?:gave|gives) me goosebumps|made my day|music to my ears|you (?:had|have) me at)\b/
/** “I'm worried my yardman will just guess the numbers” */
const isWorried =
  /^(?!.*\b(?:(?:can|could|does|do|will) (?:you|it|this|we|i)|what if|how (?:do|does|can)|is there)\b)(?:(?:honestly|to be honest|well|but|so|hm+) )*(?:i m|im|i am|we re|we are) (?:a bit |really |just |still |also |quite |rather )*(?:(?:worried|scared|nervous|anxious) (?!about (?:my|our|the) data)|afraid (?:of|my|our|(?:they|it|people|the \w+) (?:will|won t|might|would)))/
/** “Our last supplier promised that it would work in winter. It did not.” */
const failedThem =
  /^(?!.*\b(?:can|could|does|do you|how|is there)\b)(?:\w+ ){0,2}(?:our|my|the) (?:last|previous|old|former) (?:supplier|vendor|provider|lot|firm|system|software|tool|app)\b.*\b(?:promised|let us down|went bust|vanished)\b/
/** “We looked at Joblogic in the spring, they were alright” */
const evaluatedRival =
  /^(?:(?:so|well|ok|yes|yeah) )*(?:we|i) (?:also |have |ve |already |just )*(?:looked at|trialled|evaluated|had a demo of|were shown|saw a demo of) (?!the |your |yours|it |this|that|a |some|one |all |my |our |pricing|prices?|steps?|invoices?|options?|everything|how |what |who )\w+\b/
/** “Stop writing novels, two lines is enough” */
const wantsShorterAnswers =
  /\bstop (?:writing|sending|typing) (?:me )?(?:novels?|essays?|so much|walls? of text|books?)\b|\b(?:one|two|three|a few) (?:lines?|sentences?|words?) (?:is|are|will|would)(?: be)? (?:enough|do|plenty)\b(?! (?:for|on) )|\b(?:keep|cut) (?:it|them|that|your answers?|the answers?) (?:down )?(?:to |under )?(?:an?|one|two|a couple of) (?:lines?|sentences?|words?)\b(?! (?:on|for) the\b)|^(?:please |just )*keep it short(?: please)?$/
/** “I lost my own mum in September” */
const lostSomeone =
  /\b(?:i|we)(?: ve| have)?(?: just)? lost (?:my|our) (?:own |dear |late )?(?:mum|mom|mother|dad|father|wife|husband|partner|son|daughter|brother|sister|gran\w*|uncle|aunt|dog|cat|friend|baby)\b(?! s\b| \w+ (?:supplier|account|login|password|code))/
/** “My wife died last year”, “I'm a widow and run it alone” */
const mourns =
  /^(?!.*\b(?:can|could|does|do|what|how|who|if|when (?:a|an|the)) )(?:\w+ ){0,6}(?:my|our) (?:late )?(?:wife|husband|partner|dad|father|mum|mom|mother|son|daughter|brother|sister|uncle|aunt|boss|business partner)(?: \w+)? (?:died|passed (?:away|on)|has died|is dying|has cancer|had a (?:stroke|heart attack))\b|^(?:(?:well|hello|hi|so|and) )*(?:i am|i m|im) (?:a )?(?:widow|widower|widowed)\b/
/** “Acme is doing it for 99”, “my mate pays 4 quid with another lot” */
const namesLowerPrice =
  /^(?!what|how|who|why|which|where)(?:\w+ ){1,3}(?:is|are|s|re) (?:doing|offering|selling|charging)(?: (?:it|me|us|that|this|the same))* (?:for |at )?(?:only |just )?\d[\d.,]*(?: \w+){0,4}$|\bpay(?:s|ing)? (?:only |just )?\d[\d.,]*(?: \w+){0,4} (?:elsewhere|somewhere else|(?:with|at|to|from) (?:another|the other|a different|some other) \w+)\b|^(?:(?:the|my|an?|but|well|and) )*(?:other|current|last|old) (?:lot|firm|company|guys|people|one|supplier|provider) (?:quoted?|charged?|charges|wants?|wanted|asks?|asked)(?: me| us| for)* (?:only |just )?\d/
/** “29 is a lot for one guy with one car” */
const findsSteep =
  /^(?:(?:hm+|ok|well|but|wow|so|and|hey) )*(?:\d[\d.,]*\w*|that|it|this)(?: \w+){0,3}? (?:is|s|seems|sounds|looks) (?:(?:a|an|quite|pretty|bit|awful|rather|very|really|too) )*(?:lot|alot|steep|high|heavy|much)(?: (?:for|to|of money|per|a|just|when|if|considering|given|tbh)\b|$)/
/** “You've been very patient with me.” */
const thanksPersonally =
  /^(?:\w+ ){0,5}you (?:are|re|ve been|have been|were) (?:(?:so|very|most|really|too|being|both) )*(?:kind|patient|helpful|sweet|nice|good|lovely|polite|clever)(?: (?:with|to) (?:me|us))?(?: (?:dear|thank you|thanks|does anyone ever thank you|bless you))*$/
