import type { FactField } from '#domain/sales-rules.ts'
import { about, asksSomething, count, firstPerson } from './fact-patterns.ts'
import { factReaders } from './fact-readers.ts'
import { guessRemark, type RemarkLabel } from './remark-model.ts'
import type { HeardFact } from './responder.ts'
import { toTerms } from './terms.ts'

/* What visitors say about themselves (“there's about sixty of us, we decide in March”), in their own words. */

const textMax = 500
const valueMax = 160

/** Every fact in the text, at most one per field. */
export function hearFacts(text: string): readonly HeardFact[] {
  // Several patterns allow any number of spaces at several places.
  const plain = text.slice(0, textMax).replaceAll('’', "'").replace(/\s+/g, ' ')
  const said = plain.replace(correctedCount, '$<right>$<unit>')
  const facts: HeardFact[] = []
  for (const [field, read] of factReaders) {
    const value = tidy(read(said) ?? '')
    if (value !== '') facts.push({ field, value })
  }
  // “We're happy with Acme” names a tool, not their employer.
  const tool = factOf(facts, 'tool')
  return facts.filter(({ field, value }) => field !== 'company' || value !== tool)
}

/** “25 people. Sorry, 35” means 35 people. */
const correctedCount = new RegExp(
  `\\b${count}(?<unit>(?: \\p{L}+){0,2}?)\\s*[.,;:…-]*\\s*(?:no|oh|ah|or)?,?\\s*(?:sorry|i mean|make that|actually|correction|rather|scratch that),?\\s+(?:(?:it's|we're|that's|no),? )?(?<right>${count})(?![\\d:%]|\\s?[ap]\\.?m\\b| \\p{L})`,
  'iu',
)

/** The reply to a question about `field`: a fact in it, or the whole reply if it is a short statement. */
export function hearReply(text: string, field: FactField): HeardFact | null {
  const found = hearFacts(text).find((fact) => fact.field === field)
  if (found !== undefined) return found
  const said = text.slice(0, textMax).replaceAll('’', "'").trim()
  if (field === 'email' || field === 'phone') return null
  if (field === 'size') {
    const counted = new RegExp(`${about}\\b${count}(?!\\d|st\\b|nd\\b|rd\\b|th\\b)`, 'iu').exec(said)?.[0]
    return counted === undefined ? null : { field, value: tidy(counted) }
  }
  const expected = replyShapes[field]
  if (expected !== undefined && !expected.test(said)) return null
  const isStatement = !asksSomething(said) && !supposes.test(said) && !notAReply.has(guessRemark(said).label)
  const value = tidy(said.replace(fillers, ''))
  return isStatement && value !== '' && said.split(/\s+/).length <= 30 ? { field, value } : null
}

/** What a reply about time or money must contain; without it, the reply is about something else. */
const replyShapes: Partial<Record<FactField, RegExp>> = {
  timeline:
    /\d|\b(?:soon|later|asap|now|immediately|week|month|quarter|year|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|no (?:hurry|rush|date)|not sure|don't know|depends|open|whenever)\b/i,
  budget:
    /\d|[€$£]|\b(?:hundred|thousand|grand|none|nothing|not (?:yet|sure)|don't know|depends|small|tight|big|enough|flexible|limited|approved|some|little|yes)\b/i,
}

/** “We import olive oil” describes the visitor's business, not a problem to solve. */
export function describesThemselves(text: string): boolean {
  return !asksSomething(text) && [ownTrade, ownPast, ownHistory].some((pattern) => pattern.test(text.trim()))
}

const opening =
  '^(?:(?:hi|hello|hey|hiya|alright|(?:good )?(?:day|morning|afternoon|evening)|dear|there|all|everyone|well|so|and|ok|okay|yes|yeah|right now|currently|today|frankly|honestly|fyi|btw)[,.!]? )*'
const ownTrade = new RegExp(
  `${opening}(?:(?:we|i) (?:\\p{L}+ly |just |also )?(?:do(?= (?:a (?:fair|lot|good|bit)|quite|mostly|mainly|some|plenty|lots|all sorts)\\b)|run|own|live|sell|import|export|ship|make|build|bake|grow|breed|brew|print|produce|manufacture|distribute|supply|operate|rent|lease|repair|install|teach|publish|organi[sz]e|cater|transport|roast|farm|represent)|(?:we|i)(?:['’]re| are|['’]m| am) (?:a|an|the)|(?:selling|running|making|baking|teaching|renting|repairing|printing|growing|importing|exporting)(?! (?:out|low|late|it|this|that|on|up|a|an)\\b)) `,
  'iu',
)
/** “I've had the shop since 1974”, “we've been doing this for 30 years”. */
const ownHistory = new RegExp(
  `${opening}(?:(?:we|i)(?:['’]ve| have)? )?(?:had|been|run|owned|done|kept|founded|started) [^?]*\\b(?:since|for|\\d+ years|in (?:19|20)\\d\\d)\\b`,
  'iu',
)
const ownPast = new RegExp(
  `${opening}(?:(?:the|our|my) )?last (?:\\p{L}+ ){1,2}(?:cost|came|was|were|took|went|arrived|ended) `,
  'iu',
)

/** “Half of our people never open a spreadsheet”, but not “I need a spreadsheet”, which asks for one. */
export function statesOwn(said: string): boolean {
  const text = said.replace(greeted, '')
  return ownStatement.test(text) && !wishes.test(text) && !asksSomething(said)
}

/** “Good afternoon young man.” */
const greeted =
  /^(?:good (?:morning|afternoon|evening|day)|hi|hello|hey)\b[^.!?,]{0,20}[.!,]\s*|^(?:hi|hello|hey),? sorry,? /i

const ownStatement =
  /^(?:(?:well|so|and|but|oh|ok|okay|no|yes|hm+|lol|hi|hey|hello|yo|there|all|dear|my love|good (?:day|morning|afternoon|evening))[,.!]? )*(?:(?:half|most|some|all|none|many) (?:of )?)?(?:(?:we|i|my|our|us)\b|(?:run|running|got|have|been|doing) (?!you\b))/i
const wishes =
  /\b(?:need|want|like|looking for|wonder\w*|interested|hope|must|have to|ask|(?:to|can|could|let me|wanna|would) see|know|about)\b/i

/** The answer that a statement gives to a question that hasn't been asked yet; both must share a word. */
export function hearUnasked(
  text: string,
  { field, ask }: { readonly field: FactField; readonly ask: string },
): HeardFact | null {
  if (!unaskedFields.has(field) || asksSomething(text)) return null
  const { informative, weak } = toTerms(ask)
  const wanted = new Set(informative.filter((term) => !weak.has(term)))
  const names = (part: string): boolean => toTerms(part).informative.some((term) => wanted.has(term))
  const clause = text
    .slice(0, textMax)
    .split(/[.;!]\s+|,\s+/)
    .find((part) => names(part) && (field === 'size' || firstPerson.test(text)))
  if (clause === undefined) return null
  if (field !== 'size') return hearReply(clause, field)
  const counted = new RegExp(
    `${about}\\b${count}\\s\\p{L}+(?: (?:a|an|per|each|every other|every) \\p{L}+)?`,
    'iu',
  ).exec(clause)?.[0]
  return counted === undefined || !names(counted) ? null : { field, value: tidy(counted) }
}

const unaskedFields: ReadonlySet<FactField> = new Set(['need', 'size', 'tool'])

/** The facts with the new ones; a later value replaces an earlier one, and '' removes it. */
export function mergeFacts(known: readonly HeardFact[], heard: readonly HeardFact[]): readonly HeardFact[] {
  const merged = new Map(known.map(({ field, value }) => [field, value]))
  for (const { field, value } of heard) merged.set(field, value.trim().slice(0, valueMax))
  return [...merged].flatMap(([field, value]) => (value === '' ? [] : [{ field, value }]))
}

export function factOf(facts: readonly HeardFact[], field: FactField): string | null {
  return facts.find((fact) => fact.field === field)?.value ?? null
}

const fillers =
  /^(?:(?:well|so|um|uh|ok|hm+|it's|it is|that's|that would be|i think|i guess|probably|mostly|mainly|we are|we're)\b[,\s]*)+/i

/** “And if the goods arrive wet” is a question. */
const supposes = /^(?:(?:ok|okay|and|but|so|well),? )*(?:what )?if\b/i

/** Remarks that don't answer a qualifying question. */
const notAReply: ReadonlySet<RemarkLabel> = new Set([
  'book',
  'human',
  'thanks',
  'bye',
  'no',
  'yes',
  'next',
  'back',
  'repeat',
  'stop',
  'slower',
  'more',
  'insult',
  'unclear',
  'robot',
  'hello',
  'smalltalk',
  'letdown',
  'returned',
  'away',
])

function tidy(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:.!-]+|[\s,;:.!-]+$/g, '')
    .slice(0, valueMax)
    .trim()
}
