/** Where a tab keeps a demo's talk while the page is loaded again; the page looks for it before it loads the agent. */
export function keptTalkKey(demoId: string): string {
  return `understudy-talk:${demoId}`
}

/** Whether there is a talk to resume. Opening the demo's link again starts a new one. */
export function isTalkKept(demoId: string): boolean {
  try {
    const [load] = performance.getEntriesByType('navigation')
    return (load as PerformanceNavigationTiming).type !== 'navigate' && keptTalkKey(demoId) in sessionStorage
  } catch {
    return false
  }
}
