import { pairingCodeDigits } from '#protocol/extension-messages.ts'

/*
 * The sites that may start and import recordings, paired by typing a site's code into the popup. The address alone
 * isn't enough, since it may serve any page.
 */

const pairedKey = 'pairedOrigins'
const offersKey = 'pairingOffers'
const offerLifetimeMs = 10 * 60_000
/** One code for each open tab of the site. */
const offersMax = 5

interface PairingOffer {
  readonly origin: string
  readonly code: string
  readonly offeredAt: number
}

export async function isPaired(origin: string): Promise<boolean> {
  return (await loadPaired()).includes(origin)
}

export async function unpair(origin: string): Promise<void> {
  const paired = await loadPaired()
  await chrome.storage.local.set({ [pairedKey]: paired.filter((other) => other !== origin) })
}

/** Calls back when a site is paired or unpaired, until the page ends. */
export function observePaired(onChange: () => void): void {
  chrome.storage.local.onChanged.addListener((changes) => {
    if (changes[pairedKey] !== undefined) onChange()
  })
}

/** Keeps the code a page shows, until the author types it. */
export async function keepOffer(origin: string, code: string): Promise<void> {
  const others = (await loadOffers()).filter((offer) => offer.origin !== origin || offer.code !== code)
  await saveOffers([...others, { origin, code, offeredAt: Date.now() }].slice(-offersMax))
}

/** Pairs the site if one of its pages shows the code; otherwise returns false. */
export async function acceptCode(origin: string, typed: string): Promise<boolean> {
  const code = typed.replace(/\D/g, '')
  const offers = await loadOffers()
  const isOffered =
    code.length === pairingCodeDigits && offers.some((offer) => offer.origin === origin && offer.code === code)
  if (!isOffered) return false
  await saveOffers(offers.filter((offer) => offer.origin !== origin))
  await chrome.storage.local.set({ [pairedKey]: [...new Set([...(await loadPaired()), origin])] })
  return true
}

async function loadPaired(): Promise<readonly string[]> {
  const { [pairedKey]: stored } = await chrome.storage.local.get(pairedKey)
  return Array.isArray(stored) ? stored.filter((origin) => typeof origin === 'string') : []
}

async function loadOffers(): Promise<readonly PairingOffer[]> {
  const { [offersKey]: stored } = await chrome.storage.session.get(offersKey)
  const offers = Array.isArray(stored) ? (stored as PairingOffer[]) : []
  return offers.filter(({ offeredAt }) => Date.now() - offeredAt < offerLifetimeMs)
}

async function saveOffers(offers: readonly PairingOffer[]): Promise<void> {
  await chrome.storage.session.set({ [offersKey]: offers })
}
