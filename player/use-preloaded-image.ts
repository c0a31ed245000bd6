import { useEffect } from 'react'

/** Fetches and decodes a picture ahead of the step that shows it, so that the step changes within a frame. */
export function usePreloadedImage(url: string | null): void {
  useEffect(() => {
    if (url === null) return
    const image = new Image()
    image.fetchPriority = 'low'
    image.src = url
    // A failure here repeats where the picture is shown, with a message.
    image.decode().catch(() => {})
    preloaded.set(url, image)
    const [oldest] = preloaded.keys()
    if (preloaded.size > keptImages && oldest !== undefined) preloaded.delete(oldest)
  }, [url])
}

/** Browsers drop a decoded picture that nothing references. */
const preloaded = new Map<string, HTMLImageElement>()
const keptImages = 6
