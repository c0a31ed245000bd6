import { Trash2 } from 'lucide-react'

import { pageEditTarget, type PageEdit, type PageEdits } from '#domain/page-edits.ts'

import { shortText } from '../../lib/short-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { withoutPageEdit } from './page-edit-list.ts'
import { setPageMode } from './page-mode-store.ts'
import { toolClass } from './step-section.tsx'

interface PageEditRowsProps {
  readonly edits: PageEdits
  readonly onChange: (edits: PageEdits) => void
}

/** One row per edit; hovering highlights its place. */
export function PageEditRows({ edits, onChange }: PageEditRowsProps) {
  return (
    <ul aria-label="Page edits" className="max-h-60 overflow-y-auto [scrollbar-width:thin]">
      {edits.map((edit) => (
        <li
          key={pageEditTarget(edit)}
          className="flex h-8 items-center gap-2 pointer-coarse:h-11"
          onPointerEnter={() => setPageMode({ hovered: edit.path })}
          onPointerLeave={() => setPageMode({ hovered: null })}
          onFocus={() => setPageMode({ hovered: edit.path })}
          onBlur={() => setPageMode({ hovered: null })}
        >
          <span className="w-14 shrink-0 text-xs text-muted">{kinds[edit.kind]}</span>
          <span className="min-w-0 flex-1 truncate text-xs" title={saidOf(edit)}>
            {saidOf(edit)}
          </span>
          <IconButton
            label={`Undo: ${kinds[edit.kind]} ${saidOf(edit)}`}
            className={toolClass}
            onClick={() => {
              setPageMode({ hovered: null })
              onChange(withoutPageEdit(edits, edit))
            }}
          >
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

const kinds: Readonly<Record<PageEdit['kind'], string>> = {
  text: 'Text',
  image: 'Image',
  hide: 'Hidden',
  blur: 'Blurred',
  remove: 'Removed',
}

function saidOf(edit: PageEdit): string {
  switch (edit.kind) {
    case 'text':
      return `${shortText(edit.was, 24)} → ${shortText(edit.to, 24)}`
    case 'image':
      return 'text' in edit.to ? edit.to.text : 'Another image'
    default:
      return shortText(edit.was) || 'Part of the page'
  }
}
