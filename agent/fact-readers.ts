import type { FactField } from '#domain/sales-rules.ts'

import { asksSomething, clauseBefore, count, isDayOrMonth, questionOpening } from './fact-patterns.ts'
import { readPeople } from './meeting-guests.ts'
import { readCompany, readName, readPhone, readRole } from './person-readers.ts'
import { readBudget, readTimeline } from './plan-readers.ts'
import { guessRemark, type RemarkLabel } from './remark-model.ts'
import { readSize } from './size-reader.ts'
import { findEmailAddress } from './spelled-address.ts'

/* Reads one fact about the visitor from what they said. */

type Reader = (said: string) => string | undefined

/** One reader per field; each returns the visitor’s words, or undefined. */
export const factReaders: readonly (readonly [FactField, Reader])[] = [
  ['email', readOwnAddress],
  ['phone', readPhone],
  ['name', readName],
  ['company', readCompany],
  ['role', readRole],
  ['size', (said) => readSize(said) ?? readBareCount(said)],
  ['budget', readBudget],
  ['timeline', readTimeline],
  ['tool', readTool],
  ['need', readNeed],
]

/** “Eleven gangs, yard's in Swansea”, if that tells about them. */
function readBareCount(said: string): string | undefined {
  const found = bareCount.exec(said.trim())?.[1]
  if (found === undefined || asksSomething(said)) return undefined
  const { label, probability } = guessRemark(said)
  return label === 'told' && probability >= 0.6 ? found : undefined
}

const bareCount = new RegExp(
  `^(?:(?:hi|hello|hey|so|ok|well)[,!]? )*((?:about |around |roughly )?${count} (?!(?:minutes?|hours?|days?|weeks?|months?|years?|times|things|questions)\\b)\\p{L}{3,}s)(?=\\s*(?:$|[,.;]|(?:near|in|around|across|outside|and)\\b))`,
  'iu',
)

/** Not that of a colleague who should come too. */
function readOwnAddress(said: string): string | undefined {
  const { own, guests } = readPeople(said)
  return own ?? (guests.length > 0 ? undefined : (findEmailAddress(said) ?? undefined))
}

function readTool(said: string): string | undefined {
  const found =
    /\b(?:we|i)\s+(?:already\s+|currently\s+|still\s+|just\s+|mostly\s+|all\s+)*(?:use|are on|run on|work with|are using|went with|rely on|have)\s+(?:(?:already|now)\s+)?([\p{L}\d][\p{L}\d.&+'-]*(?:(?<!\.)\s(?!now\b|already\b|and\b|but\b|for\b|at\b|to\b|til|until|because\b|so\b|which\b|in\b|here\b|today\b|since\b|with\b|quite\b|pretty\b|very\b|a\b|every\b|though\b|\p{L}+ly\b)[\p{L}\d][\p{L}\d.&+'-]*){0,2})/iu.exec(
      said,
    )
  const verb = found?.[0] ?? ''
  const named = found?.[1]
  const isHave = /\bhave\s/i.test(verb)
  const isAsked = found !== null && questionOpening.test(clauseBefore(said, found.index))
  if (
    named !== undefined &&
    !isAsked &&
    !noTools.test(named) &&
    !(isHave && /^(?:the|my|our|all|some|this|these|those)\b/i.test(named)) &&
    !(isOn.test(verb) && /^the\b/i.test(named)) &&
    // “We have space at a host already, can we use that?”
    (!isHave || (/\balready\b/i.test(said) && !/\?\s*$/.test(said))) &&
    !new RegExp(`^${count}`, 'iu').test(named)
  )
    return named.replace(/(?:'s?|\.)$/, '')
  const run = /\b[Ww]e (?:currently|already|still|now) run (\p{Lu}[\p{L}\d.&+-]*(?: \p{Lu}[\p{L}\d.&+-]*)?)/u.exec(
    said,
  )?.[1]
  if (run !== undefined) return run.replace(/\.$/, '')
  const kept = keptIn.exec(said)
  // “Can I get the list on paper?” asks for it.
  if (kept !== null && !questionOpening.test(`${clauseBefore(said, kept.index)}${kept[0]}`)) return kept[1]
  const now =
    /^(?:(?:we|i)(?:['’]re| are|['’]m| am) )?(?:currently|now|today|presently) (?:on|using|with) (\p{L}[\p{L}\d.&+'-]*(?: \p{Lu}[\p{L}\d.&+-]*)?)/iu.exec(
      said.trim(),
    )?.[1]
  if (now !== undefined && !noTools.test(now)) return now
  const tied =
    /\b(?:locked in with|locked into|stuck with|under contract with|tied to|happy with|covered by|switch(?:ing)? (?:away )?from|replac(?:e|ing)|alternatives? (?:to|for)|moving (?:away )?from|customers of|[Ww]e(?:'re| are) (?:on|using|with))\s+((?:\p{Lu}|\p{L}+\s?\d)[\p{L}\d.&+'-]*(?:(?<!\.)\s\p{Lu}[\p{L}\d.&+-]*)?)/u.exec(
      said,
    )?.[1]
  return tied === undefined || noTools.test(tied) || isDayOrMonth.test(tied)
    ? undefined
    : tied.replace(/(?:'s?|\.)$/, '')
}

/** “All in Google Sheets right now”, “our list sits in a 2009 Access database”. */
const keptIn =
  /\b(?:all|everything|it|list|records?|data|that|write|keep)\b[^.?!]{0,30}? (?:in|on) (?:an? |our |the )?((?:\d{4} )?(?:google sheets?|excel|access(?: database)?|spreadsheets?|paper diar(?:y|ies)|notebooks?|notion|airtable|whatsapp|whiteboards?|paper))\b/i

/** “In the mornings we are on the ramps” names no tool. */
const isOn = /\bare on\s/i

const noTools =
  /^(?:(?:eastern|central|pacific|mountain|greenwich|british|european)\b|it|this|that|these|those|you|your|them|my|his|her|their|one|two|a lot|lots|some|something|several|many|no|not|to|now|time|people|problems?|questions?|the (?:same|team|app|demo)|our (?:team|people)|more|less|too|never|any|all|enough|another)\b/i

function readNeed(said: string): string | undefined {
  const match =
    /\b(?:we|i|we mostly|we mainly|we really|we just|i really)\s+(?:(?:mostly|mainly|really|just|also|basically|desperately)\s+)?(?:need|want|are looking for|am looking for|'?d like|would like|hope|are trying|am trying|are after|struggle with|have to|have trouble with|keep having)\s+([^.?!;]{6,140})/iu.exec(
      said,
    ) ??
    /\b(?:we're|i'm|were|im)\s+(?:really\s+)?(?:looking for|trying|after|struggling with|fed up with|drowning in)\s+([^.?!;]{6,140})/iu.exec(
      said,
    ) ??
    /\b(?:our|my|the)\s+(?:\p{L}+\s)?(?:problem|pain|pain point|issue|headache|challenge|goal|aim|worry|bottleneck)\s+(?:here\s+)?(?:is|are)\s+(?:that\s+)?([^.?!;]{4,140})/iu.exec(
      said,
    ) ??
    /\bwhat (?:we|i)(?:'re| are|'m)? (?:really |mostly |mainly )*(?:need|want|after|looking for|care about|hope for)(?: for| is)?,?\s+(?:is\s+)?([^.?!;]{4,140})/iu.exec(
      said,
    )
  const found = match?.[1]
  if (match === null || found === undefined || noNeeds.test(found)) return undefined
  // “The last thing I need is a phone that nags”
  if (/\blast thing(?: that)?\s*$/i.test(clauseBefore(said, match.index))) return undefined
  // “Do I need the box?” asks about the product.
  if (/\b(?:do|does|would|will|can|could|should)\s*$/i.test(clauseBefore(said, match.index))) return undefined
  const label = guessRemark(said).label
  return needLabels.has(label) && !questionOpening.test(said.replace(/^what (?:we|i)\b/i, ''))
    ? found.replace(/^is (?:that )?/i, '')
    : undefined
}

const noNeeds =
  /^(?:(?:to )?(?:have a )?(?:look|check)(?:ing)? (?:at |into )?(?:this|it|that|these)\b|to (?:book|talk|speak|buy|sign|see|ask|check|think|know|go|stop|discuss|convince|run|show|meet|start|decide|hear more)\b|a (?:meeting|demo|call|person|human|discount|minute|moment|quote)|more info|your|you\b|it (?:by|in|live)|this (?:by|in|live)|that (?:by|in|is\b)|that's|someone|somebody|nothing|no\b)/i
const needLabels: ReadonlySet<RemarkLabel> = new Set([
  'told',
  'question',
  'need',
  'competitor',
  'timing',
  'send',
  'more',
  'unclear',
])
