import { useState } from 'react'

import { keep, recall } from '../lib/json-storage.ts'
import { useMedia } from '../lib/use-media.ts'

/** Where the navigation's width is stored. */
const collapsedKey = 'understudy-nav-collapsed'
/** Below, the navigation starts as icons. */
const wideQuery = '(width >= 80rem)'

export function startsCollapsed(): boolean {
  return !window.matchMedia(wideQuery).matches || recall<boolean>(collapsedKey) === true
}

/** Icons only below 1280 px, and if the user chose so. On a narrow window the choice lasts until the page closes. */
export function useNavigationWidth(): { readonly isCollapsed: boolean; readonly toggle: () => void } {
  const isWide = useMedia(wideQuery)
  const [stored, setStored] = useState(() => recall<boolean>(collapsedKey) ?? false)
  const [isOpenNarrow, setIsOpenNarrow] = useState(false)
  const isCollapsed = isWide ? stored : !isOpenNarrow
  function toggle(): void {
    if (!isWide) return setIsOpenNarrow(isCollapsed)
    setStored(!isCollapsed)
    keep(collapsedKey, !isCollapsed)
  }
  return { isCollapsed, toggle }
}
