import { useEffect } from 'react'

/** Loads and decodes a picture ahead of time, so that the step changes within a frame. */
export function usePreloadedImage(url: string | null): void {
  useEffect(() => {
    if (url === null) return
    const image = new Image()
    image.fetchPriority = 'low'
    image.src = url
    // If this fails, the step itself reports it.
    image.decode().catch(() => {})
    preloaded.set(url, image)
    const [oldest] = preloaded.keys()
    if (preloaded.size > keptImages && oldest !== undefined) preloaded.delete(oldest)
  }, [url])
}

/** Browsers drop a decoded picture that nothing references. */
const preloaded = new Map<string, HTMLImageElement>()
const keptImages = 6
