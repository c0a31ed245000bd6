import { noSalesRules } from '#domain/sales-rules.ts'
import { newConversation } from '../conversation.ts'
import type { Knowledge } from '../knowledge.ts'
import { leadIns } from '../lead-ins.ts'
import { advance } from '../policy.ts'
import { askableQuestions } from '../qualification.ts'
import { countWords } from '../sentences.ts'
import { isYes } from '../meeting-remarks.ts'
import { findEmailAddress } from '../spelled-address.ts'
import { endsAsQuestion, turnWordsMax } from '../turn.ts'
import type { Say, Visit } from './simulated-visit.ts'

/* Invariants of every conversation, for any visitor and any misheard words. */

/** The rules that a visit broke, each as a sentence; empty if none. */
export function findBrokenRules(visit: Visit, knowledge: Knowledge): readonly string[] {
  return [
    ...(visit.isStuck ? ['neither side would ever act again'] : []),
    ...visit.turns.flatMap((turn) => brokenByTurn(turn)),
    ...brokenByRepetition(visit),
    ...brokenByAnswers(visit, knowledge),
    ...brokenByBookings(visit),
    ...brokenByQuestions(visit, knowledge),
    ...brokenByHandover(visit),
    ...brokenByLeads(visit),
    ...brokenByReplay(visit, knowledge),
  ]
}

function brokenByTurn(turn: Say): readonly string[] {
  const words = turn.lines.reduce((sum, line) => sum + countWords(line.text), 0)
  const questions = turn.lines.filter((line) => endsAsQuestion(line.text)).length
  return [
    ...(words > turnWordsMax ? [`${words} words in one turn: ${textOf(turn)}`] : []),
    ...(questions > 1 ? [`${questions} questions in one turn: ${textOf(turn)}`] : []),
  ]
}

function brokenByRepetition({ turns }: Visit): readonly string[] {
  const counts = new Map<string, number>()
  for (const { text } of turns.flatMap(({ lines }) => lines)) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].flatMap(([text, count]) => (count > 2 ? [`said ${count} times: ${text}`] : []))
}

/** Answers cite a source, and it contains the quote word for word. */
function brokenByAnswers({ turns }: Visit, knowledge: Knowledge): readonly string[] {
  const known = new Set(knowledge.items.map((item) => item.text))
  const pointers = /^(?:All I have on that is in step|I only have what step|That's all I have on it)/
  return turns
    .filter(({ outcome }) => outcome === 'answered')
    .flatMap((turn) => {
      const quotes = turn.lines.filter((line) => line.cite.length > 0)
      if (quotes.length === 0) return [`answered without a source: ${textOf(turn)}`]
      const own = quotes.filter(
        ({ text }) => !known.has(quotedIn(text)) && !pointers.test(withoutLeadIn(text)) && !isSum(text, known),
      )
      return own.map(({ text }) => `cited what no source says: ${text}`)
    })
}

function withoutLeadIn(text: string): string {
  const leadIn = leadIns.en.find((each) => text.startsWith(`${each} `))
  return leadIn === undefined ? text : text.slice(leadIn.length + 1)
}

/** The quote in a repeated answer (“As I said: “…””), or the whole text. */
function quotedIn(text: string): string {
  return /^As I said: “(.+)”$/s.exec(text)?.[1] ?? text
}

/** Whether the text is a calculated total: divided by the number of units, it must be a price in the notes. */
function isSum(text: string, known: ReadonlySet<string>): boolean {
  const [, count, total] = /^For ([\d,]+) .+? comes to \D*([\d,.]*\d)/.exec(text) ?? []
  const price = Number(total?.replaceAll(',', '')) / Number(count?.replaceAll(',', ''))
  return [...known].some((note) => note.replaceAll(',', '').includes(String(price)))
}

/** The agent books only right after a “yes”, never twice in a row, and confirms only after the calendar's answer. */
function brokenByBookings({ bookings, turns, cancelled }: Visit): readonly string[] {
  const unasked = bookings.filter(({ after }) => after !== 'yes' && !isYes(after))
  const noAddress = bookings.filter(({ email }) => findEmailAddress(email) === null)
  const confirmed = turns.filter(({ outcome }) => outcome === 'booked').length
  return [
    ...unasked.map(({ after }) => `booked on “${after}”`),
    ...noAddress.map(({ slotId }) => `booked ${slotId} without an address`),
    ...(confirmed > bookings.length ? ['confirmed what was never booked'] : []),
    ...(cancelled > confirmed ? ['cancelled more meetings than there were'] : []),
  ]
}

/** No qualifying question is repeated, nor asked after the visitor declined. */
function brokenByQuestions({ turns, conversation }: Visit, knowledge: Knowledge): readonly string[] {
  const questions = askableQuestions(knowledge.agent.knowledge?.salesRules ?? noSalesRules)
  const texts = new Set(questions.map(({ ask }) => ask))
  // Skip turns that were repeated on request: they contain no new questions.
  const fresh = turns.filter((turn, index) => !turns.slice(0, index).some((earlier) => repeats(turn, earlier)))
  const asked = fresh.flatMap(({ lines }) => lines.map(({ text }) => text)).filter((text) => texts.has(text))
  const refusedAt = turns.findIndex(({ lines }) => lines.some(({ text }) => /need not say|no need to tell/i.test(text)))
  const after = refusedAt < 0 ? [] : turns.slice(refusedAt).flatMap(({ lines }) => lines.map(({ text }) => text))
  const { score } = conversation.qualification
  return [
    ...(new Set(asked).size < asked.length ? ['asked the same qualifying question twice'] : []),
    ...after.filter((text) => texts.has(text)).map((text) => `asked after a refusal: ${text}`),
    ...(score < 0 || score > 100 ? [`scored ${score}`] : []),
  ]
}

function repeats(turn: Say, earlier: Say): boolean {
  const said = new Set(earlier.lines.map(({ text }) => text))
  return turn.lines.every(({ text }) => said.has(text))
}

/** A request for a person, once understood, is acted on within two turns. */
function brokenByHandover({ events, turns, conversation }: Visit): readonly string[] {
  const broken: string[] = []
  let saidBefore = 0
  for (const event of events) {
    if (event.type === 'play-started' && event.seg === 0) saidBefore = Math.max(saidBefore, event.turn)
    if (event.type !== 'heard' || event.proposal.intent.type !== 'human') continue
    // “Around 4y people” was misheard, but answered the agent's question.
    if (conversation.qualification.evidence.some(({ quote }) => quote === event.text)) continue
    const next = turns.filter(({ turn }) => turn > saidBefore).slice(0, 2)
    const isServed = next.length === 0 || next.some(({ outcome }) => ['human', 'contact', 'ended'].includes(outcome))
    const isWithPerson = events.some(
      (other) => other.type === 'person-joined' && other.at <= event.at && event.at - other.at < 60_000,
    )
    if (!isServed && !isWithPerson) broken.push(`“${event.text}” got no person: ${next.map(textOf).join(' | ')}`)
  }
  return broken
}

/** Every address the visitor gave is among the facts. */
function brokenByLeads({ events, told }: Visit): readonly string[] {
  const withPerson = (at: number): boolean =>
    events.some((event) => event.type === 'person-joined' && event.at <= at && at - event.at < 60_000)
  const ending = events.findIndex(({ type }) => type === 'limit')
  return events
    .slice(0, ending < 0 ? events.length : ending)
    .flatMap((event) => (event.type === 'heard' && !withPerson(event.at) ? (findEmailAddress(event.text) ?? []) : []))
    .filter((email) => !told.includes(email))
    .map((email) => `lost the address ${email}`)
}

/** The policy is pure: the same events give the same conversation. */
function brokenByReplay({ events, conversation }: Visit, knowledge: Knowledge): readonly string[] {
  let replayed = newConversation
  for (const event of events) replayed = advance(replayed, event, knowledge).conversation
  return JSON.stringify(replayed) === JSON.stringify(conversation) ? [] : ['a replay came out differently']
}

function textOf(turn: Say): string {
  return turn.lines.map((line) => line.text).join(' ')
}
