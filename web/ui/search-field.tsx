import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'

import { isTyping } from '../lib/use-viewer-keys.ts'
import { controlClass } from './text-field.tsx'

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly words: string
  readonly onWords: (words: string) => void
  readonly className?: string
}

/** Filters the list below it; "/" focuses it. */
export function SearchField({ label, placeholder, words, onWords, className = '' }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const focusBySlash = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return
    event.preventDefault()
    field.current?.focus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => focusBySlash(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return (
    <span className={`relative block ${className}`}>
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={200}
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        className={`${controlClass} h-8 w-full border-line-strong pl-8 text-sm pointer-coarse:h-11`}
      />
      {words === '' ? (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 pointer-coarse:hidden"
        >
          /
        </kbd>
      ) : null}
    </span>
  )
}
