import { useEffect, useState } from 'react'

import { imageWidths } from '#protocol/player-page.ts'

/** The width of pictures to request. It grows with the window and never shrinks: larger ones are already loaded. */
export function useImageWidth(first: number): number {
  const [width, setWidth] = useState(first)
  useEffect(() => {
    const measure = () => setWidth((current) => Math.max(current, neededWidth(innerWidth * devicePixelRatio)))
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return width
}

/** The smallest available width that shows `pixels` without visible blur: 0.8 of the device's pixels is enough. */
export function neededWidth(pixels: number): number {
  return imageWidths.find((width) => width >= pixels * 0.8) ?? imageWidths[4]
}
