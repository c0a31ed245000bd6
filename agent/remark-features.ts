/*
 * The classifier's view of a sentence: its words, word pairs and letter sequences of 3 to 5, with names of days,
 * months, numbers and addresses replaced by placeholders. Features are hashed, so no vocabulary has to be stored.
 */

export const featureCount = 8_192

/** A sentence's features with their weights. Deterministic. */
export function toFeatures(text: string): ReadonlyMap<number, number> {
  const words = toKinds(text).split(' ')
  const features = new Map<number, number>()
  const add = (feature: string, weight: number): void => {
    const index = hash(feature) % featureCount
    features.set(index, (features.get(index) ?? 0) + weight)
  }
  const padded = ['^', ...words, '$']
  for (const [index, word] of padded.entries()) {
    if (index > 0 && index < padded.length - 1) add(`w ${word}`, 1)
    const next = padded[index + 1]
    if (next !== undefined) add(`b ${word} ${next}`, 0.8)
    const later = padded[index + 2]
    if (later !== undefined) add(`s ${word} ${later}`, 0.4)
  }
  const line = ` ${words.join(' ')} `
  for (const [length, weight] of letterRuns) {
    for (let at = 0; at + length <= line.length; at += 1) add(`${length} ${line.slice(at, at + length)}`, weight)
  }
  for (const [name, pattern] of concepts) if (pattern.test(line)) add(`c ${name}`, 1.5)
  add(`length ${Math.min(4, Math.ceil(words.length / 4))}`, 0.5)
  if (/[?？]\s*$/u.test(text)) add('asks', 0.5)
  return scale(features)
}

const letterRuns = [
  [3, 0.25],
  [4, 0.3],
  [5, 0.3],
] as const

/** Normalises the weights, so that long sentences don't outweigh short ones. */
function scale(features: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const length = Math.hypot(...features.values())
  return new Map([...features].map(([index, weight]) => [index, weight / length]))
}

/** Lower case without punctuation; days, months, numbers, money and addresses become placeholders. */
function toKinds(text: string): string {
  return text
    .slice(0, 400)
    .toLowerCase()
    .replace(/\S+@\S+|\b\S+ at \S+ dot \w+/gu, ' addresskind ')
    .replace(/[€$£]\s?\d[\d.,]*k?|\b\d[\d.,]*k?\s?(?:€|\$|£|euros?|dollars?|quid|bucks|grand)/gu, ' moneykind ')
    .replace(/\b\d{1,2}(?:st|nd|rd|th)\b/gu, ' daykind ')
    .replace(/\b\d{1,2}(?:[:.]\d\d)?\s?[ap]\.?m\b|\b\d{1,2}:\d\d\b/gu, ' timekind ')
    .replace(/\+?\d[\d ()-]{5,}\d/gu, ' phonekind ')
    .replace(/\b\d[\d.,]*k?\b/gu, ' 9 ')
    .replace(/[’']/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(dayNames, 'daykind')
    .replace(monthNames, 'monthkind')
    .replace(numberNames, '9')
    .replace(/ +/gu, ' ')
    .trim()
}

const dayNames = /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)day\b|\b(?:tomorrow|2morrow|tmrw)\b/gu
const monthNames =
  /\b(?:january|february|march|april|june|july|august|september|october|november|december|autumn|spring|summer|winter)\b/gu
const numberNames =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|eighty|hundred|thousand|dozen)\b/gu

/** Groups of words that mean much the same in remarks. */
const concepts: readonly (readonly [string, RegExp])[] = [
  ['meeting', / (?:meeting|call|appointment|zoom|teams|demo|chat|talk|slot|tour|run ?through|walk ?through|meet) /u],
  ['time', / (?:daykind|timekind|today|week|morning|afternoon|noon|lunch|evening|oclock) /u],
  ['we', / (?:we|our|us|were|weve) /u],
  ['me', / (?:me|us) /u],
  ['you', / (?:you|your|u|youre) /u],
  ['person', / (?:person|human|someone|somebody|anyone|anybody|colleague|rep|sales|agent|operator|people) /u],
  ['money', / (?:moneykind|price|cost|budget|money|expensive|pricey|cheap|cheaper|afford|pay|discount) /u],
  ['asks', /^ (?:what|how|why|where|when|who|which|does|do|is|are|can|could|will|whats|hows) /u],
  ['product', /^ (?:does|do|can|is|are|will|how|what|which|where|who) (?:it|the|i|my|customers|users|there|people) /u],
  ['polite', / (?:please|pls|thanks|thank|thx|cheers|ta) /u],
  ['anger', / (?:useless|stupid|dumb|idiot|shit\w*|fuck\w*|crap|waste|wasting|annoying|rubbish|garbage|argh|ffs) /u],
  ['boss', / (?:boss|manager|cfo|ceo|cto|director|board|owner|council|procurement|legal|decides?|decision) /u],
  ['tool', / (?:already|currently|use|using|switch|competitor|alternative|compare|instead) /u],
  ['safety', / (?:secure|security|safe|hacked|leaks?|privacy|trust|worried|nervous|cloud|dpo|gdpr) /u],
  ['later', / (?:later|after|monthkind|year|quarter|yet|soon|hold) /u],
  ['count', / 9 (?:people|employees|users|staff|of us|seats|person|colleagues|folks|men|man) /u],
]

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    value ^= text.charCodeAt(at)
    value = Math.imul(value, 0x01000193)
  }
  return value >>> 0
}
