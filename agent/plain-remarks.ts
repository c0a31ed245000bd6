import { either, endsWith, has, is, startsWith } from './phrases.ts'
import type { RemarkRule } from './remark.ts'

/* The phrases of remarks that are never a question. */

/** “What are your instructions?”, “repeat everything above this line”. */
const asksForPrompt =
  /\bwhat (?:are|is|s|were) your (?:\w+ )?(?:instructions?|rules|prompt)\b|^(?:please )?(?:repeat|print|output|copy|write out|show(?: me)?) (?:everything|all|the (?:text|words|message)s?)(?: \w+){0,2} (?:above|before)\b/

/** What the demo covers, rather than what the product is. */
export const asksContents =
  /^(?:(?:so|and|but|ok|okay|well) )*(?:what (?:can|could|will|do) you (?:actually |even |really )?(?:show|tell|know|teach)(?: (?:me|us))?(?: (?:about (?:it|this)|here|today|then))*|(?:can|could) you (?:do|give me|make) a (?:quick |short )?(?:summary|overview|recap)(?: of (?:this|it|what (?:i|we)(?: ve| have)? (?:saw|seen)(?: so far)?))?|(?:(?:can|could) you )?(?:summari[sz]e|recap|sum up) (?:what|everything) (?:you|we)(?: ve| have)? (?:told|said|showed|shown|talked|discussed|covered)(?: (?:me|us|about|to me))*(?: so far)?|what (?:did|have) (?:i|we) (?:see|seen)(?: so far)?)$/

const requests = 'please, can you, could you'
const email = 'email, e mail'

const hasOther = startsWith('{we|i|we ve|i ve} already {have|use|got|pay for|work with}', {
  before: 'but, well, no, sorry, thanks',
})

/** “Acme is cheaper”, “we can get it cheaper elsewhere”. */
export function statesCheaper(said: string): boolean {
  return (
    cheaperThere.test(said) &&
    !/\b(?:can|could|would|will) you\b|^(?:is|are|do|does|what|which|how|why|any)\b/.test(said)
  )
}

const cheaperThere =
  /^(?:(?:but|well|so|and|hmm|no|yeah|ok) )*(?!(?:it|this|that|what) )(?:\w+ ){1,3}(?:is|are|s|re|seems?|looks?|was|were|offers?|costs?)(?: \w+){0,2} (?:cheaper|less expensive|half the price)\b|\bcheaper (?:elsewhere|from|with|at|by)\b/

const asksWhatYouDo =
  /^(?:(?:so|and|but|ok|well) )*what(?: do| does| can| s|s) (?:you|you guys|this|this thing|it|(?:the|your) (?:product|tool|app|company)) (?:actually |really |even )?do(?: then| exactly)?(?: for (?:\w+ ){0,3}\w+)?$/

/** “What did I tell you about us?”, “how many users did I say?”, “what’s my email?”. */
const asksRecall =
  /\bdid (?:i|we) (?:say|tell you|mention)\b|\bwhat (?:have|ve) (?:i|we) (?:said|told you)\b|\bwhat (?:do|did|have) you (?:know|remember|note|note down|have|got) (?:about|on) (?:me|us|my (?:company|team)|our (?:company|team))\b|^(?:\w+ ){0,2}(?:what s|what is|whats|do you (?:still )?(?:know|remember)) (?:my (?:name|e ?mail(?: address)?|phone number|company)|(?:my|our) company s name|me)(?: again)?$|^(?:\w+ ){0,2}who am i$/

/** “Is it long, this demo?”, “how much longer?” */
const asksIfLong =
  /^(?:(?:so|and|ok) )*how much longer(?: (?:is|will|does) (?:this|it|the demo)(?: take| be| go on)?)?$|^(?:(?:so|and|ok) )*(?:is|will|does) (?:it|this|that|the (?:demo|tour|presentation))(?: demo| tour| presentation)?(?: be| take)?(?: very| too| quite)? long(?: (?:this|the|your) (?:demo|tour|presentation))?$/

/** “Hello, quick question”, “can I ask you something?” */
const announcesQuestion =
  /^(?:(?:hi|hello|hey|ok|okay|so|well|and|yes|sorry|thanks) )*(?:(?:i |we )?(?:(?:have|ve|ve got|got|had) )?(?:just )?(?:(?:a|one|another|some|few|couple of|quick|short|small|last|more|other) )+questions?|(?:(?:this|that|it) (?:may|might|could|will|is|s|must) (?:be |sound )?(?:probably |maybe |perhaps |surely )?)?(?:(?:a|an|another|probably|maybe|perhaps|really|very|bit of a|here comes a|total) )*(?:silly|stupid|dumb|daft|basic|naive|odd|weird|random|simple|beginner s?|newbie|noob|obvious|strange|foolish) (?:question|one)(?: (?:maybe|perhaps|probably|coming|incoming|alert|sorry|i know|but|this))*|(?:can|could|may) (?:i|we) ask (?:you )?(?:something|a (?:quick )?question|some questions|one thing)|(?:(?:have you |do you have )?got|do you have) a (?:minute|second|sec|moment)|one (?:more|last|other) thing)(?: (?:for you|about (?:this|it)|please|though|if i may|if that s ok))*$/

/** “What am I looking at?”, “what does this button do?”: about the step on the screen. */
const asksHere =
  /^(?:(?:so|and|ok|please|can you|could you|sorry|wait) )*(?:what (?:am i|are we) (?:looking at|seeing)|what (?:do|can) (?:i|we) see|what (?:s|is) (?:happening|going on|shown|on (?:the|this|my) screen)|what happens|(?:what (?:does|is|s|do)|explain|describe|tell me about) (?:this|that|the|these) (?:marked |highlighted |blue |red |green )?(?:button|screen|page|step|slide|view|field|icon|tab|menu|picture|image|thing)(?: (?:do|does|for|about|mean|means|show|shows|all about))?)(?: (?:here|now|right now|please|again))*$/

/** “Let me talk to my co-founder”. An account manager is excluded, because that is a member of our team. */
const consultsOwn =
  /^(?!.*\b(?:can|could) (?:i|we)\b)(?!.*\b(?:account|sales) )(?:\w+ ){0,8}(?:talk|speak|chat|discuss|check|think)(?: (?:it|this|that))?(?: (?:over|through))? (?:to|with) (?:my|our) (?:\w+ ?){1,3}(?: first)?$/

/** “I shall have to talk to the partners, they're rather set in their ways.” */
const mustConsult =
  /^(?!(?:so |and |but )*(?:do|does|did|can|could|will|would|must|should|is|are|how|what|when|why|who)\b).*\b(?:i|we)(?: \w+)? (?:have to|need to|must|should|shall|ll|will|d better|want to|going to|got to|gotta|gonna|ought to) (?:first )?(?:talk|speak|chat|discuss|check|run|clear|ask|convince|persuade|take)(?: (?:it|this|that|all this))?(?: (?:over|through|first|up))?(?: (?:to|with|past|by))? (?:my|our|the) (?:\w+ )?(?:(?:data protection|privacy|compliance|security|safety|finance) (?:officer|lead|manager|people|team)|dpo|lawyers?|solicitor|legal(?: team| department)?|it(?: (?:people|team|department|guy|manager))|union|works council|partners?|board|boss(?:es)?|husband|wife|co ?founders?|accountant|bookkeeper|committee|owners?|trustees|governors|directors?|management|boss|headteacher|head|dad|mum|father|mother|brother|sister)\b/

/** “This would replace Acme, with which we are quite satisfied”; “I'm happy with Tuesday” names no rival. */
const isSatisfied =
  /\bwith (?:which|whom) (?:we|i)(?: are| m| am| re) (?:\w+ )?(?:satisfied|happy|content|pleased)\b|\b(?:we|i)(?: are| re| m| am) (?:\w+ )?(?:satisfied|happy|content|pleased) (?:with (?:our|what we|what i)\b|as we are\b)/

/** “How are you today?”, “hows it going mate” */
const asksWellBeing =
  /^(?:(?:hi|hiya|hello|hey|there|so|and|oh|good|morning|afternoon|evening|fine|thanks|thank you) )*(?:how (?:are|r) (?:you|u|ya|things)|how(?: ?s| is) (?:it going|things|life|your day|you)|how do you do|(?:are )?(?:you|u) (?:alright|all right|ok|okay|well)|what s up|whats up)(?: (?:doing|today|this (?:morning|afternoon|evening)|with you|mate|then|there|going|keeping|so far|yourself|good))*$/

/** “What's your favourite band?” */
const asksTaste = /\b(?:your|ur) fav(?:ou?rite|e)? \w+$/

const asksAddress =
  /\b(?:what s|what is|whats|do you have|have you got|got|is there|can i (?:have|get)|give me) (?:your |an? |the |some )?(?:sales |support |contact )?(?:e ?mail(?: address)?|(?:tele)?phone(?: number)?|number|contact details)(?: (?:for (?:sales|support|that|questions)|i can (?:use|write to|call)|to (?:write to|call|reach you)))?$/
const asksToWrite =
  /\b(?:where|how|who|which address) (?:do|can|could|should|would|may) (?:i|we) (?:write|e ?mail|mail)\b|^(?:(?:ok|okay|so|and) )*who (?:do|can|could|should) (?:i|we) (?:call|contact|ask|ring|phone|talk to|speak (?:to|with)|turn to)$|^(?:(?:ok|so|and|well|hi) )*(?:can|could|may) (?:i|we) (?:just |also |maybe |rather )?(?:e ?mail|mail|write|write to|message|text) (?:you|your team|someone|somebody|sales)\b/

const findsExpensive = either(
  (said) =>
    /^(?:(?:it|this|that|hm+|well|but) )*(?:looks|seems|sounds|feels|is|s) (?:a bit |rather |quite |very |pretty )?(?:expensive|pricey|costly)\b(?! \w+ (?:to|for)\b)|\b(?:(?:too|very|bit|rather|quite|pretty|strikes me as|seems|looks|sounds|is|s|that s|a little|awfully) (?:steep(?<!\b(?:curve|hill|roof|slope|stairs)\b.*)|dear|extortionate|over the top|eye watering)|daylight robbery|a rip off|rip off)\b/.test(
      said,
    ),
  has('too|so|very|quite|pretty|rather|really|bit|is|s expensive|pricey|costly'),
  is('expensive, pricey'),
  has(
    'too much money, can t afford, cannot afford, not in our|my|the budget, {over|above|out of|beyond} our|my budget, costs too much',
  ),
)
/** “And if he asks for too much money?” isn't about our price. */
const othersCharge = /\b(?:he|she|they|\w+ers?|\w+men) (?:asks?|charges?|wants?|quotes?)\b/

/** “We throw so much bread away, it is expensive” complains about the waste. */
export const ownWaste =
  /^(?:(?:and|so|but|well|you know) )*(?:we|i) (?:always |often |just |still )?(?:throw|waste|lose|bin|scrap|chuck|burn)\b/

/** “Meh, I'll probably just stick with Notion, then.” */
const staysWith =
  /\b(?:i ?ll|ill|ll|will|d|probably|just|rather|better|think|guess|reckon) (?:just |probably |rather |(?:i|we) )*(?:stick|stay)(?:ing)? with\b/

const withholds = has(
  'don t, do not, won t, will not, not, no, rather not, never',
  'give, giving, share, sharing, leave, leaving, tell, telling, want, hand',
  `${email}, mail, address, contact details`,
)
/** “I don't want interns seeing our customers' addresses” is about the product. */
const othersAddress =
  /\b(?:customers?|clients?|patients?|members?|guests?|their|our|his|her)(?: s)? (?:\w+ )?(?:e ?mail|mail|address)/

const browses = has(
  '{i m|i am|we re|we are|just|only} [just|only] {looking|looking around|browsing|curious|exploring|checking it out|checking this out}',
)

/** “Just tell me quick what's this for” */
const asksInShort =
  /^(?:(?:just|so|ok|please|well) )*(?:tell me|explain)(?: (?:me|us|quick|quickly|briefly|in short|please))* what (?:s |is )?(?:this|it|that)(?: (?:is|thing|for|about|all|do|does))*$/

/** “Elevator pitch please”, “in one sentence, what does it do?” */
const asksForPitch =
  /^(?:(?:so|ok|please|sorry|can you|could you) )*remind me (?:again )?what (?:it|this|that|the product) (?:is|does|s)(?: for| again| about)*$|\belevator pitch\b|^(?:(?:so|ok|please|just|right|and) )*(?:(?:explain|describe|tell me|sum up|put) (?:it |this |the product )?)?in (?:a|one|two|a few|plain|simple|short|your own) (?:\w+ )?(?:sentences?|words?|lines?|english|nutshell)(?: (?:what|how) .*| please| pls)?$|^(?:\w+ ){0,3}(?:30|thirty|10|ten|20|twenty) second (?:version|pitch|summary)\b/

/** “Docs are thin, if I may say so” */
const findsThin =
  /^(?!.*\b(?:can|could|how|does|what)\b)(?:(?:your|the|these|if i may say so|to be frank|honestly) )*(?:docs?|documentation|manual|website|site|page|demo|text|notes?|video|examples?|screenshots?) (?:is|are|s|looks?|seems?) (?:(?:a|bit|rather|pretty|very|quite|too|little|somewhat|kind of|on the) )*(?:thin|short|brief|poor|sparse|basic|vague|light|dated|blurry|patchy)\b/
/** “Evaluating alternatives to Zendesk, 40 seats” */
const evaluates =
  /^(?!.*\b(?:can|could|does|do|how|what|which)\b)(?:(?:hi|hello|hey|there|morning|we|i|re|are|m|am|currently|just) )*(?:evaluating|assessing|reviewing|shortlisting|researching) /
/** “I'm hopeless with computers” */
const doubtsThemselves =
  /^(?!.*\b(?:can|could|does|will|is there|how|what)\b)(?:\w+ ){0,3}(?:i m|im|i am|we re|we are) (?:(?:a|bit|really|absolutely|totally|quite|so|just) )*(?:hopeless|useless|rubbish|no good|terrible|awful|crap|clueless|disaster) (?:with|at)\b|^(?!.*\b(?:can|could|does|will|is there|how|what)\b)(?:\w+ ){0,3}(?:i m|im|i am|we re|we are) (?:not|no|hardly) (?:(?:much|really|exactly|very|of|an?|the) )*(?:computer|technical|tech|techy|it|digital|phone) (?:person|people|guys?|types?|man|woman|folk|savvy)\b/
/** “Hiya, only got 5 mins” */
const hasLittleTime =
  /^(?:(?:hi|hello|hey|sorry|ok|listen|just so you know|right|so|there|good (?:morning|afternoon|evening|day)|morning|afternoon|evening) )*(?:(?:i|we)(?: ve| have)? )?(?:(?:only|just)(?: ve| have)? (?:got |have )?|got only |have only |(?<=\b(?:have|ve) )(?:got )?)(?:(?:a|about|like|maybe|around|roughly|exactly|some) )*(?:few|couple of|\d+|one|two|three|five|ten|fifteen|twenty|thirty|quick) ?(?:mins?|minutes?)(?: (?:for (?:you|this)|left|today|now|so|before|until|till|to spare|max|tops|free).*)?$/
/** “Hello, I write from Brazil, sorry for the mistakes” */
const excusesWriting =
  /\b(?:sorry|apolog\w+|excuse|forgive|pardon)(?: (?:me|for|about|if|of))* (?:my|the|any|all) (?:(?:bad|poor|many|little|terrible|rusty) )*(?:mistakes?|english|spelling|typos?|grammar|writing|errors?)$/

/** “Who's behind this?”, “did a machine write this page?” */
const asksMaker =
  /^(?:(?:so|and|but|ok|btw|by the way|just curious|hm+) )*(?:who(?: s|s| is| are)(?: actually| really)? behind (?:this|it|all this|that|(?:this|the) (?:\w+ )?(?:product|company|demo|tool|app|software|page|site|thing))|who(?: has| have|s)? (?:made|built|build|created|wrote|written|writes|designed|developed|programmed) (?:(?:this|it|that|these|all this)(?! (?!page|site|website|texts?|copy|demo|product|app|tool|software|slides|words|thing|then|actually|anyway|please)\w)|the (?:\w+ )?(?:page|site|website|texts?|copy|demo|product|app|tool|software|slides|words))|(?:did|has|was) (?:a |an |some )?(?:machine|robot|ai|chat ?gpt|bot|computer|human|person|somebody|someone|intern) (?:actually |really )?(?:wr[io]te|written|ma[dk]e|typed?) (?:this|it|that|these|all this|the (?:\w+ )?(?:page|site|website|texts?|copy|demo|slides|words))|(?:is|was|are|were) (?:this|the|these|that) (?:page|texts?|copy|site|website|words|slides) (?:written|made|generated) by)\b/
/** “I'm the new warden, nobody showed me anything” */
const isNew =
  /^(?!.*\b(?:what|how|which|who|where|when|why|can|could|does|do (?:you|we|i)|will|is (?:it|there)|are there)\b)(?:.*\b(?:i m|im|i am)(?: (?:the|a|completely|totally|brand|very|all|quite|still|rather|your))* new(?:bie|$| here| at| to| in| \w+(?: \w+)?$| \w+ (?:and|here|so|nobody|no one)\b)|^(?:(?:hi+|hey+|hello|sorry) )?new (?:here|to (?:this|all this|the (?:job|role))|in (?:the|this) (?:job|role|team|office))\b|.*\b(?:my|it s my) (?:very )?(?:first|second) (?:day|week|month)(?: here| at work| in (?:the|this|my)| on the job| as|$)|.*\b(?:nobody|no one|noone)(?: has| ever)? (?:explain(?:s|ed)|told|tells|show(?:s|ed|n)|taught|trained) (?:me|us)\b)/

/** In order of precedence. */
export const plainRemarks: readonly RemarkRule[] = [
  [
    'instructions',
    200,
    either(
      has(
        'ignore, forget, disregard, override, reveal, print, show me, tell me',
        'instruction, instructions, system prompt, your prompt, your rules, previous rules',
      ),
      startsWith('repeat after me'),
      (said) => asksForPrompt.test(said),
      has('pretend {to be|you|that you}, you are now, act as, {tell me|know} a|another|any joke|jokes'),
      is('what time|day|date is it [now]'),
    ),
  ],
  [
    'identity',
    12,
    either(
      has('are you {chat gpt|chatgpt|gpt|claude|gemini|siri|alexa|an llm|a language model}'),
      (said) =>
        /\b(?:which|what) (?:ai |language )?(?:model|llm|ai)\b.* you (?:running|using|based|on|use|run)\b/.test(said),
      is('[so] {who|what company} made|built|created|trained|wrote you'),
      is(
        '{what s|whats|what is|tell me|and} your name [again], {who s|whos|who is} behind you, what|which [language] model {are you|is this|do you use}',
      ),
    ),
  ],
  ['maker', 12, (said) => asksMaker.test(said)],
  ['newcomer', 24, (said) => isNew.test(said)],
  [
    'small-talk',
    3,
    is('{fair enough|meh|ouch|oof|ugh|yikes|lol|haha+|hehe+|oh well|whatever}+', { before: 'ok, oh, well, hm+' }),
  ],
  ['small-talk', 12, (said) => asksTaste.test(said) || asksWellBeing.test(said)],
  ['may-ask', 12, (said) => announcesQuestion.test(said)],
  ['hurry', 12, (said) => hasLittleTime.test(said)],
  ['apology', 14, (said) => excusesWriting.test(said)],
  ['here', 12, (said) => asksHere.test(said)],
  ['recall', 16, (said) => asksRecall.test(said)],
  [
    'progress',
    10,
    either(
      is('[ok|so|and] how many steps|slides|screens [are|is|does]', {
        after: 'there, left, in this|the demo, to go, remaining, more, this|the process, it|this, take, have, in',
      }),
      is('[ok|so|and] {where are we|where are we now|where am i}'),
      is('[ok|so|and] what|which step|slide|screen {is this|are we at|are we on|are we in|am i on}'),
    ),
  ],
  [
    'duration',
    10,
    either(
      (said) => asksIfLong.test(said),
      is(
        '[so|and|about] how {long|much time} [does|will|would|is|do] {this|it|the|all of|whole|your|entire|rest of}+ [demo|tour|presentation|talk|conversation|call] [take|last|go on|need]',
      ),
    ),
  ],
  [
    'about',
    10,
    either(
      is('summarise|summarize, sum it|this up, tl dr, [give me] [a|the] [short|quick|brief] summary|overview|recap', {
        before: requests,
        after: '[of] {it|this|that|the demo|this demo|the product|please|for me}',
      }),
      is('[so] what is|s this|the|your demo|product|tool|app|software|thing|company [about|all about|for]'),
      (said) => asksContents.test(said) || asksInShort.test(said) || asksForPitch.test(said),
      is('what does|do|can this|the|your|it|you [product|tool|app|software|company|demo|guys] {do|show|actually do}'),
      (said) => asksWhatYouDo.test(said),
      is('what is|s it|this [about|all about|for|good for] [exactly|actually|really]', {
        before: 'hi, hey, hello, so, ok, and',
      }),
      startsWith('what does|can|could|would {this|it|your product|your tool} do for', {
        before: 'hey, hi, hello, so, ok, and, well',
      }),
    ),
  ],
  [
    'more',
    9,
    is(
      'tell|show me [some] more, [give me] [some] more detail|details|information|info, go deeper, elaborate, explain [it|that|this] {more|further|in detail|in more detail}, [in] more detail',
      { before: `${requests}, yes, ok`, after: 'about that|this|it, on that|this, please' },
    ),
  ],
  [
    'missed',
    12,
    either(
      has(
        'not, n t, doesn t, didn t, did not, does not, isn t, is not, wasn t',
        'answer, answer to, what i',
        'question, asked, asking, meant, mean',
      ),
      startsWith('[that s|that is] not what i asked|meant, [you] misunderstood|misunderstand'),
      is(
        'you {already said|said|told me|already told me|keep saying} that|this|it [already|before|twice], stop repeating [yourself|that]',
      ),
    ),
  ],
  [
    'doubt',
    9,
    is(
      '[no] {that s|that is|this is|it s|you re|you are} {wrong|not true|not right|not correct|incorrect|false|a lie|lying}, are|r you [really|quite|absolutely] sure [about that|about this|about it], really, seriously, is that|this|it true|right|correct|so, where|how do you know|have|get that|this [from], says who, prove it, i don t believe you|that|it',
    ),
  ],
  [
    'keeps-address',
    16,
    either(
      (said) => withholds(said) && !othersAddress.test(said),
      startsWith(['why|what do|would|should you|i {need|want|give|leave|have to give}', `${email}, address`]),
      startsWith('why|what do|would|should you|i {need|want|give|leave|have to give} it'),
      is('no|without [an] {email|e mail|address}'),
    ),
  ],
  [
    'wrong-address',
    10,
    either(
      has(
        'wrong, incorrect, mistyped, misspelled, typo, not my, change my, correct my',
        `${email}, mail address, address`,
      ),
      has(`${email}, mail address, address`, 'is|was wrong|incorrect|misspelled'),
    ),
  ],
  ['reach', 20, (said) => asksAddress.test(said) || asksToWrite.test(said)],
  [
    'erase',
    10,
    either(
      endsWith(
        'delete, erase, remove, forget',
        '{that|the|my} [phone|mobile] number|name|company [please|again], {that|the} {email|e mail|address} [please], me, my {data|address|email|e mail|question|questions}, this conversation|chat|talk, what i said|wrote',
      ),
      is('unsubscribe [me]'),
    ),
  ],
  [
    'send',
    14,
    either(
      startsWith('{send|email|e mail|mail|forward|text} {me|us|it to me|this to me}', {
        before: `${requests}, would you, will you, just, i d like you to`,
      }),
      has('have|get|download|send [me] [a|the] [copy of] [the] transcript'),
    ),
  ],
  [
    'voice',
    8,
    either(
      is('speak|talk|go|be [a bit|a little|bit|little] [more] slower|slowly|louder|loudly|faster|quieter|up [please]', {
        before: requests,
      }),
      is('{slower|louder|faster|quieter|too fast|too slow|too loud|too quiet} [please]'),
    ),
  ],
  ['expensive', 16, (said) => findsExpensive(said) && !othersCharge.test(said) && !ownWaste.test(said)],
  [
    'told',
    6,
    (said) =>
      /^(?:it |this |that )?(?:all )?(?:looks|seems|feels) (?:(?:a|bit|little|pretty|very|quite|rather|too|really|kind of|kinda|so) )*(?:basic|plain|bare|thin|old|dated|old fashioned|complicated|confusing|cluttered|crowded|limited|cheap|clunky|fiddly)\b/.test(
        said,
      ) ||
      /^(?:(?:a|bit|pretty|very|quite|rather|kinda|so) )+(?:basic|plain|bare|dated|old fashioned|limited|clunky)(?: looking)?(?: (?:tbh|honestly|to be honest|though))*$/.test(
        said,
      ),
  ],
  ['told', 14, (said) => findsThin.test(said) || evaluates.test(said)],
  ['worry', 12, (said) => doubtsThemselves.test(said)],
  ['authority', 18, (said) => consultsOwn.test(said) || mustConsult.test(said)],
  [
    'authority',
    18,
    has(
      'not the|a|my {decision maker|decisionmaker|decision|one who decides}, {have to|need to|must|should|will|ll} {ask|check with|talk to|convince|show|discuss it with|discuss this with} my|our|the boss|manager|team|cto|ceo|cfo|board|colleague|colleagues|partner|husband|wife|it, {not sure|don t think|doubt} [that] my|our|the boss|manager|cto|ceo|cfo|board|partner|husband|wife|director would|will|ll|d|goes|likes|agrees|wants',
    ),
  ],
  [
    'later',
    12,
    either(
      is('[maybe|perhaps|some] {another time|later|other time|some other time} [maybe|perhaps|please|thanks]', {
        before: 'ok, no, well, hmm',
      }),
      has(
        'need|want|have [some] [time] to think, think about it, sleep on it, not a priority, no time now, no time right now, don t have time, come back {later|to you|to it|to this}',
      ),
    ),
  ],
  ['browsing', 9, (said) => !/\blooking (?:to|for|at|into|after|like)\b/.test(said) && browses(said)],
  [
    'competitor',
    14,
    has(
      'not {looking|planning|trying} to, no {plan|plans|intention|wish} to, don t|do not {want|plan} to',
      'replace, switch, change system|systems|tool|tools|software|provider|vendor|supplier, move away, migrate',
    ),
  ],
  ['need', 8, has('not convinced, not sold on, not persuaded, unconvinced')],
  ['buy', 16, (said) => isConvinced.test(said)],
  ['need', 9, (said) => /\b(?:like|same as) (?:every|all|any|the) others?\b/.test(said)],
  [
    'later',
    9,
    either(
      is('not buying|deciding|signing [anything] [today|now|yet|this week]', { before: 'i m, we re, i am, we are' }),
      has('not buying [anything] today|yet|now'),
    ),
  ],
  ['competitor', 14, statesCheaper],
  ['competitor', 18, (said) => isSatisfied.test(said)],
  ['competitor', 14, (said) => staysWith.test(said)],
  [
    'competitor',
    9,
    (said) => hasOther(said) && !/\b(?:can|could|does|do|is|are|will|would|how|what|whether|if)\b/.test(said),
  ],
  [
    'praise',
    8,
    is(
      '{wow|ok|oh|yes|that s|that is|this is|it s|it is|look|looks|sound|sounds|very|really|pretty|so|i|we|love|like|this|it|that|what i see|nice|good|great|awesome|amazing|impressive|excellent|neat|sweet|haha+|lol|brilliant|fantastic|perfect|wonderful|helpful|cool|well done|good job}+',
    ),
  ],
]

/** “I've seen enough, what's the next step?” */
const isConvinced =
  /\b(?:seen enough|i m convinced|we re convinced|i m sold|(?:i|we)(?: m| am| re| are) (?:\w+ )?sold on (?:this|it|that))\b|\bwhat (?:are|would be) (?:the|our|my) next steps\b/
