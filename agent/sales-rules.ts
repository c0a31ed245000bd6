import type { FactField, ObjectionKind, ObjectionReply, QualifyingQuestion, SalesRules } from '#domain/sales-rules.ts'
import { splitSentences } from './sentences.ts'
import { capitalise } from './capitalise.ts'

/*
 * Parses an author's free text about selling into lists they can edit: by headings, by bullets and, without either, by
 * the kind of each sentence.
 */

type Part = 'goals' | 'questions' | 'disqualifiers' | 'objections'

const textMax = 20_000
const itemsMax = 20
const itemMax = 300

export function readSalesProcess(text: string): SalesRules {
  const goals: string[] = []
  const asked: string[] = []
  const disqualifiers: string[] = []
  const objections: ObjectionReply[] = []
  for (const { part, item } of readItems(text.slice(0, textMax))) {
    const objection = part === 'objections' || part === null ? readObjection(item, part === 'objections') : null
    if (objection !== null) {
      if (!objections.some(({ kind, reply }) => kind === objection.kind && reply === objection.reply)) {
        objections.push({ ...objection, id: `objection-${objections.length + 1}` })
      }
    } else if (part === 'objections') continue
    else if (isDisqualifier(item, part)) addOnce(disqualifiers, item.replace(disqualifierLead, '').replace(/\.$/, ''))
    else if (part === 'questions' || (part !== 'goals' && questionsIn(item).length > 0))
      for (const each of questionsIn(item)) addOnce(asked, each)
    else if (part === 'goals' || goalLead.test(item)) addOnce(goals, item)
  }
  return {
    goals: goals.slice(0, itemsMax),
    questions: toQuestions(asked),
    disqualifiers: disqualifiers.slice(0, itemsMax),
    objections: objections.slice(0, itemsMax),
  }
}

/** The text's items with the heading above them; null without a known one. */
function readItems(text: string): readonly { readonly part: Part | null; readonly item: string }[] {
  const items: { part: Part | null; item: string }[] = []
  let part: Part | null = null
  // “Goal: book a call.” covers its own line and the bullets below it.
  let isInline = false
  for (const line of text.split(/\r?\n/)) {
    const plain = line.replace(/[*_`]{1,3}/g, '').trim()
    if (plain === '') continue
    const heading = readHeading(plain)
    if (heading !== null) {
      part = heading.part
      isInline = heading.rest !== ''
      if (heading.rest !== '') for (const item of splitSentences(heading.rest)) items.push({ part, item })
      continue
    }
    const bullet = /^(?:[-•–+]|\d{1,2}[.)])\s+(.*)$/u.exec(plain)?.[1]
    if (isInline && bullet === undefined) part = null
    // A reply may be several sentences of one bullet.
    const parts =
      bullet !== undefined && readObjection(bullet, part === 'objections') !== null
        ? [bullet]
        : part === 'objections'
          ? [plain]
          : splitSentences(bullet ?? plain)
    for (const item of parts) items.push({ part, item })
  }
  return items
}

const headings: readonly (readonly [Part, RegExp])[] = [
  [
    'disqualifiers',
    /\b(?:disqualif\w*|not a (?:good )?fit|no fit|bad fit|don't sell to|do not sell to|exclude|deal ?breakers?|red flags?)\b/i,
  ],
  ['objections', /\b(?:objections?|concerns?|push ?back|if they say|rebuttals?|handling)\b/i],
  ['questions', /\b(?:qualif\w*|questions?|discovery|find out|ask(?: about)?|bant|meddic)\b/i],
  ['goals', /\b(?:goals?|aims?|objectives?|purpose|outcomes?|what we want|call to action|next steps?)\b/i],
]

/** “## Objections”, “Questions:”, “Goal: book a meeting”. */
function readHeading(line: string): { readonly part: Part | null; readonly rest: string } | null {
  const marked = /^#{1,6}\s+(.*?):?$/.exec(line)?.[1]
  const titled = marked ?? /^([^.?!:]{3,50}):$/.exec(line)?.[1]
  const lead =
    titled === undefined
      ? /^((?:our |the |main )*(?:goals?|aims?|objectives?|qualifying questions?|questions?(?: to ask)?|disqualifiers?|objections?|not a fit|next steps?))\s*:\s+(.+)$/i.exec(
          line,
        )
      : null
  const name = titled ?? lead?.[1]
  if (name === undefined) return null
  const part = headings.find(([, pattern]) => pattern.test(name))?.[0] ?? null
  // An unknown title such as “Stage 1:” still ends the list above it.
  return { part, rest: lead?.[2] ?? '' }
}

const goalLead =
  /^(?:(?:the|our|my) (?:goal|aim|objective) is|(?:always |please )?(?:try to |aim to )?(?:book|get|offer|push|invite|convince|collect|schedule|lead|guide|make sure|close)\b)/i
const disqualifierLead =
  /^(?:we )?(?:do not|don't|never) (?:sell|pitch|offer|book)(?: \w+)? (?:to|for|with)\s+|^(?:not a (?:good )?fit|no fit|disqualify|exclude|skip)\s*(?:for|if|when|:)?\s*|^(?:anyone|companies|teams|visitors) (?:with|who have)\s+(?=(?:fewer|less|under))/i

function isDisqualifier(item: string, part: Part | null): boolean {
  if (part === 'disqualifiers') return true
  return (
    part === null &&
    /^(?:we )?(?:do not|don't|never) (?:sell|pitch|offer|book)\b.*\b(?:to|for|with)\b|\b(?:not a (?:good )?fit|no fit|disqualif)/i.test(
      item,
    )
  )
}

/** The questions in an item: as written, or made from “ask about their budget and team size”. */
function questionsIn(item: string): readonly string[] {
  const written =
    /(?:\bask(?:s|ing)?(?: them)?[,:]?\s+["“]?|^["“]?|[:]\s*["“]?)(?!ask\b)(\p{L}[^?"”:]{2,200}\?)/iu.exec(item)?.[1]
  if (written !== undefined) return [capitalise(written)]
  const reported = reportedQuestion.exec(item)?.groups
  if (reported !== undefined) {
    const { asks = '', rest = '' } = reported
    const ask = `${asks} do you ${rest.replace(/\btheir\b/gi, 'your')}?`
    return [capitalise(ask)]
  }
  const isInstruction = /\b(?:ask|find out|learn|qualify|check|get to know|determine|understand|identify)\b/i.test(item)
  const fields = fieldPatterns.filter(([, pattern]) => pattern.test(item)).map(([field]) => field)
  if (isInstruction) return fields.slice(0, 5).map((field) => askFor[field])
  return item.split(/\s+/).length <= 5 ? fields.slice(0, 1).map((field) => askFor[field]) : []
}

/** “Ask how many tables they have” becomes “How many tables do you have?”. */
const reportedQuestion =
  /^(?:always |please |then |first )*(?:ask|find out|check|learn)(?: them| visitors)? (?<asks>(?:how|which|what|when|where|who|why)\b(?:(?! and )[^,.;?]){0,60}?) they (?<rest>(?:currently )?(?:want|need|plan|hope|like|use|have|handle|do|run|manage|expect|prefer|work)\b(?:(?! and )[^,.;?]){0,60})[.]?$/iu

const askFor: Readonly<Record<FactField, string>> = {
  need: 'What would you want it to solve for you?',
  size: 'How many people would use it?',
  timeline: 'When would you want to start?',
  role: 'What is your part in the decision?',
  budget: 'Is there a budget set aside for it?',
  tool: 'What do you use for this today?',
  company: 'Which company are you with?',
  name: 'May I ask your name?',
  email: 'Which email address can we reach you at?',
  phone: 'Which number can we call you on?',
}

const fieldPatterns: readonly (readonly [FactField, RegExp, number])[] = [
  ['budget', /\b(?:budget|spend|afford|how much (?:money|do you|can you|would you))\b/i, 20],
  ['timeline', /\b(?:when|timeline|time ?frame|how soon|deadline|start date|by what date|decision date)\b/i, 20],
  ['size', /\b(?:how (?:many|big|large)|team size|company size|size|headcount|number of|seats|employees)\b/i, 20],
  [
    'tool',
    /\b(?:(?:do|are) you us(?:e|ing)|they use|currently (?:use|using)|current (?:tool|solution|system|process|setup)|use (?:today|now|at the moment)|which tool|what tool|tools?|competitors?|how do you (?:do|handle|manage)\b.*\b(?:today|now|currently))\b/i,
    10,
  ],
  ['role', /\b(?:role|decision|decide|decides|authority|who (?:else|is|signs)|sign off|job title|position)\b/i, 20],
  [
    'company',
    /\b(?:which company|what company|company name|where do you work|name of (?:your|the) company|industry)\b/i,
    10,
  ],
  ['email', /\b(?:e-?mail|address)\b/i, 10],
  ['phone', /\b(?:phone|number to call|call you on)\b/i, 10],
  ['name', /\b(?:your name|name)\b/i, 5],
  [
    'need',
    /\b(?:need|needs|problem|pain|challenge|goal|why|what (?:would|do|are|brings|made)|use case|looking for|hope|solve|struggl\w+|priorit\w+)\b/i,
    30,
  ],
]

function fieldOf(text: string): FactField | null {
  return fieldPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** Makes one question of each text, with the default weight of its field. */
function toQuestions(asked: readonly string[]): readonly QualifyingQuestion[] {
  return asked
    .filter((ask) => ask !== '')
    .slice(0, itemsMax)
    .map((ask, index) => {
      const field = fieldOf(ask) ?? 'need'
      return {
        id: `question-${index + 1}`,
        field,
        ask,
        weight: fieldPatterns.find(([each]) => each === field)?.[2] ?? 10,
      }
    })
}

const kindPatterns: readonly (readonly [ObjectionKind, RegExp])[] = [
  ['price', /\b(?:price|pric(?:ey|ing)|expensive|costs?|budget|too much|discount|cheaper)\b/i],
  ['send-something', /\b(?:send (?:me|us|something|it|info)|brochure|pdf|e-?mail me|by mail)\b/i],
  ['just-looking', /\b(?:just (?:looking|browsing)|only (?:looking|browsing)|curious|browsing)\b/i],
  ['security', /\b(?:secur\w+|privacy|gdpr|data protection|safe|hack\w*|complian\w+)\b/i],
  ['authority', /\b(?:boss|manager|decision maker|authority|ask my|my team|board|approval|not my call|check with)\b/i],
  ['timing', /\b(?:not now|timing|later|no time|next (?:year|quarter)|too early|busy|think about it|not ready)\b/i],
  [
    'competitor',
    /\b(?:competitors?|already (?:use|have|using)|other (?:tool|vendor|solution)s?|alternatives?|compare|versus|vs|switch)\b/i,
  ],
  ['need', /\b(?:don't need|no need|need it|why do (?:we|i) need|not relevant|no use|not a problem|too small)\b/i],
]

/** “Too expensive → It pays back in two months. Ask: what would you compare it with?” */
function readObjection(item: string, isUnderHeading: boolean): Omit<ObjectionReply, 'id'> | null {
  const found =
    /^(?:if|when|whenever) (?:they|somebody|someone|visitors?|a visitor|people|the (?:buyer|prospect|visitor))\b([^,:→]{3,160}?)(?:\s*(?:,|:|→|->|=>)\s*(?:then\s+)?|\s+then\s+)(.+)$/isu.exec(
      item,
    ) ?? /^["“']?([^→:"”]{3,120}?)["”']?\s*(?:→|->|=>|:|—|–)\s*(.+)$/su.exec(item)
  const kind = kindPatterns.find(([, pattern]) => pattern.test(found?.[1] ?? ''))?.[0]
  if (found === null || kind === undefined) return null
  const isConditional = /^(?:if|when)/i.test(item)
  if (!isUnderHeading && !isConditional && !/→|->|=>/.test(item) && !/^["“']/.test(item)) return null
  const answer = found[2] ?? ''
  const question = /(?:\b(?:then )?ask(?: them)?[,:]?\s*)?["“]?(\p{L}[^.!?"“”]{4,160}\?)["”]?\s*$/iu.exec(answer)
  const asked = question?.[1] ?? ''
  const reply = toSpeech(question === null ? answer : answer.slice(0, question.index))
  return reply === '' && asked === '' ? null : { kind, reply: reply.slice(0, itemMax), question: capitalise(asked) }
}

/** What to say: quoted words, or a statement. Instructions to the agent (“mention the trial”) are left out. */
function toSpeech(answer: string): string {
  const quoted = /["“]([^"”]{4,300})["”]/u.exec(answer)?.[1]
  if (quoted !== undefined) return quoted.trim()
  const stated = answer
    .trim()
    .replace(/[.,;:\s]*(?:then )?(?:and )?ask(?: them)?[,:]?$/i, '')
    .replace(
      /^(?:we |please |you (?:can|should|could) )?(?:say|answer|reply|respond|tell them|explain|point out|mention|remind them)(?: that|:|,)\s+/i,
      '',
    )
    .trim()
  if (stated === '' || instruction.test(stated)) return ''
  // “Tell them that they can cancel” becomes “You can cancel”.
  const isReported = /\b(?:say|answer|reply|tell them|explain|mention|remind them|point out)\b/i.test(answer)
  const addressed = isReported
    ? stated.replace(/\b(they|them|their)\b/gi, (word) => (/^their$/i.test(word) ? 'your' : 'you'))
    : stated
  const text = capitalise(addressed)
  return /[.!?…]$/u.test(text) ? text : `${text}.`
}

const instruction =
  /^(?:(?:always|please|never|don't|do not|just|then|try to)\s+)*(?:say|ask|mention|tell|explain|offer|show|point|book|push|give|send|emphasi[sz]e|stress|focus|highlight|remind|suggest|invite|acknowledge|listen|use|talk|refer|compare|answer|reassure|find|qualify|be)\b/i

function addOnce(list: string[], item: string): void {
  const text = item.trim().slice(0, itemMax)
  if (text !== '' && !list.some((each) => each.toLowerCase() === text.toLowerCase())) list.push(text)
}
