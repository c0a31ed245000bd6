import { useQueryClient } from '@tanstack/react-query'
import { Archive, ChartColumn, Copy, Ellipsis, Eye, Pencil, TextCursorInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { estimatedMinutes, type ListedDemo } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'

import { dayText } from '../../lib/dates.ts'
import { scaledImageAddress } from '../../lib/image-address.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { onFirstUse } from '../../ui/on-first-use.tsx'
import { deleteDemo } from './delete-demo.ts'

const RenameDialog = onFirstUse(async () => (await import('./rename-dialog.tsx')).RenameDialog)

const loadChores = () => import('./demo-chores.ts')

/** Spec §2: name, description, step count, duration, date, up to four screenshots, View and Edit. */
export function DemoCard({ demo, backendUrl }: { readonly demo: ListedDemo; readonly backendUrl: string }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isRenaming, setIsRenaming] = useState(false)
  const count = demo.stepCount
  const isArchived = demo.status === 'archived'

  return (
    <article
      aria-label={demo.name}
      onPointerEnter={RenameDialog.prefetch}
      className="group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-shadow duration-[120ms] hover:shadow-raised"
    >
      <DemoPreview demo={demo} backendUrl={backendUrl} />
      <div className="flex flex-1 flex-col p-4">
        <div className="flex items-start gap-2">
          <h3 className="min-w-0 flex-1 font-semibold break-words">
            <Link to={`/dashboard/demos/${demo.id}`} title={demo.name} className="line-clamp-2 hover:underline">
              {demo.name}
            </Link>
          </h3>
          {demo.isSample ? <Mark text="Sample" /> : null}
          {demo.status === 'active' ? null : <Mark text={demo.status === 'draft' ? 'Draft' : 'Archived'} />}
          <Menu
            trigger={
              <IconButton label={`More for ${demo.name}`} className="-my-[5px] -mr-2 pointer-coarse:-my-[11px]">
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
                onSelect: () => void loadChores().then(({ duplicateDemo }) => duplicateDemo(demo, queries)),
              },
              {
                key: 'archive',
                label: isArchived ? 'Unarchive' : 'Archive',
                icon: <Archive size={16} aria-hidden />,
                onSelect: () =>
                  void loadChores().then(({ changeStatus }) =>
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
        </div>
        {demo.description === null ? null : <p className="mt-1 line-clamp-2 text-sm text-muted">{demo.description}</p>}
        <p className="mt-2 text-sm text-muted tabular-nums">
          {count === 1 ? '1 step' : `${count} steps`} · {estimatedMinutes(count)} min · {dayText(demo.createdAt)}
        </p>
        <div className="mt-auto flex gap-2 pt-4">
          <ButtonLink
            to={`/dashboard/demos/${demo.id}`}
            className="flex-1"
            icon={<Eye size={16} aria-hidden />}
            aria-label={`View ${demo.name}`}
          >
            View
          </ButtonLink>
          <ButtonLink
            to={`/dashboard/demos/${demo.id}/edit`}
            className="flex-1"
            icon={<Pencil size={16} aria-hidden />}
            aria-label={`Edit ${demo.name}`}
          >
            Edit
          </ButtonLink>
        </div>
      </div>
      <RenameDialog demo={demo} isOpen={isRenaming} onOpenChange={setIsRenaming} />
    </article>
  )
}

function DemoPreview({ demo, backendUrl }: { readonly demo: ListedDemo; readonly backendUrl: string }) {
  const [cover, ...rest] = demo.steps.slice(0, limits.cardPreviewSteps)
  return (
    <Link
      to={`/dashboard/demos/${demo.id}`}
      tabIndex={-1}
      aria-hidden
      className="grid grid-cols-3 gap-px border-b border-line bg-line"
    >
      <span className="col-span-3 block aspect-16/10 overflow-hidden bg-sunken">
        {cover === undefined || backendUrl === '' ? null : (
          <img
            src={scaledImageAddress(backendUrl, cover.screenshotUrl, 640)}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-cover object-top"
          />
        )}
      </span>
      {[0, 1, 2].map((index) => {
        const step = rest[index]
        return (
          <span key={index} className="block aspect-16/10 overflow-hidden bg-sunken">
            {step === undefined || backendUrl === '' ? null : (
              <img
                src={scaledImageAddress(backendUrl, step.screenshotUrl, 240)}
                alt=""
                loading="lazy"
                decoding="async"
                className="size-full object-cover object-top"
              />
            )}
          </span>
        )
      })}
    </Link>
  )
}

function Mark({ text }: { readonly text: string }) {
  return <span className="rounded-chip bg-sunken px-2 py-0.5 text-xs font-medium text-muted">{text}</span>
}
