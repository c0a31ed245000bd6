import { readCaptureRules, type CaptureRule } from '#domain/capture-rules.ts'

/* What the connected workspace hides, as the web app last said. Kept for recordings that the popup starts. */

const rulesKey = 'captureRules'

export async function loadCaptureRules(): Promise<readonly CaptureRule[]> {
  const { [rulesKey]: stored } = await chrome.storage.local.get(rulesKey)
  return readCaptureRules(stored)
}

export async function saveCaptureRules(rules: readonly CaptureRule[]): Promise<void> {
  await chrome.storage.local.set({ [rulesKey]: rules })
}
