/** Where a tab keeps a demo's talk while the page is loaded again; the page looks for it before it loads the agent. */
export function keptTalkKey(demoId: string): string {
  return `understudy-talk:${demoId}`
}

export function isTalkKept(demoId: string): boolean {
  try {
    return sessionStorage.getItem(keptTalkKey(demoId)) !== null
  } catch {
    return false
  }
}
