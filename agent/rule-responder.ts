import { escapePattern } from '#domain/escape-pattern.ts'

import { describesThemselves, factOf, hearFacts } from './buyer-facts.ts'
import { writeOut } from './chat-spelling.ts'
import { holdsAmount } from './currency.ts'
import { findForeignLanguage } from './foreign-language.ts'
import { recogniseIntent, recogniseUnsure, type Intent } from './intent.ts'
import { isLikelyQuestion } from './guessed-intent.ts'
import { languageOf, type Knowledge, type KnowledgeItem } from './knowledge.ts'
import { toEnglish } from './languages/heard-words.ts'
import { readLanguage } from './languages/read-language.ts'
import { withHeard } from './heard-remark.ts'
import { findShare } from './percent-sum.ts'
import { answerFromPrices, readPricedSize, type PriceAnswer } from './price-questions.ts'
import { pricedUnits } from './price-terms.ts'
import { findFittingPlan, findSum } from './priced-sum.ts'
import { isBeside, readPrices } from './prices.ts'
import { toBareWords } from './plain-text.ts'
import type { Remark } from './remark.ts'
import type { Proposal, Responder, ResponderInput } from './responder.ts'
import { readForm, readInTalk } from './retrieval-question.ts'
import type { Retrieval, RetrievalContext } from './retrieval.ts'
import { sharedWords, toTerms } from './terms.ts'
import { indexNotes, type NotesIndex } from './notes-index.ts'
import { answerUsual } from './usual-questions.ts'

/** Answers with the notes' own sentences, without a model or network. */
export function createRuleResponder(knowledge: Knowledge, index: NotesIndex = indexNotes(knowledge)): Responder {
  const spoken = languageOf(knowledge)
  const ownLanguage = index.language
  let units: ReadonlySet<string> | undefined
  let prices: Retrieval | undefined
  return {
    propose(input): Proposal {
      if (spoken !== 'en' || ownLanguage !== 'en') return proposeInOtherLanguage(input)
      const text = writeOut(input.text)
      const proposal = withTotal(proposeTo({ ...input, text }), { ...input, text })
      const heard = withHeard(proposal, text)
      return input.size === undefined ? withSize(heard, text) : heard
    },
  }

  /** Adds the total for the number asked about, or the smallest plan that fits it. */
  function withTotal(proposal: Proposal, { text, size: told }: ResponderInput): Proposal {
    if (proposal.answer.length === 0 || proposal.conclusion !== undefined) return proposal
    const quoted = proposal.retrieved.filter((item) => proposal.answer.some((sentence) => sentence.text === item.text))
    const { items } = knowledge
    const size = told ?? null
    const sum = findSum(text, size, quoted, items)
    const found = sum ?? findShare(text, quoted) ?? findFittingPlan(text, size, items)
    if (found === null) return proposal
    const conclusion = { text: found.text, from: found.cited }
    const isQuoted = found.cited.some(({ id }) => quoted.some((item) => item.id === id))
    if (sum === null || isQuoted) return { ...proposal, conclusion }
    // “Solo is $89 for one vet” was found, but the total is Clinic's.
    if (!quoted.some(namesPlan) || !sum.cited.every(namesPlan)) return proposal
    const answer = sum.cited.map((item) => ({ text: item.text, cites: [item.id] }))
    return { ...proposal, answer, retrieved: [...sum.cited, ...proposal.retrieved], conclusion }
  }

  /** “3 vets, 5 nurses” is the visitor's size if the price is per vet. */
  function withSize(proposal: Proposal, text: string): Proposal {
    const { facts = [] } = proposal
    if (facts.some(({ field }) => field === 'size' || field === 'phone')) return proposal
    const size = readPricedSize(text, () => (units ??= pricedUnits(knowledge.items)))
    return size === null ? proposal : { ...proposal, facts: [...facts, { field: 'size', value: size }] }
  }

  /**
   * For a conversation in another language: translates remarks to English for the rules, and searches for questions as
   * typed.
   */
  function proposeInOtherLanguage(input: ResponderInput): Proposal {
    const said = toEnglish(input.text, spoken) ?? (readLanguage(input.text) === 'en' ? input.text : null)
    const intent: Intent = said === null ? { type: 'question' } : recogniseIntent(said, knowledge.agent.takesMeetings)
    const heard = said ?? input.text
    const found = index.retrieve(input.text, contextOf(input))
    if (intent.type !== 'question' && !(intent.type === 'commitment' && found.status === 'ok')) {
      const asks = relatedQuestion(intent) === null ? undefined : sureOf(found)
      return withHeard(propose(intent, asks, input), heard)
    }
    const foreign = findForeignLanguage(input.text)
    const isOther = foreign !== null && foreign !== spoken && foreign !== ownLanguage
    if (found.status === 'unknown' && isOther) return propose({ type: 'foreign', language: foreign })
    const proposal = propose({ type: 'question' }, found, input)
    return withHeard(ownLanguage === spoken ? proposal : inOtherWords(proposal), heard)
  }

  /** Notes in another language can be found but not quoted, unless a model translates them. */
  function inOtherWords(proposal: Proposal): Proposal {
    const cited = proposal.retrieved.flatMap(({ stepId, stepOrder }) =>
      stepId === null || stepOrder === null ? [] : [{ stepId, stepOrder, title: titleOf(stepOrder), lines: [] }],
    )
    const first = knowledge.steps
      .slice(0, 3)
      .map(({ id, order, title }) => ({ stepId: id, stepOrder: order, title, lines: [] }))
    const offers = [...(proposal.offers ?? []), ...cited]
    return { ...proposal, offers: offers.length > 0 ? offers : first, notesIn: ownLanguage }
  }

  function titleOf(order: number): string {
    return knowledge.steps.find((step) => step.order === order)?.title ?? ''
  }

  function proposeTo(input: ResponderInput): Proposal {
    const { text } = input
    const { takesMeetings } = knowledge.agent
    const step = namedStep(text)
    if (step !== undefined) return propose({ type: 'go-to', step: step.order })
    if (asksWhatItIs(text, knowledge.demoName)) return propose({ type: 'remark', about: 'about' })
    const intent: Intent =
      asksWhatWasSaid.test(text) || goesToSubject.test(text)
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
    const fromPrices = mayAskPrices ? askPrices(input) : null
    if (fromPrices !== null) return proposePrices(fromPrices)
    if (intent.type !== 'question' && intent.type !== 'commitment' && !(tells(intent) && hearFacts(text).length === 0))
      return propose(intent)
    const asked = withoutDirections(text)
    const isPrice = isPriceAlone.test(asked.trim())
    const priced = isPrice ? productPrices() : undefined
    const found =
      priced ?? pricesFor(input) ?? shareOfTopic(input) ?? withSum(index.retrieve(asked, contextOf(input)), text)
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
    if (tells(intent)) return propose(intent, found, input)
    const isNear = found.status === 'near'
    if (intent.type === 'commitment' && (!isNear || asksFavour.test(text) || !isLikelyQuestion(text)))
      return propose(intent)
    const subject = subjects.find(({ asks }) => asks.test(text.trim()))
    const near = subject === undefined ? undefined : firstFound(index, subject.words)
    if (subject !== undefined && near !== undefined) return { ...propose(intent, near, input), subject: subject.name }
    // “How much is it for two restaurants?” gets the prices if there is no exact answer.
    const asksOnlyPrice = isPrice || asksPrice.test(text.trim())
    const prices = asksOnlyPrice && !isPrice ? productPrices() : undefined
    if (prices !== undefined) return { ...propose(intent, prices, input), subject: 'the price' }
    if (asksOnlyPrice && !found.items.some((item) => holdsAmount(item.text) || /\bfree\b/i.test(item.text)))
      return propose({ type: 'question' })
    const language = findForeignLanguage(text)
    if (language !== null && language !== ownLanguage) return propose({ type: 'foreign', language })
    if (asksNext.test(text.trim())) return propose({ type: 'next' })
    const unsure = recogniseUnsure(text, takesMeetings, isNear)
    if (unsure === null) return propose({ type: 'question' }, found, input)
    if (tells(unsure)) return propose(unsure, found, input)
    const instead = relatedQuestion(unsure)
    return propose(unsure, instead === null ? undefined : sureOf(index.retrieve(instead)), input)
  }

  /** Finds the price per user for “how much for 40 users?” and “and for 15?”, although the notes don't mention 40. */
  function pricesFor({ text, topic }: ResponderInput): Retrieval | undefined {
    const { types } = readInTalk(text, topic?.question)
    if (!types.has('price') && !types.has('plan')) return undefined
    const fitting = findFittingPlan(text, null, knowledge.items)
    if (fitting !== null) return { status: 'ok', items: fitting.cited, offers: [], confidence: 1 }
    const prices = productPrices()
    return prices === undefined || findSum(text, null, prices.items, knowledge.items) === null ? undefined : prices
  }

  /** The answer to “How much is it?”, searched for once. */
  function productPrices(): Retrieval | undefined {
    prices ??= index.retrieve(priceQuestion)
    return sureOf(prices)
  }

  /** What follows from the prices last quoted, or from the product's prices. */
  function askPrices({ text, topic, size }: ResponderInput): PriceAnswer | null {
    const said = knowledge.items.filter((item) => topic?.itemIds.includes(item.id) === true && holdsAmount(item.text))
    const quoted = said.length > 0 ? said : (productPrices()?.items ?? [])
    const before = said.length > 0 ? (topic?.question ?? '') : null
    return answerFromPrices({ question: text, before, size: size ?? null }, quoted, knowledge.items)
  }

  /** A near match is certain if the amount asked about can be calculated from it. */
  function withSum(found: Retrieval, question: string): Retrieval {
    const { types } = readForm(question)
    if (found.status !== 'near' || !(types.has('price') || types.has('money') || asksTotal.test(question))) return found
    const sum = findShare(question, found.items) ?? findSum(question, null, found.items, knowledge.items)
    return sum === null ? found : { ...found, status: 'ok', offers: [] }
  }

  /** “So on 900 euros of jars?”, if the last answer contains a fee. */
  function shareOfTopic({ text, topic }: ResponderInput): Retrieval | undefined {
    const said = knowledge.items.filter(({ id }) => topic?.itemIds.includes(id) === true)
    const share = findShare(text, said) ?? (asksFee.test(text) ? findShare(text, knowledge.items) : null)
    return share === null ? undefined : { status: 'ok', items: share.cited, offers: [], confidence: 1 }
  }

  /** The notes' answer to an objection: on the tool it names, otherwise on its subject. Null if it has no subject. */
  function foundFor(intent: Intent, text: string): Retrieval | undefined | null {
    if (intent.type !== 'remark') return null
    const tool = intent.about === 'competitor' ? factOf(hearFacts(text), 'tool') : null
    if (tool !== null) {
      const found = index.retrieve(`Does it work with ${tool}?`)
      if (found.status === 'ok' && found.items.some((item) => nameIn(tool).test(item.text))) return found
    }
    const asks = related[intent.about]
    if (asks === undefined) return null
    if (intent.about === 'expensive') {
      const worth = findWorth()
      if (worth.length > 0) return toFound(worth)
    }
    // “Too expensive, my cousin's spreadsheet is free” isn't about spreadsheets.
    const named = intent.about === 'expensive' ? (text.split(/[,.;!]/)[0] ?? text) : text
    const own = index.retrieve(named)
    if (own.items.some((item) => sharedWords(named, item.text) >= 2)) return { ...own, status: 'ok' }
    return sureOf(index.retrieve(asks))
  }

  /** What softens the price, from the notes beside it: “30-day free trial”, “two months are on us”. */
  function findWorth(): readonly KnowledgeItem[] {
    const prices = productPrices()?.items ?? []
    const beside = knowledge.items.filter((item) => prices.some((price) => isBeside(item, price)))
    return beside.filter(({ text }) => softensPrice.test(text)).slice(0, 2)
  }

  /** “Show me the reminders” or “the reminder thing”, if one step's title says so. */
  function namedStep(text: string) {
    const named = asksToSee.exec(toBareWords(text))?.[1]
    if (named === undefined) return undefined
    const titled = knowledge.steps.map((step) => ({ step, title: toBareWords(step.title).replace(titleVerb, '') }))
    const same = titled.find(({ title }) => title === named)?.step
    const [thing] = vagueThing.exec(named) ?? []
    if (same !== undefined || thing === undefined) return same
    const words = toTerms(named.replace(vagueThing, '')).informative
    const holding = titled.filter(({ title }) => {
      const own = new Set(toTerms(title).informative)
      return words.length > 0 && words.every((word) => own.has(word))
    })
    return holding.length === 1 ? holding[0]?.step : undefined
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

const softensPrice =
  /\b(?:free|no (?:card|contract|set-?up|minimum|commitment)|trial|cancel|leave any|discounts?|saves?|on us|unlimited|included|half price)\b|\d\s?% (?:off|less|cheaper|discount)/i

/** “And after that?” asks for the next step if the search finds no answer to follow up on. */
const asksNext =
  /^(?:(?:ok|okay|so|and) )*(?:then what|what then|(?:what (?:is|comes|happens|do i (?:do|click|press)) |what['’]?s )?(?:after (?:that|this)|next|then))[?.!\s]*$/i

const titleVerb = /^(?:click|open|go to|choose) /
const vagueThing = / (?:thing|things|stuff|bit|one|part)$/

const asksToSee =
  /^(?:(?:ok|okay|so|and|please|can you|could you|can i|i want to|let s|let me) )*(?:show|see|open|go to|jump to|skip to|take me to) (?:(?:me|us) )?(?:(?:the|your) )?(.+?)(?: (?:step|part|page|screen|section))?(?: please)?$/

const holdsContact = /\S@\S|\d[\d ().-]{5,}\d|\bhttps?:|\bwww\./i

/** “How much do you skim off a £500 job?” */
const asksFee = /\b(?:fees?|skim|commission|your cut|(?:do|would|will) you (?:take|keep|charge|cut))\b/i

/** Phrased without words that notes may use for something else (“cost centres”). */
const priceQuestion = 'How much is it?'

const asksTotal = /\b(?:how much|totals?|altogether|come to|add up|annual(?:ly)?|per annum)\b/i

/** “Skip the intro. Price?”, “what plans do you have?” */
const isPriceAlone =
  /^(?:the )?(?:price|pricing|cost)s?\?|^(?:so |and )*is (?:it|that|this) (?:per|by|for each) \p{L}+(?: or .*)?$|^(?:(?:and |so |ok |what |that )*(?:per|a) (?:year|month|week|day|user|seat|person|head|site|shop)|(?:\S+ ){0,5}(?<=^|[.,;:!] )(?:the |your )?(?:price|prices|pricing|price list|costs?|plans)|(?:(?:so|and|ok|okay|hi|hey|well),? )?(?:(?:what|which) (?:plans?|packages?|tiers?|subscriptions?|prices?|pricing) (?:do you (?:have|offer)|are there|is there|can i (?:choose|pick|get)|exist)|(?:what(?:['’]?s| is| are)|(?:(?:can|could) you )?(?:tell me(?: more)? about|show me|give me|repeat)|explain) (?:the |your )(?:plans?|packages?|tiers?|subscriptions?|pricing|prices|price list)(?: like)?)(?: again| please)*)[\s?.!]*$/iu

function sharesNoWord(text: string, notes: readonly string[]): boolean {
  return notes.every((note) => sharedWords(text, note) === 0)
}

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
  /^(?:(?:hi|hey|hello|so|and|ok|okay|well),? )*(?:(?:what(?:['’]?s| is| does| can)|tell me(?: more)? about|explain)) ([\p{L}\p{N}]{3,30})(?: (?:do|about|for|all about|exactly|actually))*[?.!\s]*$/iu

function tells(intent: Intent): boolean {
  return intent.type === 'remark' && intent.about === 'told'
}

/** The question to search for when a remark raises a subject without asking about it. */
function relatedQuestion(intent: Intent): string | null {
  return intent.type === 'remark' ? (related[intent.about] ?? null) : null
}

const related: Partial<Record<Remark, string>> = {
  expensive: priceQuestion,
  buy: 'How do I sign up and get started?',
  security: 'How is my data kept secure?',
}

/** “Will you guarantee me a discount?”; “is there a discount for schools?” only asks for the terms. */
const asksFavour = /\b(?:(?:will|can|could|would) you|(?:give|offer|promise|guarantee|make) (?:me|us))\b/i

const asksPrice =
  /^(?:(?:so|and|but|ok|okay|well|hi|hey),? )*(?:how much (?:for\b|(?:is|does|would|will|do|are) (?:it|this|that|you|we|the (?:product|tool|app))\b)|what (?:does|would|will) (?:it|this|that) cost\b|what(?:'s|’s| is| was| are| were) (?:the |your )?(?:price|pricing|cost)s?\b)(?! of\b)/i

/** Keeps only a certain answer: remarks don't get offers. */
function sureOf(found: Retrieval): Retrieval | undefined {
  return found.status === 'ok' ? found : undefined
}

function contextOf({ topic, similarity }: ResponderInput): RetrievalContext {
  return { ...(topic !== undefined && { topic }), ...(similarity !== undefined && { similarity }) }
}

/** Below this certainty, one sentence in eight answers, and quoting it would sound as if the agent hadn't listened. */
const quoteMin = 0.25

/** Above this certainty, nearly every second sentence answers; below it, one in four. */
const likelyMin = 0.35

function propose(intent: Intent, found?: Retrieval, asked?: ResponderInput): Proposal {
  if (found === undefined || found.status === 'unknown') return { intent, answer: [], retrieved: [] }
  const topic = { question: asked?.text ?? '', itemIds: found.items.map((item) => item.id) }
  if (found.status === 'near') {
    const titled = found.items.map((item) => `${item.context}. ${item.text}`)
    const isAboutCompany = readForm(topic.question).refusal === 'company'
    return {
      intent,
      answer: [],
      retrieved: found.items,
      // “Who's your CEO?” isn't answered in any step.
      offers: isAboutCompany && found.confidence < likelyMin ? [] : found.offers,
      isFar:
        isAboutCompany ||
        found.confidence < (found.isLinked === true || !sharesNoWord(topic.question, titled) ? quoteMin : likelyMin),
      isLikely: found.confidence >= likelyMin,
      topic: { ...topic, isUnsure: true },
    }
  }
  return {
    intent,
    answer: found.items.map((item) => ({ text: item.text, cites: [item.id] })),
    retrieved: found.items,
    topic,
  }
}

function namesPlan(note: KnowledgeItem): boolean {
  return readPrices(note).some(({ plan }) => plan !== null)
}

/** Remarks that may be worries: “reception is shocking here”, “where's the catch?” */
const chatty: ReadonlySet<Remark> = new Set(['small-talk', 'told', 'doubt'])

function toFound(items: readonly KnowledgeItem[]): Retrieval {
  return { status: 'ok', items, offers: [], confidence: 1 }
}

function namesOwnTool(intent: Intent, text: string, { items }: Retrieval): boolean {
  const tool = intent.type === 'remark' && intent.about === 'competitor' ? factOf(hearFacts(text), 'tool') : null
  return tool !== null && items.some((item) => nameIn(tool).test(item.text))
}

function nameIn(tool: string): RegExp {
  return new RegExp(`(?<!\\p{L})${escapePattern(tool)}(?!\\p{L})`, 'iu')
}

function proposePrices({ notes, conclusion, question }: PriceAnswer): Proposal {
  return {
    intent: { type: 'question' },
    answer: notes.map(({ id, text }) => ({ text, cites: [id] })),
    retrieved: notes,
    topic: { question, itemIds: notes.map(({ id }) => id) },
    ...(conclusion !== null && { conclusion: { text: conclusion, from: notes } }),
  }
}

/** “Skip to pricing”; not “skip to the end” or “go to step 3”. */
const goesToSubject =
  /^\s*(?:(?:ok|please|can you|could you|can we|let'?s),? )*(?:skip|jump|go|move|take (?:me|us)|bring (?:me|us)) (?:straight |directly |ahead |over )?to (?!(?:the )?\d|(?:the )?(?:next|last|previous|first|second|third|final|end|start|beginning|top|step|slide|screen|one|a|an|my|your|human|person|sales|someone|somebody|support|agent)\b)/i

/** “What did you say about training?” */
const asksWhatWasSaid =
  /^\s*(?:(?:so|and|ok|sorry|wait),? )*what (?:did you (?:just )?(?:say|tell (?:me|us))|was (?:that|it)(?: that)? you (?:said|told (?:me|us)|mentioned)|have you said)(?: again| earlier| before)? about (?=\S)/i

/** “Skip to the pricing part” asks for the pricing step. */
function withoutDirections(text: string): string {
  return text
    .replace(
      /^\s*(?:please |can you |could you |can we |let'?s )*(?:skip|jump|go|move|take (?:me|us)|bring (?:me|us)) (?:straight |directly |ahead |over )?to\s+/i,
      '',
    )
    .replace(/\s+please\s*[.?!]*$/i, '')
    .replace(/\s+(?:part|section|bit|topic)\s*[.?!]*$/i, '')
    .replace(asksWhatWasSaid, '')
}

function firstFound(index: NotesIndex, words: readonly string[]): Retrieval | undefined {
  return words.map((word) => index.retrieve(word)).find(({ status }) => status === 'ok')
}

/**
 * Broad questions that notes answer only in more specific words. The agent introduces a hit as on topic, not as the
 * answer. Questions with a name (“do you integrate with Salesforce?”) are excluded.
 */
const subjects: readonly { readonly name: string; readonly asks: RegExp; readonly words: readonly string[] }[] = [
  {
    name: 'security',
    asks: /^(?:(?:so|and|but|ok|well),? )*(?:(?:how|is (?:it|this|that|the product|everything)|are you|what about|tell me about)\b.{0,12})?\b(?:secure|security|safe|safety)\b(?: (?:is|are|of) (?:it|this|you|the (?:product|tool|app)))?[\s?.!]*$/i,
    words: ['encrypted', 'encryption', 'permissions', 'single sign-on', 'audit log'],
  },
  {
    name: 'the price',
    asks: /^(?:(?:so|and|but|ok|well),? )*(?:how much (?:is|does|would) (?:it|this|that)(?: cost)?|what (?:does|will|would) (?:it|this|that) cost|what(?:'s|’s| is| are) (?:the |your )?(?:price|pricing|prices|cost|costs)|(?:what about |tell me about )?(?:the |your )?(?:price|pricing|prices|cost|costs))[\s?.!]*$/i,
    words: ['free', 'licence'],
  },
  {
    name: 'integrations',
    asks: /^(?:(?:so|and|but|ok|well),? )*(?:(?:do you have|are there|what|which|what about|tell me about|any)\b.{0,24})?\b(?:integrations?|integrate|connect(?:s|ed)?|connections?)(?: (?:with|to|do you (?:have|offer|support)|are there|is it))*[\s?.!]*$/i,
    words: ['integration', 'webhooks', 'Slack', 'Salesforce', 'HubSpot', 'Zapier'],
  },
]
