/** Storage key of a tab's conversation across reloads; checked before the agent loads. */
export function storedTalkKey(demoId: string): string {
  return `understudy-talk:${demoId}`
}

/** Whether there is a conversation to resume. Opening the demo's link again starts a new one. */
export function isTalkStored(demoId: string): boolean {
  try {
    const [load] = performance.getEntriesByType('navigation')
    return (load as PerformanceNavigationTiming).type !== 'navigate' && storedTalkKey(demoId) in sessionStorage
  } catch {
    return false
  }
}
