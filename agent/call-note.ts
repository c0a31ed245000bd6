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
  const at = isPostalAddress(sentence) ? 0 : pattern.exec(sentence)?.index
  if (at === undefined || asks.test(sentence)) return null
  const note = sentence
    .slice(at)
    .replace(numbers, '')
    .trim()
    .replace(/^(?:and|but|please|so|then|also|just)[, ]+/i, '')
    .replace(/[.!;,\s]+$/, '')
  return note === '' ? null : note
}

/** “Unit 7, Calder Vale Industrial Estate”, “7 Sandford Court”, “WF1 5PE”, “the address is Mill Lane 4” */
export function isPostalAddress(text: string): boolean {
  return postalAddress.test(text) && !asks.test(text)
}

const postalAddress = new RegExp(
  [
    String.raw`\b(?:our|my|the|full)? ?address (?:is|here is|would be|:) (?!\S*@)`,
    String.raw`^\W*(?:we['’]?re at |it['’]?s |at |come to )?(?:unit|flat|suite|floor|plot|building|block|house|no\.?|number) \d+[a-z]?,? (?:\p{L}+ ){0,4}\p{L}+`,
    String.raw`^\W*(?:we['’]?re at |it['’]?s |at |come to )?\d{1,4}[a-z]?,? (?:\p{L}['’.\p{L}]*,? ){1,4}(?:street|st|road|rd|lane|ln|court|close|avenue|ave|way|drive|crescent|terrace|row|square|place|hill|gardens|park|estate|yard|wharf|quay|mews|grove|parade|walk|strasse|straße)\b`,
    String.raw`\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b`,
    String.raw`^\W*(?:\p{Lu}\p{L}+ ){1,3}(?:Farm|Quarry|Mill|Yard|House|Hall|Industrial Estate|Business Park|Trading Estate)\b,`,
  ].join('|'),
  'iu',
)

const pattern = new RegExp(
  [
    String.raw`\b(?:please )?ask for (?!(?:a|an|the|more|help|it|that|this|one|some)\b)\p{L}`,
    String.raw`\b(?:speak|talk) (?:only )?(?:to|with) (?:me|\p{Lu}\p{L}+)(?:,| and| only|,? not)\b`,
    String.raw`\b(?:please )?(?:do ?n['’]?t|do not|never) (?:ring|call|phone|use|try|leave) (?:me |us )?(?:on |at |before|after|during|the |my |a |voice)`,
    String.raw`\bnot (?:on )?(?:the|my) (?:landline|mobile|office|work|home|main|shop)\b`,
    String.raw`\b(?:my |the )?(?:voice ?mail|answer(?:ing|phone)?(?: machine)?)(?:['’]?s| is| does|\b).{0,20}\b(?:full|off|broken|not|n['’]t)\b`,
    String.raw`\bkeep (?:trying|ringing|calling)\b`,
    String.raw`\blet it ring\b`,
    String.raw`\b(?:ring|call|try|phone) (?:me |us |it )?(?:twice|again if|until|first|before(?:hand)? (?:you|the|coming|they))\b`,
    String.raw`\bleave (?:me )?a (?:message|voicemail)\b`,
    String.raw`\b(?:press|dial|ext(?:ension)?\.?) \d{1,5}\b`,
    String.raw`\b(?:my|the) (?:wife|husband|son|daughter|secretary|assistant|receptionist|colleague|mum|dad) (?:will|might|may|picks|usually) (?:pick|answer)`,
    String.raw`\b(?:speak|talk) (?:slowly|slow|loud(?:ly)?|up)\b`,
    String.raw`\bhard of hearing\b`,
  ].join('|'),
  'iu',
)
const asks = /\?\s*$|^(?:can|could|do|does|is|are|what|how|why|will)\b/i
/** Phone numbers are kept as facts. */
const numbers = /\+?\d(?:[ ().-]*\d){6,14},?\s*/g
const textMax = 500
const noteMax = 200
