import { useQueryClient } from '@tanstack/react-query'
import { Archive, ChartColumn, Copy, Ellipsis, TextCursorInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { ListedDemo } from '#domain/demo.ts'

import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { onFirstUse } from '../../ui/on-first-use.tsx'
import { deleteDemo } from './delete-demo.ts'

const RenameDialog = onFirstUse(async () => (await import('./rename-dialog.tsx')).RenameDialog)

const loadCommands = () => import('./demo-commands.ts')

/** Further actions on a demo in the list. */
export function DemoMenu({ demo }: { readonly demo: ListedDemo }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isRenaming, setIsRenaming] = useState(false)
  const isArchived = demo.status === 'archived'
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`More for ${demo.name}`}
            className="size-7! pointer-coarse:size-11!"
            onMouseOver={RenameDialog.prefetch}
          >
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        entries={[
          {
            key: 'rename',
            label: 'Rename',
            icon: <TextCursorInput size={16} aria-hidden />,
            onSelect: () => setIsRenaming(true),
          },
          {
            key: 'analytics',
            label: 'Analytics',
            icon: <ChartColumn size={16} aria-hidden />,
            onSelect: () => void navigate(`/dashboard/demos/${demo.id}/analytics`),
          },
          {
            key: 'duplicate',
            label: 'Duplicate',
            icon: <Copy size={16} aria-hidden />,
            onSelect: () => void loadCommands().then(({ duplicateDemo }) => duplicateDemo(demo, queries)),
          },
          {
            key: 'archive',
            label: isArchived ? 'Unarchive' : 'Archive',
            icon: <Archive size={16} aria-hidden />,
            onSelect: () =>
              void loadCommands().then(({ changeStatus }) =>
                changeStatus(demo, isArchived ? 'active' : 'archived', queries),
              ),
          },
          {
            key: 'delete',
            label: 'Delete',
            tone: 'danger',
            icon: <Trash2 size={16} aria-hidden />,
            onSelect: () => deleteDemo(demo, queries),
          },
        ]}
      />
      <RenameDialog demo={demo} isOpen={isRenaming} onOpenChange={setIsRenaming} />
    </>
  )
}
