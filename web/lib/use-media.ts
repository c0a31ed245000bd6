import { useSyncExternalStore } from 'react'

/** Whether a media query matches, such as "(min-width: 48rem)". */
export function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(media)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(media).matches,
  )
}
