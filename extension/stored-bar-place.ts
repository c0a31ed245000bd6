import type { BarPlace } from './capture/bar-place.ts'

const placeKey = 'barPlace'

/** The bar's last position on any site; null if never moved. */
export async function loadBarPlace(): Promise<BarPlace | null> {
  const { [placeKey]: stored } = await chrome.storage.local.get(placeKey)
  const { x, y } = (stored ?? {}) as Partial<BarPlace>
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null
}

export async function saveBarPlace(place: BarPlace): Promise<void> {
  await chrome.storage.local.set({ [placeKey]: place })
}
