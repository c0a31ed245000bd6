import { phoneShape } from './person-readers.ts'

/* What a visitor wants the person who calls them to know: “ask for Brian”, “not the landline after nine”. */

/** The parts of a remark that tell the caller something; null for none. At most 200 characters. */
export function readCallNote(text: string): string | null {
  const notes = text
    .slice(0, textMax)
    .split(/(?<=[.!?;])\s+|\n/)
    .flatMap((sentence) => noteIn(sentence) ?? [])
  return notes.length === 0 ? null : notes.join('; ').slice(0, noteMax)
}

function noteIn(sentence: string): string | null {
  const isWish = wishesOfTeam.test(sentence)
  if (asks.test(sentence) && !isWish) return null
  const at = isWish || isPostalAddress(sentence) ? 0 : pattern.exec(sentence)?.index
  if (at === undefined) return null
  const note = sentence
    .slice(at)
    .replace(numbers, '')
    .trim()
    .replace(/^(?:[,;\s]|(?:and|but|please|so|then|also|just)\b)+/i, '')
    .replace(/[.!;,\s]+$/, '')
  return note === '' ? null : note
}

/** “Tell them to skip the slides”, “can they bring an example of a migration report?” */
const wishesOfTeam =
  /^\W*(?:(?:oh|and|also|please|ok|good|great|so|then|but)[,.]? )*(?:(?:can|could|would|will|should) (?:they|he|she|the (?:colleague|person|caller|consultant|rep|expert|specialist|engineer))(?: please| also)* (?:bring|prepare|show|send|have|focus|cover|skip|start with|speak|talk about|demonstrate|look at|go through)\b|(?:(?:can|could|would|will) you )?(?:please )?(?:(?:tell|ask|remind|let) (?:them|him|her|the (?:team|colleague|person|caller|consultant|rep)) (?:to|that|know|not|about|we|i)|(?:note|mention|pass on|put down)(?: it)? (?:for|to) (?:them|him|her|the (?:team|colleague|person|consultant|rep)|whoever))\b)/i

/** Whether a remark tells the team what to do at the meeting. */
export function tellsTeam(text: string): boolean {
  return wishesOfTeam.test(text)
}

/** “Unit 7, Calder Vale Industrial Estate”, “7 Sandford Court”, “WF1 5PE”; not “40 members in a large place”. */
export function isPostalAddress(text: string): boolean {
  return postalAddress.test(text) && !asks.test(text)
}

const lead = String.raw`^\W*(?:(?:[Ww]e['’]?re|[Ii]t['’]?s|[Cc]ome|[Ww]e are) (?:at |to )?|[Aa]t )?`
const road =
  '(?:[Ss]treet|[Rr]oad|[Ll]ane|[Cc]ourt|[Cc]lose|[Aa]venue|[Ww]ay|[Dd]rive|[Cc]rescent|[Tt]errace|[Rr]ow|[Ss]quare|[Hh]ill|[Gg]ardens|[Pp]ark|[Ee]state|[Yy]ard|[Ww]harf|[Qq]uay|[Mm]ews|[Gg]rove|[Pp]arade|[Ww]alk)'
const postalAddress = new RegExp(
  [
    String.raw`\b[Aa]ddress (?:is|:) (?=[^@]*\d)(?!.*\b(?:website|wrong|there)\b)`,
    String.raw`${lead}(?:[Uu]nit|[Ss]uite|[Ff]lat) \d+[A-Za-z]?, (?:\p{L}+ ){0,4}\p{L}+`,
    String.raw`${lead}\d{1,4}[A-Za-z]?,? (?:\p{Lu}[\p{L}'’.]*,? ){1,4}${road}\b`,
    String.raw`\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b`,
    String.raw`^\W*(?:\p{Lu}\p{L}+ ){1,3}(?:Farm|Quarry|Mill|Yard|House|Hall|Industrial Estate|Business Park|Trading Estate),`,
  ].join('|'),
  'u',
)

const start = String.raw`(?:^\W*(?:[Aa]nd |[Pp]lease |[Bb]ut |[Ss]o |[Tt]hen |[Jj]ust )*|, (?:and |please |so |but )*)`
const pattern = new RegExp(
  [
    String.raw`${start}[Aa]sk for (?!(?:a|an|the|more|help|it|that|this|one|some)\b)\p{L}+(?: \p{Lu}\p{L}+)?(?=\W*$|[,;])`,
    String.raw`\b(?:speak|talk|Speak|Talk) (?:only )?(?:to|with) (?:me|\p{Lu}\p{L}+)(?:,? (?:and )?not\b| only\b)`,
    String.raw`${start}(?:[Dd]o ?n['’]?t|[Dd]o not|[Nn]ever) (?:ring|call|phone|leave) (?:me |us )?(?:on |at |before|after|during|the |my |a |voice)`,
    String.raw`\b[Nn]ot (?:on )?(?:the|my) (?:landline|mobile|office|work|home|main|shop)\b`,
    String.raw`\b(?:[Mm]y |[Tt]he )?[Vv]oice ?mail(?:['’]s| is| does)\b.{0,20}\b(?:full|off|broken|not|n['’]t)\b`,
    String.raw`\b(?:so|please|just) keep (?:trying|ringing|calling)\b|^\W*[Kk]eep (?:trying|ringing|calling)\W*$`,
    String.raw`${start}[Ll]et it ring\b`,
    String.raw`\b(?:[Rr]ing|[Cc]all|[Pp]hone) (?:me |us )?(?:twice|again if|first|before(?:hand)? (?:you|coming|they come))\b`,
    String.raw`${start}[Ll]eave (?:me )?a (?:message|voicemail)\b`,
    String.raw`\b(?:press|dial|ext(?:ension)?\.?) \d{1,5}\b`,
    String.raw`\b[Mm]y (?:wife|husband|son|daughter|secretary|assistant|receptionist|colleague|mum|dad) (?:will|might|may|picks|usually) (?:pick|answer)`,
    String.raw`\b(?:speak|talk) (?:slowly|slow|loud(?:ly)?)\b`,
    String.raw`\bhard of hearing\b`,
  ].join('|'),
  'u',
)
const asks = /\?\s*$|^(?:can|could|do(?! ?n['’]?t| not)|does|is|are|what|how|why|will|tell|show)\b/i
/** Phone numbers are kept as facts. */
const numbers = new RegExp(`${phoneShape},?\\s*`, 'g')
const textMax = 500
const noteMax = 200
