import { useEffect, type RefObject } from 'react'

/** J and K move focus along a list's rows, which are links unless `rowSelector` says otherwise; not while typing. */
export function useRowKeys(list: RefObject<HTMLElement | null>, rowSelector = 'a'): void {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      const way = { j: 1, k: -1 }[event.key]
      if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input,textarea,select,[contenteditable],dialog'))
        return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])]
      const at = rows.findIndex((row) => row === document.activeElement)
      rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + way))]?.focus()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [list, rowSelector])
}
