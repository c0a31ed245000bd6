/* Finds personal data that has a recognisable format: addresses, numbers, amounts, companies with a legal form. */

export const foundKinds = ['person', 'email', 'phone', 'amount', 'number', 'address', 'company'] as const
export type FoundKind = (typeof foundKinds)[number]

export interface FoundPart {
  readonly kind: FoundKind
  readonly start: number
  readonly end: number
}

const email =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+'’-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu
const iban = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu
const card =
  /(?<![\p{L}\p{N}.,-])(?:\d{4}[ -]){3}\d{1,7}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,])\d{13,19}(?![\p{L}\p{N}])/gu
const maskedCard = /(?:[•*●·]{2,4}[ -]?){1,4}\d{4}(?!\d)/gu
const socialSecurity = /(?<![\p{L}\p{N}-])\d{3}-\d{2}-\d{4}(?![\p{L}\p{N}-])/gu
const labelled =
  /(?<=(?:account|acct\.?|konto(?:nummer)?|kontonr\.?|compte|cuenta|iban|tax id|vat(?: id)?|ust-?id(?:nr\.?)?|siret|nif|passport|policy|patient|member|kundennummer|customer)(?: (?:no\.?|number|nr\.?|id|n°|#))?:?\s#?)(?=[A-Z0-9-]*\d{4})[A-Z]{0,3}[A-Z0-9-]{5,20}(?![\p{L}\p{N}])/giu
const phone =
  /(?<![\p{L}\p{N}.,/-])(?:\+\d{1,3}[ .-]?(?:\(0?\d{1,4}\)[ .-]?)?\d{1,4}(?:[ ./-]?\d{2,5}){1,5}|\(\d{2,5}\)[ .-]?\d{3,4}[ .-]?\d{3,5}|\d{3}[.-]\d{3}[.-]\d{4}|0\d{1,4} ?[ /-] ?\d{3,8}(?:[ -]\d{1,5}){0,3}|0\d(?:[ .]\d{2}){4})(?![\p{L}\p{N}])/gu
/** Scripts without spaces between words. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}`
const currencyCode =
  'AED|ARS|AUD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KES|KRW|MXN|MYR|NGN|NOK|NZD|PHP|PLN|QAR|RON|RUB|SAR|SEK|SGD|THB|TWD|UAH|USD|VND|ZAR'
const currency = String.raw`[$€£¥₹₽₩₺₪₴₦₫฿₱]|(?:${currencyCode})(?![\p{L}\p{N}])|(?:US|CA|A|C|R|HK|NT|NZ|S|MX)\$|(?:CN|JP)¥|Rs\.?(?!\p{L})|zł|kr|Kč|руб\.?|[円元원]`
const figure = String.raw`\d{1,3}(?:,\d{2})*(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`
const scale = String.raw`(?:[ \u00a0]?(?:k|K|M|m|B|bn|mn|Mio\.?|Mrd\.?|million|billion|millions|thousand)(?![\p{L}\p{N}]))?`
const amount = new RegExp(
  String.raw`(?<!\p{N}|(?![${unspaced}])\p{L})[-−+]?(?:(?:${currency})[ \u00a0]?[-−]?(?:${figure})(?:[.,][-–—])?${scale}|(?:${figure})${scale}[ \u00a0]?(?:${currency}))(?![\p{N}])`,
  'gu',
)
const capital = String.raw`\p{Lu}[\p{L}\p{M}'’.-]*`
const street = new RegExp(
  [
    // 12 Baker Street, Suite 4
    String.raw`(?<![\p{L}\p{N}])\d{1,5}[a-zA-Z]?,? (?:${capital} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way|Square|Sq|Place|Pl|Terrace|Parkway|Pkwy|Row|Close|Crescent)\b\.?(?:,? (?:Suite|Apt\.?|Unit|Floor|#) ?[\w-]{1,6})?(?:, ${capital}(?: ${capital})?(?:, [A-Z]{2}(?: \d{5}(?:-\d{4})?)?)?)?`,
    // Hauptstraße 12a, 10115 Berlin
    String.raw`(?<![\p{L}\p{N}])(?:(?:Am|An der|Auf der|Alte|Neue|Im) )?(?:\p{Lu}[\p{L}-]*(?:straße|strasse|str\.|weg|allee|platz|gasse|ring|damm|ufer)|\p{Lu}[\p{L}.-]* (?:Straße|Strasse|Str\.|Weg|Allee|Platz|Gasse|Ring|Damm|Ufer)) \d{1,4} ?[a-z]?(?![\p{L}\p{N}])(?:, (?:[A-Z]{1,2}-)?\d{4,5} ${capital}(?: ${capital})?)?`,
    // 12 rue de la Paix, 75002 Paris
    String.raw`(?<![\p{L}\p{N}])\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|boulevard|bd|place|quai|chemin|impasse|allée)(?: (?:de|du|des|la|le|les|l['’]|d['’]))*(?: ?${capital}(?:[ -]${capital})?)(?:, \d{5} ${capital})?`,
    // Calle Mayor 5, 28013 Madrid
    String.raw`(?<![\p{L}\p{N}])(?:Calle|C\/|Avenida|Avda\.|Av\.|Plaza|Paseo|Carrera)(?: (?:de|del|la|las|los|el))* ${capital}(?: ${capital})?,? (?:n\.?[º°] ?)?\d{1,4}(?![\p{L}\p{N}])(?:, \d{5} ${capital})?`,
  ].join('|'),
  'gu',
)

export const legalForm = String.raw`(?:Inc|Incorporated|Ltd|Limited|LLC|LLP|Corp|Corporation|PLC|plc|GmbH(?: & Co\.? KG)?|AG|KG|OHG|UG|e\.K\.|SE|SARL|SAS|SA|S\.A\.R\.L|S\.A\.S?|S\.L\.U?|SL|SpA|S\.p\.A|Srl|S\.r\.l|BV|B\.V|NV|N\.V|AB|A\/S|ApS|Oy|Pty|Pvt|Co|KGaA)`
const company = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{N}'’.-]*|\d{1,3}\p{Lu}\p{L}+)(?: (?:(?:&|and|und|et|y|of) )?\p{Lu}[\p{L}\p{N}'’-]*){0,3},? ${legalForm}(?![\p{L}\p{N}])\.?`,
  'gu',
)

/** Where several match, the first one wins. */
const patterns: readonly {
  readonly kind: FoundKind
  readonly pattern: RegExp
  readonly fits?: (text: string) => boolean
}[] = [
  { kind: 'email', pattern: email },
  {
    kind: 'number',
    pattern: iban,
    fits: (text) => text.replaceAll(' ', '').length >= 15 && /\d{6}/.test(text.replaceAll(' ', '')),
  },
  { kind: 'number', pattern: maskedCard },
  { kind: 'number', pattern: card, fits: hasCardSum },
  { kind: 'number', pattern: socialSecurity },
  { kind: 'number', pattern: labelled },
  { kind: 'amount', pattern: amount },
  { kind: 'phone', pattern: phone, fits: (text) => digitsIn(text) >= 8 && digitsIn(text) <= 15 && !isDate(text) },
  { kind: 'address', pattern: street },
  { kind: 'company', pattern: company },
]

/** All matches in a text, in order and without overlaps. */
export function findPatterns(text: string): readonly FoundPart[] {
  const found: FoundPart[] = []
  for (const { kind, pattern, fits } of patterns) {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const part = { kind, start: index, end: index + match.length }
      if (fits?.(match) === false || found.some(({ start, end }) => start < part.end && part.start < end)) continue
      found.push(part)
    }
  }
  return found.toSorted((a, b) => a.start - b.start)
}

function digitsIn(text: string): number {
  return text.replaceAll(/\D/g, '').length
}

function isDate(text: string): boolean {
  return /^\d{1,4}([./-])\d{1,2}\1\d{1,4}$/.test(text)
}

/** The Luhn check of payment cards. */
function hasCardSum(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, '')].map(Number).toReversed()
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits.length >= 13 && sum % 10 === 0
}
