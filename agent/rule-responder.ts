import { escapePattern } from '#domain/escape-pattern.ts'

import { findSubject } from './broad-subjects.ts'
import { describesThemselves, factOf, hearFacts, statesOwn } from './buyer-facts.ts'
import { writeOut } from './chat-spelling.ts'
import { findConcession } from './concession.ts'
import { holdsAmount } from './currency.ts'
import { asksSomething } from './fact-patterns.ts'
import { findForeignLanguage } from './foreign-language.ts'
import { isLikelyQuestion } from './guessed-intent.ts'
import { withHeard } from './heard-remark.ts'
import { recogniseIntent, recogniseUnsure, type Intent } from './intent.ts'
import { languageOf, type Knowledge } from './knowledge.ts'
import { namedStep } from './named-step.ts'
import { indexNotes, type NotesIndex } from './notes-index.ts'
import { proposeInOtherLanguage } from './other-language.ts'
import { asksForOverview } from './overview-request.ts'
import { createPriceAnswers } from './price-answers.ts'
import { contextOf, likelyMin, propose, sureOf, toFound } from './propose.ts'
import {
  easesLearning,
  fearsForPeople,
  learningQuestions,
  relatedQuestion,
  tellsHowToStart,
  worriesForPeople,
} from './related-question.ts'
import { isPlace } from './named-zone.ts'
import { statedName } from './person-readers.ts'
import { toBareWords } from './plain-text.ts'
import { recogniseRemark, type Remark } from './remark.ts'
import type { Proposal, Responder, ResponderInput } from './responder.ts'
import { nameKind } from './retrieval-names.ts'
import type { Retrieval } from './retrieval.ts'
import { asksWhatWasSaid, goesToSubject, withoutDirections } from './subject-request.ts'
import { sharedWords } from './terms.ts'
import { notesOnStatement } from './told-needs.ts'
import { answerUsual } from './usual-questions.ts'

/** Answers with the notes' own sentences, without a model or network. */
export function createRuleResponder(knowledge: Knowledge, index: NotesIndex = indexNotes(knowledge)): Responder {
  const isEnglish = languageOf(knowledge) === 'en' && index.language === 'en'
  const prices = createPriceAnswers(knowledge.items, index, knowledge.demoName)
  return {
    propose(input): Proposal {
      if (!isEnglish) return proposeInOtherLanguage(input, knowledge, index)
      const text = writeOut(input.text)
      const proposal = prices.withTotal(proposeTo({ ...input, text }), { ...input, text })
      const heard = withHeard(proposal, text)
      return input.size === undefined ? prices.withSize(heard, text) : heard
    },
  }

  function proposeTo(input: ResponderInput): Proposal {
    const { text } = input
    const { takesMeetings } = knowledge.agent
    const step = namedStep(text, knowledge.steps)
    if (step !== undefined) return propose({ type: 'go-to', step: step.order })
    if (asksWhatItIs(text, knowledge.demoName) || asksForOverview(text))
      return propose({ type: 'remark', about: 'about' })
    const intent: Intent =
      asksWhatWasSaid.test(text) || goesToSubject.test(text) || asksPlainPrice.test(text.trim())
        ? { type: 'question' }
        : recogniseIntent(text, takesMeetings)
    if (intent.type === 'remark' && intent.about === 'reach') return proposeContact(input)
    // After a question about the product, “how long does it take?” isn't about the demo.
    const isAboutDemo = input.topic === undefined || namesDemo.test(text)
    if (isAboutDuration(intent) && !isAboutDemo) {
      return propose({ type: 'question' }, index.retrieve(text, contextOf(input)), input)
    }
    const isChat = intent.type === 'remark' && chatty.has(intent.about)
    const asUsual = isChat ? answerUsual(text, [], knowledge.items) : []
    if (asUsual.length > 0) return propose({ type: 'question' }, toFound(asUsual), input)
    const conceded = findConcession(text, knowledge.items)
    if (conceded.length > 0) return propose({ type: 'question' }, toFound(conceded), input)
    const isWorry = intent.type === 'remark' && intent.about === 'worry'
    if ((isWorry || fearsForPeople.test(text)) && !asksSomething(text)) return proposeToEase(input)
    if (intent.type === 'remark' && intent.about === 'sorrow') return propose(intent, foundAbout(text), input)
    // “Everybody says that”: a trial shows it.
    if (intent.type === 'remark' && intent.about === 'doubt' && !asksSomething(text))
      return propose(intent, foundTrial(), input)
    if (intent.type === 'remark' && intent.about === 'maker') return proposeMaker(input)
    // “Are you registered with the NHS toolkit?” isn't answered by how safe the data is.
    if (intent.type === 'remark' && intent.about === 'security' && asksSomething(text)) {
      const asked = index.retrieve(text, contextOf(input))
      if (asked.missing !== undefined) return propose({ type: 'question' }, asked, input)
    }
    const isObjection = intent.type === 'remark' && (intent.about === 'competitor' || intent.about === 'need')
    const isStatement = tells(intent) || isObjection || intent.type === 'question'
    const onStatement =
      isStatement && !asksSomething(text) && !isContent.test(text) ? notesOnStatement(text, knowledge.items) : []
    if (onStatement.length > 0) return { ...propose({ type: 'question' }, toFound(onStatement), input), isLikely: true }
    const said = foundFor(intent, text)
    // “We use Sage”, if the notes say how it works with Sage, names no rival.
    if (said !== null && said !== undefined && namesOwnTool(intent, text, said))
      return propose({ type: 'question' }, said, input)
    if (said !== null) return propose(intent, said, input)
    const wanted = tells(intent) || describesThemselves(text) ? wish.exec(text)?.[0] : undefined
    const met = wanted === undefined ? undefined : sureOf(index.retrieve(wanted))
    if (met?.items.some((item) => sharedWords(wanted ?? '', item.text) >= 2) === true)
      return propose({ type: 'question' }, met, input)
    const mayAskPrices = intent.type === 'question' || intent.type === 'commitment' || tells(intent)
    const fromPrices = mayAskPrices ? prices.proposePrices(input) : null
    if (fromPrices !== null) return fromPrices
    if (intent.type !== 'question' && intent.type !== 'commitment' && !(tells(intent) && tellsOnlyNeeds(text)))
      return propose(intent)
    if (!asksSomething(text) && (statedName(text) !== undefined || recogniseRemark(toBareWords(text)) === 'told'))
      return propose({ type: 'remark', about: 'told' })
    const asked = withoutDirections(text)
    const isPrice =
      isPriceAlone.test(asked.trim()) ||
      ((asksPlainPrice.test(asked.trim()) || prices.asksPrice(asked)) && !prices.isPriced(input.topic))
    const priced = isPrice ? prices.productPrices() : undefined
    const found =
      priced ?? prices.pricesFor(input) ?? prices.shareOfTopic(input) ?? prices.withSum(lookUp(asked, input), text)
    const usual =
      priced === undefined ? answerUsual(text, found.status === 'ok' ? found.items : [], knowledge.items) : []
    if (usual.length > 0) return propose({ type: 'question' }, toFound(usual), input)
    const isAboutThem = describesThemselves(text)
    // “I've had the shop since 1974” doesn't ask what a shop costs.
    const isMeant = !isAboutThem || found.items.some((item) => sharedWords(text, item.text) >= 2)
    if (found.status === 'ok' && isMeant) {
      return propose({ type: 'question' }, found, input)
    }
    if (isAboutThem) return propose({ type: 'remark', about: 'told' })
    // Buyers often describe a problem instead of asking: offer the closest step with the reply.
    if (tells(intent)) return propose(lacksTool(found) ? { type: 'question' } : intent, found, input)
    const isNear = found.status === 'near'
    if (intent.type === 'commitment' && (!isNear || asksFavour.test(text) || !isLikelyQuestion(text)))
      return propose(intent)
    const subject = findSubject(text, index)
    if (subject !== null) return { ...propose(intent, subject.found, input), subject: subject.name }
    // “How much is it for two restaurants?” gets the prices if there is no exact answer.
    const asksOnlyPrice = isPrice || asksPrice.test(text.trim())
    const general = asksOnlyPrice && !isPrice ? prices.productPrices() : undefined
    if (general !== undefined) return { ...propose(intent, general, input), subject: 'the price' }
    if (asksOnlyPrice && !found.items.some((item) => holdsAmount(item.text) || /\bfree\b/i.test(item.text)))
      return propose({ type: 'question' })
    const language = findForeignLanguage(text)
    if (language !== null && language !== index.language) return propose({ type: 'foreign', language })
    if (asksNext.test(text.trim())) return propose({ type: 'next' })
    const unsure = recogniseUnsure(text, takesMeetings, isNear)
    if (unsure === null && found.status !== 'ok' && asksIfSuited.test(text) && found.confidence < likelyMin)
      return propose({ type: 'remark', about: 'about' })
    if (unsure === null) return propose({ type: 'question' }, found, input)
    if (tells(unsure)) return propose(unsure, found, input)
    if (unsure.type === 'remark' && unsure.about === 'worry')
      return asksSomething(text) ? propose({ type: 'question' }, found, input) : proposeToEase(input)
    const instead = relatedQuestion(unsure)
    return propose(unsure, instead === null ? undefined : sureOf(index.retrieve(instead)), input)
  }

  /** The notes' answer to an objection: on the tool it names, otherwise on its subject. Null if it has no subject. */
  function foundFor(intent: Intent, text: string): Retrieval | undefined | null {
    if (intent.type !== 'remark') return null
    const tool = intent.about === 'competitor' ? factOf(hearFacts(text), 'tool') : null
    if (tool !== null) {
      const found = index.retrieve(`Does it work with ${tool}?`)
      if (found.status === 'ok' && found.items.some((item) => nameIn(tool).test(item.text))) return found
    }
    const asks = relatedQuestion(intent)
    if (asks === null) return null
    if (intent.about === 'expensive') {
      const worth = prices.findWorth()
      if (worth.length > 0) return toFound(worth)
    }
    // “Too expensive, my cousin's spreadsheet is free” isn't about spreadsheets.
    const named = intent.about === 'expensive' ? (text.split(/[,.;!]/)[0] ?? text) : text
    const own = index.retrieve(named)
    if (own.items.some((item) => sharedWords(named, item.text) >= 2)) return { ...own, status: 'ok' }
    const related = sureOf(index.retrieve(asks))
    if (intent.about !== 'buy' || related === undefined) return related
    // A step about getting started may also have sentences that don't help, such as “Help is by phone”.
    const [best] = related.items
    const beside = knowledge.items.filter(({ stepId }) => stepId !== null && stepId === best?.stepId)
    const telling = [...related.items, ...beside].filter(({ text: note }) => tellsHowToStart.test(note))
    return telling.length === 0 ? undefined : toFound([...new Set(telling)].slice(0, 2))
  }

  /** A statement is looked up without the topic, too: it may begin another one. */
  function lookUp(asked: string, input: ResponderInput): Retrieval {
    const found = index.retrieve(asked, contextOf(input))
    if (found.status !== 'near' || input.topic === undefined || !statesOwn(asked)) return found
    const alone = index.retrieve(asked)
    return alone.status === 'near' && alone.confidence > found.confidence ? alone : found
  }

  /** For a worry: the notes on learning if it is about people, otherwise what they say about its subject. */
  function proposeToEase(input: ResponderInput): Proposal {
    const { text } = input
    const isForPeople = worriesForPeople.test(text) || fearsForPeople.test(text)
    const eased = isForPeople ? foundOnLearning() : undefined
    const proposal = propose({ type: 'remark', about: 'worry' }, eased ?? foundAbout(text), input)
    // Fearing that nobody will use it is doubting the need.
    return isForPeople ? { ...proposal, objection: 'need' } : proposal
  }

  function foundOnLearning(): Retrieval | undefined {
    return learningQuestions
      .map((asks) => index.retrieve(asks))
      .find(({ status, items }) => status === 'ok' && items.some((item) => easesLearning.test(item.text)))
  }

  /** What the notes certainly say about a statement, in its own words. */
  function foundAbout(text: string): Retrieval | undefined {
    const found = sureOf(index.retrieve(text))
    return found?.items.some((item) => sharedWords(text, item.text) >= 2) === true ? found : undefined
  }

  function foundTrial(): Retrieval | undefined {
    const trial = answerUsual('Is there a free trial?', [], knowledge.items)
    return trial.length === 0 ? undefined : toFound(trial.slice(0, 1))
  }

  /** “Who’s behind it?”: only notes about a company or its people answer it. */
  function proposeMaker(input: ResponderInput): Proposal {
    const found = sureOf(index.retrieve(input.text, contextOf(input)))
    const isThere = found?.items.some(({ text }) => namesMaker.test(text)) === true
    return isThere ? propose({ type: 'question' }, found, input) : propose({ type: 'remark', about: 'maker' })
  }

  /** “What’s your phone number?”: only notes with a number or address answer it. */
  function proposeContact(input: ResponderInput): Proposal {
    const found = index.retrieve(input.text, contextOf(input))
    const isThere = found.status === 'ok' && found.items.some(({ text }) => holdsContact.test(text))
    return isThere ? propose({ type: 'question' }, found, input) : propose({ type: 'remark', about: 'reach' })
  }
}

/** “We are a family office. At the end of the year I need costs per building.” */
const wish = /[^.!?]*\b(?:we|i)(?:['’]d| would)? (?:need|want|like|(?:am|are) (?:looking for|after))\b[^.!?]{8,}/i

/** “And after that?” asks for the next step if the search finds no answer to follow up on. */
const asksNext =
  /^(?:(?:ok|okay|so|and) )*(?:then what|what then|(?:what (?:is|comes|happens|do i (?:do|click|press)) |what['’]?s )?(?:after (?:that|this)|next|then))[?.!\s]*$/i

const namesMaker =
  /\b(?:founded|founders?|(?:made|built|developed|written|created|run|owned|maintained) by|our (?:team|company)|we (?:are|are a|began|started))\b/i

const holdsContact = /\S@\S|\d[\d ().-]{5,}\d|\bhttps?:|\bwww\./i

/** “Skip the intro. Price?”, “what plans do you have?” */
const isPriceAlone =
  /^(?:the )?(?:price|pricing|cost)s?\?|^(?:so |and )*is (?:it|that|this) (?:per|by|for each) \p{L}+(?: or .*)?$|^(?:(?:and |so |ok |what |that )*(?:per|a) (?:year|month|week|day|user|seat|person|head|site|shop)|(?:\S+ ){0,5}(?<=^|[.,;:!] )(?:the |your )?(?:price|prices|pricing|price list|costs?|plans)|(?:(?:so|and|ok|okay|hi|hey|well),? )?(?:(?:what|which) (?:plans?|packages?|tiers?|subscriptions?|prices?|pricing) (?:do you (?:have|offer)|are there|is there|can i (?:choose|pick|get)|exist)|(?:what(?:['’]?s| is| are)|(?:(?:can|could) you )?(?:tell me(?: more)? about|show me|give me|repeat)|explain) (?:the |your )(?:plans?|packages?|tiers?|subscriptions?|pricing|prices|price list)(?: like)?)(?: again| please)*)[\s?.!]*$/iu

/** “How much?”, “what's it going to set me back?”, “is it a lot of money?” */
const asksPlainPrice =
  /^(?:(?:so|and|but|ok|okay|well|hi|hey|right|then|go on),? )*(?:(?:may i ask |can you (?:explain|tell me) |could you (?:explain|tell me) )?how (?:(?:is|are|does|do) )?(?:the |your )?(?:pricing|prices|billing|licen[cs]ing|plans?)(?: (?:is|are))? (?:structured|work|works|calculated|set up|look|looks|made up|organi[sz]ed)(?: like)?|(?:(?:can|could) (?:you|i) )?(?:(?:give|get|have|show)(?: me)? )?(?:an? )?(?:quick |short |rough )?(?:overview|breakdown|idea|indication|summary) of (?:the |your )?(?:pric\w+|costs?|plans|fees)|how (?:expensive|pricey|costly|dear) (?:is|would) (?:it|this|that)(?: be)?|how much(?: is it| does it cost| do you charge| would (?:it|that) (?:cost|be)| are you asking| for (?:it|this|that))?|what(?:['’]s| is| does| do| would| will) (?:it|this|that|you)(?: all)? (?:cost|charge|come to|set (?:me|us) back)(?: me| us)?|what(?:['’]s| is| are) (?:the|your) (?:price|prices|damage|cost|rates?|charges?|fees?)|is (?:it|this|that) (?:a lot of money|affordable)|what do you want for (?:it|this)|is there (?:a|any) (?:charge|cost|fee|price)s?(?: for (?:it|this|that))?|what(?:['’]s| is) (?:it|this) (?:going to|gonna) (?:cost|set)(?: me| us)?(?: back)?)(?: then| please| roughly| all in| for (?:me|us)| in total| though| by the way)*[\s?.!]*$/i

function isAboutDuration(intent: Intent): boolean {
  return intent.type === 'remark' && intent.about === 'duration'
}

const namesDemo = /\b(?:demo|tour|presentation|talk|conversation|call|whole|entire|rest)\b/i

/** Whether the text asks what the product is: “what does Tidelane do?”, if the demo's name contains “Tidelane”. */
function asksWhatItIs(text: string, demoName: string): boolean {
  const named = asksWhatIs.exec(text.trim())?.[1]
  return named !== undefined && new RegExp(`(?<!\\p{L})${escapePattern(named)}(?!\\p{L})`, 'iu').test(demoName)
}

const asksWhatIs =
  /^(?:(?:hi|hey|hello|so|and|ok|okay|well),? )*(?:(?:(?:can|could) you )?(?:please )?(?:tell|explain to|explain) (?:me |us )?(?:in (?:a|one|two|a few) (?:sentences?|words?|lines?),? )?(?:please,? )?)?(?:(?:what(?:['’]?s| is| does| can)?|tell me(?: more)? about|explain|about)) (?!is\b|are\b)([\p{L}\p{N}]{3,30})(?: (?:is|do|does|about|for|all about|exactly|actually|in (?:a|one|two|a few) (?:sentences?|words?)))*[?.!\s]*$/iu

/** “I run a guest house with 5 rooms, is it for me?” */
const asksIfSuited =
  /\b(?:is|would|will|could) (?:it|this|that|your \p{L}+)(?: be)?(?: \p{L}+ly)? (?:suitable |suited |made |meant |intended |right |good |any good |something |anything |a good fit |the right thing )?for (?:me|us|my|our|an?|the|people|small|big|large|\p{L}+s)\b/iu

function tells(intent: Intent): boolean {
  return intent.type === 'remark' && intent.about === 'told'
}

/** “We've got an old Oracle box”, if the notes don't name it; “they don't read English” names no product. */
function lacksTool({ missing }: Retrieval): boolean {
  return missing !== undefined && nameKind(missing.toLowerCase()) !== 'language' && !isPlace(missing)
}

/** A need may be met by a step; other facts are only noted. */
function tellsOnlyNeeds(text: string): boolean {
  return hearFacts(text).every(({ field }) => field === 'need')
}

/** “Will you guarantee me a discount?”; “is there a discount for schools?” only asks for the terms. */
const asksFavour = /\b(?:(?:will|can|could|would) you|(?:give|offer|promise|guarantee|make) (?:me|us))\b/i

const asksPrice =
  /^(?:(?:so|and|but|ok|okay|well|hi|hey),? )*(?:how much (?:for\b|(?:is|does|would|will|do|are) (?:it|this|that|you|we|the (?:product|tool|app))\b)|what (?:does|would|will) (?:it|this|that) cost\b|what(?:'s|’s| is| are) (?:it|this|that|you|we) (?:going to|gonna) (?:cost|charge|pay)\b|what(?:'s|’s| is| was| are| were) (?:the |your )?(?:price|pricing|cost)s?\b|(?:the |your )?(?:price|pricing|cost)s? (?:for|with) (?:about |around |a )?(?:\d+|\p{L}+) ?(?:of us|people|persons?|users?|seats?|staff)?\s*[?.!]*$)(?! of\b)/iu

/** Remarks that may be worries: “reception is shocking here”, “where's the catch?” */
const chatty: ReadonlySet<Remark> = new Set(['small-talk', 'told', 'doubt', 'worry'])

function namesOwnTool(intent: Intent, text: string, { items }: Retrieval): boolean {
  if (isContent.test(text)) return false
  const tool = intent.type === 'remark' && intent.about === 'competitor' ? factOf(hearFacts(text), 'tool') : null
  return tool !== null && items.some((item) => nameIn(tool).test(item.text))
}

/** “We already have Sage and it's fine.” */
const isContent =
  /\b(?:fine|happy|content|satisfied|works? (?:well|great|for us)|good enough|no (?:need|reason)|do(?:es)? the job|love it|like it)\b/i

function nameIn(tool: string): RegExp {
  return new RegExp(`(?<!\\p{L})${escapePattern(tool)}(?!\\p{L})`, 'iu')
}
