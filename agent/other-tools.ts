import type { ObjectionKind } from '#domain/sales-rules.ts'

import type { ConversationRun } from './conversation-run.ts'
import { asksSomething } from './fact-patterns.ts'
import { isPersonalLoss } from './first-remarks.ts'
import { askAboutOther } from './objection-talk.ts'
import { statesCheaper } from './plain-remarks.ts'
import { toBareWords } from './plain-text.ts'
import { countWords } from './sentences.ts'
import type { Proposal } from './responder.ts'
import { leadOn } from './topical-lead.ts'

/* What visitors say about the tools that they use, used or could have instead. */

/** Asks about the other tool: what went wrong, what its price includes, what it costs them; false if that doesn't fit. */
export function hearsOtherTool(
  run: ConversationRun,
  proposal: Proposal,
  objection: ObjectionKind | null,
  said: string,
): boolean {
  const isCompetitor = objection === 'competitor'
  const { ownWay, cheaperElsewhere } = run.words.selling
  if (badPast.test(said)) {
    hearBadPast(run, said)
    return true
  }
  // “What do you like about it?” wouldn't suit a lower price.
  if (isCompetitor && statesCheaper(toBareWords(said))) {
    askAboutOther(run, proposal, run.worded(cheaperElsewhere()), said)
    return true
  }
  const isPast = formerTool.test(said)
  const isOwnWay = isCompetitor
    ? ownMeans.test(said) || isPast
    : tellsOwnWay.test(said) || (isPast && ownMeans.test(said))
  if (!isOwnWay || asksSomething(said)) return false
  askAboutOther(run, proposal, run.optionalLine(ownWay(isPast)), said)
  return true
}

/** “I've had three of these and they were all rubbish”: asks what went wrong instead of what they like. */
export function hearBadPast(run: ConversationRun, said: string): void {
  const { remarks, selling } = run.words
  // Don't ask for a story that the visitor has just told.
  const isTold = countWords(said) >= storyWords
  run.push()
  run.say(
    isTold
      ? [leadOn(run, said, remarks.sorrow(), ['upset', 'doubt']), run.worded(selling.betterThisTime())]
      : [run.worded(selling.badPast())],
    { outcome: 'objection', objection: 'competitor' },
  )
}

const storyWords = 13

/** “I've had three of these and they were all rubbish” */
export function tellsBadPast(said: string): boolean {
  return badPast.test(said)
}

/** Whether bad news is about a tool or its maker: “the last vendor left us with dead servers” */
export function blamesTool(said: string): boolean {
  return !isPersonalLoss(toBareWords(said)) && (badPast.test(said) || namesMaker.test(said))
}

const namesMaker =
  /\b(?:software|systems?|tools?|apps?|platforms?|programs?|suppliers?|vendors?|providers?|(?:last|previous) (?:lot|one|ones|firm|company|people|guys?))\b/i

/** “I've had three of these systems and they were all rubbish” */
const badPast =
  /^(?!.*\b(?:can|could|does|do you|will|is there)\b).*\b(?:our|my|the) (?:current|existing|present|own)? ?(?:\p{L}+ )?(?:software|system|tool|app|program(?:me)?|provider|supplier)(?: (?:we|i)(?:['’]ve)? (?:have|use|got|run|pay for)(?: now| today| at the moment| currently)?)? (?:is|['’]s|was|are) (?:(?:just|really|such|so|an?|absolutely|complete|total|utter|bit|of|pretty|frankly|honestly) )*(?:a joke|joke|rubbish|terrible|awful|useless|hopeless|nightmare|disaster|pain|horrible|horrendous|dreadful|dire|crap|garbage|mess|laughing stock|shambles)\b|\b(?:quit|left|resigned|walked out|cried|gave up) over (?:the|our|that) (?:last|old|previous|former)\b|\b(?:had|tried|used|bought|went through|switch\w+|mov\w+|migrat\w+|burned|burnt|last|previous|old)\b.*\b(?:rubbish|terrible|awful|useless|hopeless|nightmare|disaster|painful|a pain|horrible|horrendous|chaos|traumatic|went wrong|fell apart|crap|garbage|let (?:me|us) down|hated|fed up|burned|burnt|never worked|a joke)\b/iu

/** What people use if they have no product for it. */
const ownMeans =
  /\b(?:pen(?:cil)?|paper|notebooks?|excel|(?:spread)?sheets?|whiteboards?|post-?its?|sticky notes|card index|index cards|ledger|diary|in (?:my|his|her|our) heads?|by hand|whatsapp|home-?(?:grown|made|built|brew\w*)|self-?(?:made|built)|our own (?:\p{L}+ )?(?:tool|system|database|software|program))\b/iu
const tellsOwnWay = new RegExp(
  `\\b(?:us(?:e|es|ed|ing)|work(?:s|ed|ing)? (?:with|on)|rely on|keep(?:s|ing)?|(?:writ|d)(?:e|ing|o|oing)|all|everything) [^.!?]{0,30}${ownMeans.source}`,
  'iu',
)
const formerTool = /\b(?:we|i) (?:used to (?:have|use|do|run|work)|once had|had .+ (?:before|once|years ago|until))\b/i
