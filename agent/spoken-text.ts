/** A caption in spoken form: hosts for addresses, and prices, percentages and symbols in words. */
export function toSpokenText(caption: string): string {
  return caption
    .replace(/\bhttps?:\/\/(?:www\.)?([^\s/?#]+)[^\s]*?(?=[.,;:!?)]*(?:\s|$))/gi, (_, host: string) => sayHost(host))
    .replace(/\bwww\.([^\s/?#]+)[^\s]*?(?=[.,;:!?)]*(?:\s|$))/gi, (_, host: string) => sayHost(host))
    .replace(/\b([\w.+-]+)@([\w-]+(?:\.[\w-]+)+)\b/g, (_, name: string, host: string) => `${name} at ${sayHost(host)}`)
    .replace(/([$€£])\s?(\d[\d,]*(?:\.\d+)?)(?:\s?(k|m|bn)\b)?/gi, sayPrice)
    .replace(/(\d[\d,]*(?:\.\d+)?)\s?(€|£)/g, (_, amount: string, sign: string) => sayPrice('', sign, amount))
    .replace(/(\d)\s?%/g, '$1 percent')
    .replace(/(\d)\s?[–-]\s?(?=\d)/g, '$1 to ')
    .replace(
      /\/(mo|month|yr|year|day|user|seat|week)\b/gi,
      (_, unit: string) => ` per ${units[unit.toLowerCase()] ?? unit}`,
    )
    .replace(/\be\.g\./gi, 'for example')
    .replace(/\bi\.e\./gi, 'that is')
    .replace(/\betc\.(?=\s*$)/gi, 'and so on.')
    .replace(/\betc\./gi, 'and so on')
    .replace(/\bvs\.?(?=\s)/gi, 'versus')
    .replace(/\bapprox\./gi, 'about')
    .replace(/\s&\s/g, ' and ')
    .replace(/\s(?:→|->|=>|»|›)\s/g, ', then ')
    .replace(/\s[+]\s/g, ' plus ')
    .replace(/\s=\s/g, ' equals ')
    .replace(/(^|\s)#(?=\d)/g, '$1number ')
    .replace(/[“”"«»*_`~^\\{}<>|[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const units: Readonly<Record<string, string>> = { mo: 'month', yr: 'year' }
const currencies: Readonly<Record<string, readonly [string, string]>> = {
  $: ['dollar', 'dollars'],
  '€': ['euro', 'euros'],
  '£': ['pound', 'pounds'],
}
const scales: Readonly<Record<string, string>> = { k: ' thousand', m: ' million', bn: ' billion' }

function sayPrice(_: string, sign: string, amount: string, scale?: string): string {
  const [one, many] = currencies[sign] ?? ['', '']
  return `${amount}${scales[scale?.toLowerCase() ?? ''] ?? ''} ${amount === '1' && scale === undefined ? one : many}`
}

function sayHost(host: string): string {
  return host.replaceAll('.', ' dot ')
}
