import type { BarPlace } from './capture/bar-place.ts'

const placeKey = 'barPlace'

/** Where the author last put the bar, on whatever site; null when it was never moved. */
export async function loadBarPlace(): Promise<BarPlace | null> {
  const { [placeKey]: stored } = await chrome.storage.local.get(placeKey)
  const { x, y } = (stored ?? {}) as Partial<BarPlace>
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null
}

export async function saveBarPlace(place: BarPlace): Promise<void> {
  await chrome.storage.local.set({ [placeKey]: place })
}
