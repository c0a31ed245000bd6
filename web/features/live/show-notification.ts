/** Whether the browser may show notifications; `unsupported` where it has none. */
export function notificationPermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported'
}

/** Shows a notification while the tab is hidden; returns how to close it. */
export function showNotification(
  title: string,
  { text, tag, onClick }: { readonly text: string; readonly tag: string; readonly onClick: () => void },
): () => void {
  if (notificationPermission() !== 'granted' || document.visibilityState === 'visible') return () => undefined
  try {
    const notification = new Notification(title, { body: text, tag })
    notification.addEventListener('click', () => {
      globalThis.focus()
      notification.close()
      onClick()
    })
    return () => notification.close()
  } catch {
    // Chrome on Android only shows them from a service worker.
    return () => undefined
  }
}
