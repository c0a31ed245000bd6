import { toBareWords } from './plain-text.ts'

/**
 * “What's this tool for exactly?”, “quick overview?”: asks for the product in a sentence.
 * English only.
 */
export function asksForOverview(text: string): boolean {
  const said = toBareWords(text)
  return said.split(' ').length <= wordsMax && (asksPurpose.test(said) || wantsSummary.test(said))
}

const wordsMax = 16
const opening =
  '^(?:(?:hi|hello|hey|morning|good (?:morning|afternoon|evening|day)|so|and|ok|okay|well|right|sorry|wait|yes|there|all|please|just) |(?:\\w+ ){1,6}(?:sent|showed|gave|forwarded) (?:me|us) (?:this|the) (?:link|page|demo) |(?:i|we) (?:found|saw|got) (?:this|your) (?:page|link|demo|site)(?: \\w+){0,4} |(?:evaluating|comparing|looking at) (?:\\w+ ){1,3}(?:tools?|software|systems?|options) )*'
const thing =
  '(?:it|this|that|the|your)(?: (?:tool|program|software|app|product|thing|system|platform|service|site|solution))?'
const ending =
  '(?: (?:exactly|actually|then|all|please|about|now|again|in short|briefly|in (?:a|one|two) (?:sentences?|words?|nutshell)))*$'
const asksPurpose = new RegExp(
  `${opening}(?:what(?: s| is| does| do)? ${thing} (?:(?:(?:is|s) )?for|do|does|doing|about|good for|all about)${ending}|what(?: is|s) (?:(?:the )?(?:tool|program|software|app|product) )?${thing} (?:for|doing|about)${ending}|what (?:can|could|do) (?:i|we) do with ${thing}${ending}|what (?:i|we) can do with ${thing}${ending}|what (?:distinguishes|sets apart) (?:it|this|yours|you)(?: apart)?${ending}|what is (?:this|the) (?:tool|program|software|app) doing${ending})`,
)
const wantsSummary = new RegExp(
  `${opening}(?:(?:can|could|would|will) (?:you|i|we|u) )?(?:please |kindly |just |quickly )*(?:(?:give|get|have|show|tell)(?: (?:me|us))? )?(?:(?:a|an|the|some) )?(?:(?:quick|short|brief|rough|high level|general|bit of an) )*(?:overview|summary|rundown|gist|elevator pitch|tl ?dr)(?: of (?:it|this|${thing}))?${ending}|${opening}(?:(?:can|could|would|will) you )?(?:please |kindly |just |briefly )*(?:summari[sz]e|explain|describe|sum up) (?:${thing}|what (?:it|this|you) (?:does|do|is|are)|what (?:distinguishes|sets apart|makes) (?:it|this|yours|you)(?: apart| different| special)?)${ending}`,
)
