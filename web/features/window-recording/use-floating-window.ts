import { useEffect, useState } from 'react'

/** Chromium's always-on-top windows (Document Picture-in-Picture). */
interface FloatingWindows {
  readonly requestWindow: (size: { readonly width: number; readonly height: number }) => Promise<Window>
}

function floatingWindows(): FloatingWindows | undefined {
  return 'documentPictureInPicture' in window ? (window.documentPictureInPicture as FloatingWindows) : undefined
}

export interface FloatingWindow {
  readonly canOpen: boolean
  /** Where to render into while it is open. */
  readonly body: HTMLElement | null
  /** Call only in a user gesture. */
  readonly open: () => Promise<void>
}

/** An always-on-top window with this page's styles. */
export function useFloatingWindow(width: number, height: number): FloatingWindow {
  const [floating, setFloating] = useState<Window | null>(null)
  useEffect(() => {
    if (floating === null) return
    const handleClose = () => setFloating(null)
    floating.addEventListener('pagehide', handleClose)
    return () => {
      floating.removeEventListener('pagehide', handleClose)
      floating.close()
    }
  }, [floating])

  async function open(): Promise<void> {
    const opened = await floatingWindows()?.requestWindow({ width, height })
    if (opened === undefined) return
    for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style')) {
      opened.document.head.append(sheet.cloneNode(true))
    }
    for (const { name, value } of document.documentElement.attributes) {
      opened.document.documentElement.setAttribute(name, value)
    }
    setFloating(opened)
  }

  return { canOpen: floatingWindows() !== undefined, body: floating?.document.body ?? null, open }
}
