const resendMs = 300

/** Resends the message until the service worker acknowledges it, because Chrome may stop the worker before or while it handles it. */
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
