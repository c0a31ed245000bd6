import type { AnswerType } from './retrieval-question.ts'
import { holdsAmount } from './currency.ts'
import { nameKind } from './retrieval-names.ts'

/** Detects which kinds of answer a sentence contains. */
export function answerTypesOf(sentence: string, planNames: ReadonlySet<string>): ReadonlySet<AnswerType> {
  const types = new Set<AnswerType>()
  for (const [type, pattern] of patterns) if (pattern.test(sentence)) types.add(type)
  if (holdsAmount(sentence)) types.add('price').add('money')
  const words = sentence.match(/\p{L}+/gu) ?? []
  if (words.some((word) => /^\p{Lu}/u.test(word) && nameKind(word.toLowerCase()) === 'place')) types.add('where')
  if (words.some((word) => planNames.has(word))) types.add('plan')
  return types
}

const number = String.raw`(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|a|an|one|half|few)`

const patterns: readonly (readonly [AnswerType, RegExp])[] = [
  [
    'price',
    /[€$£¥]|\d ?(?:%|percent)|\bfree\b(?! text)|\bno (?:extra )?(?:charge|cost|fee)\b|\bagreed\b|\boffer\b|\bown rates\b|\bincluded\b/i,
  ],
  [
    'money',
    /[€$£¥]|\d ?(?:%|percent)|\bfree\b(?! text)|\bno (?:extra )?(?:charge|cost|fee)\b|\b(?:costs?|price is|saves|at their own rates|charged?)\b|\bincluded\b/i,
  ],
  [
    'duration',
    new RegExp(
      String.raw`\b${number}[ -](?:working |business )?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b|\bat once\b|\bimmediately\b|\b(?:un)?til\b|\bbetween \d`,
      'i',
    ),
  ],
  [
    'when',
    /\b(?:at|on|from|by|before|after|until|every|within|once|as soon as|when) (?:\d|the|a|an|two|three|four|five|six|seven|ten|noon|midnight|mon|tue|wed|thu|fri|sat|sun|night|it|they|you)|\b(?:nightly|daily|weekly|monthly|immediately|automatically|overnight|days?|hours?|minutes?)\b/i,
  ],
  [
    'frequency',
    /\b(?:every|each|per|nightly|daily|weekly|monthly|hourly|yearly|once|twice|in real time|at once|a (?:day|week|month|minute))\b/i,
  ],
  [
    'count',
    /\b\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|unlimited|any number|several|no limit)\b/i,
  ],
  ['where', /\b(?:hosted|stored|located|data cent(?:re|er)s?|servers?|kept in|sits in|in the (?:EU|US|UK|cloud))\b/i],
  [
    'who',
    /\b(?:managers?|admins?|administrators?|owners?|editors?|viewers?|approvers?|employees?|accountants?|staff|nobody|everybody|everyone|only|members?|hosts?|customers?|guests?|teachers?|drivers?|roles?|colleagues|team|stripe|we|our people|you|somebody|role|deputy|analysts?|agents?|recipients?)\b/i,
  ],
  ['list', /,.*\b(?:and|or)\b|\bamong\b|:|\d/i],
  ['how', /\b(?:click|drag|type|scan|open|copy|paste|enter|choose|select|forward|upload|with|by|from|in)\b/i],
]
