import { languageNames, nameAliases, placeNames, productNames, standardNames } from './lexicon-names.ts'
import { joiner, toKey } from './lexicon.ts'
import type { Word } from './retrieval-words.ts'

/** The kind of thing a name denotes. In “where is it hosted, in the US?”, the notes needn't name the place. */
export type NameKind = 'product' | 'standard' | 'language' | 'place' | 'unlisted'

const kinds = new Map<string, NameKind>()
for (const [kind, names] of [
  ['place', placeNames],
  ['language', languageNames],
  ['standard', standardNames],
  ['product', productNames],
] as const) {
  for (const name of names.split(',')) {
    const lower = name.trim()
    if (lower === '') continue
    if (lower.includes(' ')) kinds.set(toKey(lower), kind)
    else kinds.set(lower, kind)
  }
}
/** Names that are also ordinary words; they count only after words like “with”, or with a capital letter. */
const doubtful = new Set(
  'wave exact front drift segment front lever word excel discover square signal make.com moss duo line wise ramp bolt toast clover canvas steam sage epic quip notion tally edge entra linear visa ups polish wales miro crisp monday.com box.com lightspeed affirm docker sketch canva factorial concur walnut shell turkey chile duo c5 dora iso c5 excel'.split(
    ' ',
  ),
)

/** Aliases by the key of the name, as stems for search in notes. */
const aliases = new Map<string, readonly string[]>()
for (const line of nameAliases.trim().split('\n')) {
  const [name = '', others = ''] = line.split('>')
  aliases.set(
    toKey(name),
    others.split(',').map((other) => toKey(other)),
  )
}

/** The kind of a listed name; null for other terms. */
export function nameKind(key: string): NameKind | null {
  return kinds.get(key) ?? null
}

/** Other names for it in notes. */
export function aliasesOf(key: string): readonly string[] {
  return aliases.get(key) ?? []
}

/** Names of several words, as keys. */
export const namePhrases: ReadonlySet<string> = new Set([...kinds.keys()].filter((key) => key.includes(joiner)))

const leadsToName = /^(?:with|from|into|via|than|vs|versus|using)$/

/** The kind of a word as typed. */
export function kindOfWord(word: Word): NameKind | null {
  return kinds.get(word.text) ?? null
}

/** Whether a word is written or placed like a name, so that the answer must contain it. */
export function readsAsName(word: Word, before: Word | undefined): boolean {
  const isListed = kinds.has(word.text)
  if (isListed && !doubtful.has(word.text)) return true
  if (isListed) return isCapital(word) || leadsToName.test(before?.text ?? '')
  return isCapital(word)
}

/** Whether a word in capitals is a common abbreviation rather than a name. */
export function isGeneric(text: string): boolean {
  return ignoredCapitals.has(text)
}

/** Whether the word has capital letters other than at the start of a sentence: “Revolut”, “HIPAA”. */
function isCapital(word: Word): boolean {
  if (/^\p{Lu}{2,}\d*$/u.test(word.written)) return !ignoredCapitals.has(word.text)
  if (/^\p{Ll}+\p{Lu}/u.test(word.written) || /^\p{Lu}\p{Ll}+\p{Lu}/u.test(word.written)) return true
  return !word.startsClause && /^\p{Lu}\p{Ll}/u.test(word.written) && !ignoredCapitals.has(word.text)
}

/** Abbreviations of things that notes often call something else (“Python client” for SDK), and other capitals. */
const ignoredCapitals = new Set(
  'sdk rpo rto qa phi pii rn poc pov sla nda mfa otp kpi roi sop erp crm ocr etl lms hris rfp dpa dpo ui ux vpn iot b2b b2c saas cad gps nfc mod hq rd r&d pm po ops i ok it a faq pc tv ceo cfo cto hr asap eu us uk csv pdf sms qr vat id api sso it mb gb kb am pm monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december'.split(
    ' ',
  ),
)
