/* Currencies as notes write them: sources for regular expressions that ignore case. */

const codes = 'EUR|USD|GBP|CHF|CZK|PLN|HUF|RON|SEK|NOK|DKK|ISK|JPY|CNY|INR|AUD|CAD|NZD|SGD|HKD|ZAR|BRL|MXN|AED'
const names =
  'euros?|dollars?|pounds?|cents?|francs?|kron(?:a|or|er)|crowns?|koruna|zlot(?:y|ys|ych)|forints?|rupees?|yen|rands?'

/** “$”, “EUR”: before an amount. */
const currencyBefore = `(?:[€$£¥₹]|\\b(?:${codes}))`
/** “€”, “EUR”, “zł”, “euros”: after an amount. */
export const currencyAfter = `(?:[€$£¥₹]|zł|kč|(?:${codes}|${names}|kr|fr)(?![\\p{L}\\d]))`
/** “$1,200.50”, “65 EUR”: the number is in the group `before` or `after`, the currency in `sign` or `word`. */
export const amountSource = String.raw`(?:(?<sign>${currencyBefore})\s?(?<before>\d[\d.,]*\d|\d)|(?<after>\d[\d.,]*\d|\d)\s?(?<word>${currencyAfter}))`

const amount = new RegExp(amountSource, 'iu')

export function holdsAmount(text: string): boolean {
  return amount.test(text)
}
