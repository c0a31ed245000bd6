import type { AgentLanguage } from '#domain/agent-languages.ts'

import { writeDictatedNumbers } from './dictated-number.ts'
import { mentionsTime } from './offered-slot.ts'
import { withoutNumbers } from './person-readers.ts'
import { preferredTimeText } from './preferred-time-text.ts'
import { readSpelledAddress } from './spelled-address.ts'

/* Reads when a visitor would like to be called from a remark that may also hold a number, an address or a name. */

/** The time in the visitor's words, without the address. */
export function timeToCall(text: string, language: AgentLanguage): string {
  const rest = writeDictatedNumbers(withoutSpelledAddress(text, language), language)
    // “I'm in between 12 and 1”
    .replace(/\b(between|from) (\S+) (?:and|to|till?|until) (?=\d)/gi, '$1 $2\u00a0and\u00a0')
    .split(/[,;.!?]\s+| and /)
    .map((part) => part.replaceAll('\u00a0', ' '))
    .map(withoutAddress)
    .filter((part) => /\p{L}{3}/u.test(part) && !isFiller.test(part) && !namesNoTime.test(part))
    // “01632 960118, Margaret”
    .filter((part) => language !== 'en' || !isName.test(part) || mentionsTime(part))
  // “Could a kind person ring me? In the afternoon. Ask for Winifred.”
  const times = rest.filter((part) => mentionsTime(part))
  if (language !== 'en') return (times.length > 0 ? times : rest).join(', ').slice(0, 120)
  const words = (times.length > 0 ? times : rest.filter((part) => vagueTime.test(part))).join(', ').slice(0, 120)
  return preferredTimeText(words) ?? words
}

/** Removes the parts that spell an address. Keeps the whole text if nothing else is left and it names a time. */
function withoutSpelledAddress(text: string, language: AgentLanguage): string {
  if (text.includes('@')) return text
  const isSpelled = (part: string): boolean => readSpelledAddress(part, language)?.isWhole === true
  if (!isSpelled(text)) return text
  const parts = text.split(/[,;]\s*|\s(?:and|und|et|y)\s/)
  const others = parts.filter((part) => !isSpelled(part))
  return others.length === 0 && mentionsTime(text) ? text : others.join(', ')
}

/** “After my shift”, “whenever suits” */
const vagueTime =
  /\b(?:any ?time|whenever|asap|soon|now|later|after|before|when|once|while|during|until|lunch|noon|weekend|week|hours?|minutes?|day|days)\b/i

function withoutAddress(part: string): string {
  return withoutNumbers(part)
    .replace(/^(?:(?:ok|okay|then|well|so|yes|no),? )+/i, '')
    .replace(/\binstead\b\??/gi, '')
    .replace(
      /^(?:i['’]?m|i am|we['’]?re|we are) (?:usually |normally |always )?(?:in|home|free|available|around|there|reachable)(?: at home)? /i,
      '',
    )
    .replace(/\S+@\S+/g, '')
    .replace(/(?:\S+ (?:dot|punkt|point|punto) )*\S+ at \S+(?: (?:dot|punkt|point|punto) \S+)+/gi, '')
    .replace(/^.*?\b(?:call|ring|phone) (?:me|us|him|her)(?: back)?\b/i, '')
    .replace(
      /^(?:please |pls |you can |could you |can you )*(?:call|ring|reach|get|write(?: to)?|phone|mail|email)? ?(?:me )?(?:back )?(?:at|on)?\s*/i,
      '',
    )
    .replace(
      /\b(?:(?:on|at|to)|(?:(?:it|that)['’]?s )?my (?:phone |mobile |cell )?(?:number|e-?mail|address)(?: is|:)?)\s*$/i,
      '',
    )
    .replace(/[\s,;.]+$/g, '')
    .replace(/^[\s,;.]+/g, '')
}

/** “I'm Sam” and “just take my address” name no time to call, unless they also mention one. */
const namesNoTime =
  /^(?:(?:i am|i'm|i’m|my name|it's|this is|we are) |(?:ok |okay |then |just |please )*(?:take|use|note|have|here)\b)(?!.*\b(?:\d|free|morning|noon|afternoon|evening|tomorrow|today|week|later|any ?time|(?:mon|tues|wednes|thurs|fri|satur|sun)day))/i

const isName = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u

/** “No wait” and “sorry”, as said before a corrected address, name no time to call. */
const isFiller =
  /^(?:(?:no|wait|sorry|oh|ok|okay|well|hm+|actually|yes|yeah|sure|thanks|thank you|please|hold on|i mean|instead)(?: |[?]|$))+$/i
