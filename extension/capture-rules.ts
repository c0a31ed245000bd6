import { readCaptureRules, type CaptureRule } from '#domain/capture-rules.ts'

/* The connected workspace's rules, as last sent by the web app. Stored for recordings started from the popup. */

const rulesKey = 'captureRules'

export async function loadCaptureRules(): Promise<readonly CaptureRule[]> {
  const { [rulesKey]: stored } = await chrome.storage.local.get(rulesKey)
  return readCaptureRules(stored)
}

export async function saveCaptureRules(rules: readonly CaptureRule[]): Promise<void> {
  await chrome.storage.local.set({ [rulesKey]: rules })
}
