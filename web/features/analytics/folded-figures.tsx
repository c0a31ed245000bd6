import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'

export interface FoldedFiguresProps {
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** The figures behind the drawings, folded away until asked for. */
export function FoldedFigures({ isOpen, onToggle, children }: FoldedFiguresProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8 border-t border-line">
      <h2>
        <button
          type="button"
          id={id}
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          onClick={() => onToggle(!isOpen)}
          className="flex min-h-12 w-full items-center gap-2 rounded-control text-left text-base font-semibold tracking-[-0.011em] -outline-offset-2"
        >
          <ChevronRight
            size={16}
            aria-hidden
            className={clsx('shrink-0 text-muted transition-transform duration-[120ms]', isOpen && 'rotate-90')}
          />
          All figures
        </button>
      </h2>
      {isOpen ? (
        <div
          id={`${id}-content`}
          className="grid items-start gap-x-10 gap-y-8 pb-2 xl:grid-cols-2 xl:not-has-[>:nth-child(2)]:grid-cols-1"
        >
          {children}
        </div>
      ) : null}
    </section>
  )
}
