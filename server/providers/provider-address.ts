import { isPrivateAddress } from '#backend/http/outbound-fetch.ts'
import type { Seal } from '#backend/mail/sealed-text.ts'
import type { Services } from '#server/services.ts'

export const notAnAddress = 'The address must look like https://api.example.com/v1.'
export const keyStays = 'Enter the key again: the stored one is only sent to the address it was saved for.'

/** Why a workspace's provider can't have this address; null if it can. */
export function refuseAddress(services: Pick<Services, 'config'>, url: string): string | null {
  if (mayCallPrivate(services)) return null
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') return 'The address must begin with https.'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isPrivate = host === 'localhost' || host.endsWith('.localhost') || isPrivateIp(host)
  return isPrivate ? 'The address is not on the public internet.' : null
}

export function mayCallPrivate({ config }: Pick<Services, 'config'>): boolean {
  return config.embedded?.identity.mayCallPrivateAddresses ?? false
}

/** A key in the form the database expects: null keeps the stored one, {} removes it. */
export function toStoredKey(seal: Seal, apiKey: string | undefined): object | null {
  if (apiKey === undefined) return null
  return apiKey === '' ? {} : { sealed: seal.seal(apiKey), last_four: apiKey.length < 12 ? '' : apiKey.slice(-4) }
}

function isPrivateIp(host: string): boolean {
  return /^[\d.]+$|:/.test(host) && isPrivateAddress(host)
}
