import { useEffect } from 'react'

/** Loads and decodes a picture ahead of time, so that the step changes within a frame. */
export function usePreloadedImage(url: string | null): void {
  useEffect(() => {
    if (url === null || preloaded.has(url)) return undefined
    const timer = setTimeout(() => preload(url), delayMs)
    return () => clearTimeout(timer)
  }, [url])
}

/** The size of a picture that can be shown within this frame; null until it has loaded. */
export function preloadedSize(url: string): { readonly width: number; readonly height: number } | null {
  const image = preloaded.get(url)
  return image?.complete && image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : null
}

function preload(url: string): void {
  const image = new Image()
  image.fetchPriority = 'low'
  image.src = url
  // If this fails, the step itself reports it; the next visit of the step before tries again.
  image.decode().catch(() => preloaded.delete(url))
  preloaded.set(url, image)
  const [oldest] = preloaded.keys()
  if (preloaded.size > keptImages && oldest !== undefined) preloaded.delete(oldest)
}

/** Browsers drop a decoded picture that nothing references. */
const preloaded = new Map<string, HTMLImageElement>()
const keptImages = 6
/** A few frames, so that it doesn't hold up the move to the current step. */
const delayMs = 50
