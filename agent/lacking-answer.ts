/*
 * Detects that the closest note can't answer a question, because it lacks what the question asks for: an operating
 * system or device (“does it run on a Mac?”), or names (“which banks?”). English only.
 */

import { capitalise } from './capitalise.ts'

interface Asked {
  readonly question: string
  /** The sentences that the agent would quote. */
  readonly quoted: string
  /** All notes, with their titles. */
  readonly notes: readonly string[]
}

/** The missing system or device, such as “Mac”; '' if names are missing; null if nothing is. */
export function findLacking({ question, quoted, notes }: Asked): string | null {
  const said = question.replace(/[’‘]/g, "'").trim()
  const platform = asksForPlatform(said)
  if (platform !== undefined) {
    const family = families.find(({ named }) => named.test(platform))
    if (family !== undefined && !notes.some((note) => family.held.test(note))) return family.say(platform)
  }
  if (asksWhichOnes.test(said) && !holdsNames.test(quoted)) return ''
  return asksWhichCompany.test(said) && !holdsName.test(quoted) ? '' : null
}

const platforms = 'macs?|macbooks?|macos|windows|linux|ubuntu|chromebooks?|iphones?|ipads?|ios|android'

/** “Does it run on a Mac?”, “is there an iPhone app?” */
function asksForPlatform(said: string): string | undefined {
  const found = usesPlatform.exec(said)?.groups
  return found?.['on'] ?? found?.['of']
}

const usesPlatform = new RegExp(
  String.raw`\b(?:works?|runs?|use|available|compatible|supports?|open|install|there|have|got)\b.*\b(?<on>${platforms})\b|\b(?<of>${platforms}) (?:apps?|versions?|computers?|phones?|laptops?|users?)\b`,
  'i',
)

const families = [
  {
    named: /^(?:mac|win|lin|ubu|chr)/i,
    held: /\b(?:mac\w*|windows|linux|ubuntu|chromebooks?|apple|browsers?|web[- ]?(?:app|based)|in the cloud|online|desktops?|laptops?|pcs?|any (?:computer|device))\b/i,
    say: capitalise,
  },
  {
    named: /^(?:iph|ipa|ios|and)/i,
    held: /\b(?:iphones?|ipads?|ios|apple|android|google play|app store|apps?|smartphones?|phones?|mobiles?|tablets?|browsers?|any device)\b/i,
    say: (written: string) =>
      /^i[phao]/i.test(written)
        ? written
            .toLowerCase()
            .replace(/^i([pha])/, (_, letter: string) => `i${letter.toUpperCase()}`)
            .replace(/^ios$/, 'iOS')
        : 'Android',
  },
] as const

/** “Which nine languages can be dubbed?” */
const asksWhichOnes =
  /^(?:(?:so|and|ok|but|hi|well),? )*which (?!(?:ones?|of|way|days?|hours|times?|months?|weeks?|years?)\b)(?:(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|other|exact|big|popular|payment|file|foreign|outside) ){0,2}\w+[^s'\s]s(?:\?|$| (?:do|can|are|have|you|would|will|exactly|outside|come|count|get|send|take|work)\b)/i
/** A name within the sentence, a list, or all of them. */
const holdsNames =
  /(?<!^|[.!?:] )\b\p{Lu}\p{L}+|\p{L}+,? (?:and|or) \p{L}+|\d[\d.,]* (?:and|or) \d|\b(?:[Aa]ll|[Ee]very|[Aa]ny|[Bb]oth|[Ee]ach|[Nn]one|[Nn]o)\b/u

/** “Which company holds the money?”, “who is the payment partner?” */
const asksWhichCompany =
  /^(?:(?:so|and|ok|but),? )*(?:who (?:is|are) (?:the|your) (?:\w+ )?(?:partners?|providers?|suppliers?|companies|company|bank|insurers?|auditors?|owners?|investors?)|which (?:\w+ )?(?:company|firm|partner|provider|bank|agency|agencies|insurer|supplier|wholesalers?))\b/i
const holdsName = /(?<!^|[.!?:] )\b\p{Lu}\p{L}+/u
