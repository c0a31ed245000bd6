const resendMs = 300

/** Repeats until the service worker has acknowledged: it may be stopped before or while it handles the message. */
export async function deliver(send: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && isConnected()) {
    try {
      await send()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, resendMs))
    }
  }
}

/** False once the extension was reloaded or removed: this script is then an orphan. */
export function isConnected(): boolean {
  return chrome.runtime?.id !== undefined
}
