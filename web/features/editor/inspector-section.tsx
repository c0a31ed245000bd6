import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'

export interface InspectorSectionProps {
  readonly id: string
  readonly title: string
  /** Shown on the right while collapsed. */
  readonly value: string
  readonly isFolded: boolean
  /** Marked by a bar; the canvas shows its handles. */
  readonly isSelected: boolean
  /** Shown to the right of the title. */
  readonly tools?: ReactNode
  readonly onFold: () => void
  readonly onSelect: () => void
  readonly children: ReactNode
}

/** A section of the inspector; using a control in it selects it. */
export function InspectorSection(props: InspectorSectionProps) {
  const { title, isFolded, isSelected, onSelect } = props
  const id = useId()
  return (
    <section
      data-section={props.id}
      aria-label={title}
      className={clsx(
        'border-b border-line pr-2 pl-4',
        !isFolded && 'pb-2',
        isSelected && 'shadow-[inset_2px_0_0_var(--accent)]',
      )}
      onFocus={() => !isSelected && !isFolded && onSelect()}
    >
      <div className="flex h-9 items-center gap-1 pointer-coarse:h-12">
        <h2 className="min-w-0 flex-1 text-sm font-semibold">
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-controls={id}
            onClick={props.onFold}
            className="-ml-1.5 flex h-8 w-full items-center gap-1.5 rounded-control px-1.5 text-left hover:bg-hover pointer-coarse:h-11"
          >
            {isFolded ? <ChevronRight size={14} aria-hidden className="shrink-0 text-muted" /> : null}
            <span className="tabular-nums">{title}</span>
            {isFolded ? (
              <span className="ml-auto min-w-0 truncate pl-3 font-normal text-muted tabular-nums">{props.value}</span>
            ) : null}
          </button>
        </h2>
        {isFolded ? null : props.tools}
      </div>
      <div id={id} hidden={isFolded}>
        {isFolded ? null : props.children}
      </div>
    </section>
  )
}
