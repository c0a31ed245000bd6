import type { SettingsReader } from '#backend/settings/settings-reader.ts'

/** An API's address, with the version's path where only a host was given; null for no address. */
export function toProviderUrl(written: string, endpoints: RegExp): string | null {
  const address = written.replace(/^ws(?=s?:\/\/)/, 'http')
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') return null
  url.pathname = url.pathname.replace(/\/+$/, '').replace(endpoints, '') || '/v1'
  return url.href
}

/** Dollars per minute of audio; 0 counts no money. */
export function parsePricePerMinute({ text, refuse }: SettingsReader, name: string): number {
  const value = text(name)
  if (value === null) return 0
  if (/^\d{1,3}(?:\.\d{1,5})?$/.test(value)) return Number(value)
  refuse(`${name} must be dollars per minute such as 0.0077, but is "${value}".`)
  return 0
}
